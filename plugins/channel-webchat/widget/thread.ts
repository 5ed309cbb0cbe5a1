import type { ChatMessage, ChatPage } from '../contract.ts';

/** The messages, in the order of the server’s clock; every message once. */
export class Thread {
  #byId = new Map<string, ChatMessage>();
  /** Ids seen on this page, confirmed by the server or not. */
  #seen = new Set<string>();
  #isLoaded = false;
  hasMore = false;
  /** The time until which the company has read. */
  readAt = '';
  /** The conversation was closed, and none has started since. */
  isClosed = false;

  all(): ChatMessage[] {
    return [...this.#byId.values()].sort((one, other) =>
      one.at === other.at ? one.n - other.n : one.at < other.at ? -1 : 1,
    );
  }

  /** Adds a message; returns false if it was there already. */
  add(message: ChatMessage): boolean {
    const known = this.#byId.get(message.id);
    this.#byId.set(message.id, known ? { ...message, author: message.author ?? known.author } : message);
    return known === undefined;
  }

  /** Adds the newest page, at first and after an outage. Returns the company’s messages that were missed. */
  addNewest({ messages, hasMore, readAt, isClosed }: ChatPage): ChatMessage[] {
    const oldest = messages[0];
    // After a long outage the pages may not meet: the known messages would leave a gap.
    const hasHole = this.#isLoaded && hasMore && oldest !== undefined && !this.#byId.has(oldest.id);
    if (hasHole) this.#byId.clear();
    if (!this.#isLoaded || hasHole) this.hasMore = hasMore;
    const fresh = messages.filter((message) => this.add(message) && message.from === 'company');
    const missed = this.#isLoaded ? fresh : [];
    this.#isLoaded = true;
    this.isClosed = isClosed;
    this.companyRead(readAt ?? '');
    return missed;
  }

  addOlder({ messages, hasMore }: ChatPage): void {
    for (const message of messages) this.add(message);
    this.hasMore = hasMore;
  }

  companyRead(at: string): void {
    if (at > this.readAt) this.readAt = at;
  }

  oldest(): ChatMessage | undefined {
    return this.all()[0];
  }

  unread(): ChatMessage[] {
    return this.#theirs().filter(({ id, ack }) => ack < 3 && !this.#seen.has(id));
  }

  markSeen(): void {
    for (const { id } of this.#theirs()) this.#seen.add(id);
  }

  /** Returns the company’s messages that the server does not know to have reached this ack. */
  unconfirmed(ack: 2 | 3): ChatMessage[] {
    return this.#theirs().filter((message) => message.ack < ack && (ack === 2 || this.#seen.has(message.id)));
  }

  clear(): void {
    this.#byId.clear();
    this.#seen.clear();
    this.#isLoaded = false;
    this.hasMore = false;
    this.readAt = '';
    this.isClosed = false;
  }

  #theirs(): ChatMessage[] {
    return this.all().filter(({ from }) => from === 'company');
  }
}
