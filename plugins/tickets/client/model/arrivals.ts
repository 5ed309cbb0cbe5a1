import type { MessageView } from '../../contract.ts';
import { applyMessage } from './conversation.ts';
import type { MessagePage } from './conversation.ts';

/** Milliseconds after which no answer can still be on its way that was asked for before. */
const longest = 60_000;

/**
 * What was told live a moment ago. An answer of the server may have been read before that and come after it: put over
 * what is known, it would take back what was told.
 */
export class Arrivals {
  #told: { at: number; message: MessageView }[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(message: MessageView): void {
    const at = this.#now();
    this.#told = [...this.#told.filter((one) => one.at > at - longest), { at, message }];
  }

  /** Whether something was told of a message since a moment of `performance.now()`. */
  has(messageId: number, since: number): boolean {
    return this.#told.some(({ at, message }) => message.id === messageId && at >= since);
  }

  /** Call it before asking; what it answers puts all that was told since into the page that came. */
  watch(ticketId: number): (page: MessagePage, isNewest: boolean) => MessagePage {
    const asked = this.#now();
    return (page, isNewest) => {
      let known = page;
      for (const { at, message } of this.#told) {
        if (at < asked || message.ticketId !== ticketId) continue;
        if (!isNewest && !known.messages.some(({ id }) => id === message.id)) continue;
        known = applyMessage({ pages: [known], pageParams: [{}] }, message).pages[0] ?? known;
      }
      return known;
    };
  }
}
