import type { MessageView } from '../../contract.ts';
import { applyMessage } from './message-pages.ts';
import type { MessagePage } from './message-pages.ts';

/** Milliseconds after which no response requested earlier can still arrive. */
const maxResponseMs = 60_000;

/**
 * Recent live updates of messages. The server may read a response before an update and the browser receive it
 * afterwards: applied unchanged, such a response would undo the update.
 */
export class RecentUpdates {
  #recent: { at: number; message: MessageView }[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  record(message: MessageView): void {
    const at = this.#now();
    this.#recent = [...this.#recent.filter((one) => one.at > at - maxResponseMs), { at, message }];
  }

  /** Returns whether an update of the message was received since a time of `performance.now()`. */
  has(messageId: number, since: number): boolean {
    return this.#recent.some(({ at, message }) => message.id === messageId && at >= since);
  }

  /**
   * Call it before requesting a page of messages. The returned function applies the updates received since then to the
   * page; updates of messages that are not on it are applied to the newest page only. If the request fails nothing
   * needs to be ended, because only the time is remembered.
   */
  fromNow(ticketId: number): (page: MessagePage, isNewest: boolean) => MessagePage {
    const requestedAt = this.#now();
    return (page, isNewest) => {
      let known = page;
      for (const { at, message } of this.#recent) {
        if (at < requestedAt || message.ticketId !== ticketId) continue;
        if (!isNewest && !known.messages.some(({ id }) => id === message.id)) continue;
        known = applyMessage({ pages: [known], pageParams: [{}] }, message).pages[0] ?? known;
      }
      return known;
    };
  }
}
