import type { MessageView } from '../../contract.ts';
import { applyMessage } from './conversation.ts';
import type { MessagePage } from './conversation.ts';

/** Milliseconds after which no response requested earlier can still arrive. */
const maxResponseMs = 60_000;

/**
 * Recent live updates. A response of the server may have been read before one and arrive after it: applied unchanged,
 * it would undo the update.
 */
export class Arrivals {
  #recent: { at: number; message: MessageView }[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(message: MessageView): void {
    const at = this.#now();
    this.#recent = [...this.#recent.filter((one) => one.at > at - maxResponseMs), { at, message }];
  }

  /** True when an update of a message was received since a moment of `performance.now()`. */
  has(messageId: number, since: number): boolean {
    return this.#recent.some(({ at, message }) => message.id === messageId && at >= since);
  }

  /** Call it before a request; the returned function applies the updates received since to the page. */
  watch(ticketId: number): (page: MessagePage, isNewest: boolean) => MessagePage {
    const asked = this.#now();
    return (page, isNewest) => {
      let known = page;
      for (const { at, message } of this.#recent) {
        if (at < asked || message.ticketId !== ticketId) continue;
        if (!isNewest && !known.messages.some(({ id }) => id === message.id)) continue;
        known = applyMessage({ pages: [known], pageParams: [{}] }, message).pages[0] ?? known;
      }
      return known;
    };
  }
}
