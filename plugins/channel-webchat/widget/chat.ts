import type { ChatConfig, ChatMessage } from '../contract.ts';
import type { PageStorage } from './page-storage.ts';
import { VisitorSocket } from './visitor-socket.ts';
import { Outbox } from './outbox.ts';
import type { WaitingMessage } from './waiting-message.ts';
import type { PageOptions } from './page.ts';
import { safely } from './safely.ts';
import { CallError, type ChatServer } from './server.ts';
import { Thread } from './thread.ts';

const retryMs = 3_000;
const typingShownMs = 8_000;
const typingBeatMs = 3_000;
const perReceipt = 100;
/** Well before the addresses of files expire. */
const renewalMs = 3 * 3600_000;
const renewalCheckMs = 10 * 60_000;

/** The state of one visitor’s conversation for the panel. `changed` is called after every change. */
export class Chat {
  readonly config: ChatConfig;
  readonly server: ChatServer;
  readonly thread = new Thread();
  readonly outbox: Outbox;
  readonly #page: PageOptions;
  readonly #storage: PageStorage;
  #socket: VisitorSocket | undefined;
  #isStarting = false;
  /** As configured when the page was opened, or required since. */
  #asksName: boolean;
  /** The token that the server received last. */
  #usedToken: string | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #typingOver: ReturnType<typeof setTimeout> | undefined;
  #typingSentAt = 0;
  #confirmed = new Map<string, number>();
  #receipt: ReturnType<typeof setTimeout> | undefined;
  #secondFetch: ReturnType<typeof setTimeout> | undefined;
  #fetchedAt = 0;
  isOpen = false;
  isOffline = false;
  isSlowed = false;
  companyTypes = false;
  changed: () => void = () => undefined;
  /** Called when a message of the company arrives that the visitor has not seen. */
  rang: () => void = () => undefined;

  constructor(page: PageOptions, config: ChatConfig, server: ChatServer, storage: PageStorage) {
    this.#page = page;
    this.config = config;
    this.#asksName = config.askName;
    this.server = server;
    this.#storage = storage;
    this.outbox = new Outbox(storage, server, {
      changed: () => this.changed(),
      stored: (message) => {
        this.isOffline = false;
        this.thread.add(message);
      },
      unknown: () => this.#forgetVisitor(),
      slowed: (isSlow) => {
        this.isSlowed = isSlow;
        this.changed();
      },
    });
  }

  /** Resumes the conversation that this browser started. */
  resume(): void {
    addEventListener(
      'online',
      safely(() => this.#reconnect()),
    );
    document.addEventListener(
      'visibilitychange',
      safely(() => {
        this.markSeen();
        this.#renew();
      }),
    );
    addEventListener(
      'storage',
      safely(() => {
        this.#start();
        this.changed();
      }),
    );
    setInterval(() => this.#renew(), renewalCheckMs);
    this.#start();
  }

  #renew(): void {
    const isOld = this.#fetchedAt > 0 && Date.now() - this.#fetchedAt > renewalMs;
    if (isOld && document.visibilityState === 'visible') safely(() => this.#fetchNewest())();
  }

  /** Returns true if the visitor must give a name before writing. */
  needsName(): boolean {
    const { token, name } = this.#storage.read();
    return this.#asksName && token === undefined && name === undefined;
  }

  callMe(name: string): void {
    this.#storage.change((current) => ({ ...current, name }));
    this.#start();
    this.changed();
  }

  write(body: string, file?: File): void {
    this.#stopTyping();
    // The next message starts another conversation.
    this.thread.isClosed = false;
    safely(async () => {
      await this.outbox.add(body, file);
      this.#start();
    })();
  }

  waiting(): readonly WaitingMessage[] {
    return this.outbox.waiting();
  }

  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.#storage.change((current) => ({ ...current, open: isOpen }));
    this.markSeen();
    this.changed();
  }

  /** Marks visible messages as seen, if the panel is open on a page in front. */
  markSeen(): void {
    if (!this.isOpen || document.visibilityState !== 'visible' || this.thread.unread().length === 0) return;
    this.thread.markSeen();
    this.#confirm();
    this.changed();
  }

  async older(): Promise<void> {
    const oldest = this.thread.oldest();
    if (oldest) this.thread.addOlder(await this.server.history(oldest.n));
    this.changed();
  }

  types(): void {
    if (Date.now() - this.#typingSentAt < typingBeatMs) return;
    this.#typingSentAt = Date.now();
    this.#socket?.send('typing', { state: 'composing' });
  }

  #stopTyping(): void {
    if (this.#typingSentAt === 0) return;
    this.#typingSentAt = 0;
    this.#socket?.send('typing', { state: 'paused' });
  }

  #reconnect(): void {
    this.#start();
    this.#socket?.reconnect();
    this.outbox.pump();
  }

  /** Identifies the visitor to the server: at once if known, else with the first message. */
  #start(): void {
    const { token, outbox = [] } = this.#storage.read();
    const hasReason = token !== undefined || outbox.length > 0;
    if (this.#isStarting || this.server.token !== undefined || !hasReason || this.needsName()) return;
    clearTimeout(this.#retry);
    this.#isStarting = true;
    safely(async () => {
      try {
        await this.#session();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        this.#startFailed(error);
      } finally {
        this.#isStarting = false;
        this.changed();
      }
    })();
  }

  async #session(): Promise<void> {
    const { token, name } = this.#storage.read();
    this.#usedToken = token;
    const session = await this.server.session({
      ...(token !== undefined && { token }),
      ...(token === undefined && name !== undefined && { name }),
    });
    this.server.token = session.token;
    this.#usedToken = session.token;
    this.isOffline = false;
    this.#storage.change((current) => ({ ...current, token: session.token, name: session.visitor.name }));
    this.thread.addNewest(session);
    this.#fetchedAt = Date.now();
    this.#socket?.close();
    this.#socket = this.#listen(session.visitor.id);
    this.markSeen();
    this.outbox.pump();
  }

  #startFailed(error: CallError): void {
    if (error.status === 401) {
      this.#forgetVisitor();
      return;
    }
    if (error.status === 400) {
      // A name is required since, or this one is refused: the visitor is asked for it.
      this.#asksName = true;
      this.#storage.change(({ name: _refused, ...rest }) => rest);
      return;
    }
    this.isOffline = true;
    this.#retry = setTimeout(() => this.#start(), Math.max(retryMs, error.retryAfterMs));
  }

  /** Handles a visitor that the server does not know any more: unsent messages start a new conversation. */
  #forgetVisitor(): void {
    this.server.token = undefined;
    this.#socket?.close();
    this.#socket = undefined;
    clearTimeout(this.#secondFetch);
    const refused = this.#usedToken;
    // Another tab may have begun a new conversation, which this one joins.
    this.#storage.change(({ token, ...rest }) =>
      token === undefined || token === refused ? rest : { ...rest, token },
    );
    this.thread.clear();
    this.#retry = setTimeout(() => this.#start(), 0);
    this.changed();
  }

  #listen(visitor: string): VisitorSocket {
    return new VisitorSocket(
      this.#page,
      { visitor, token: () => this.server.token ?? '' },
      {
        message: (message) => this.#arrived(message),
        refresh: safely(() => this.#fetchNewest()),
        read: (at) => {
          this.thread.companyRead(at);
          this.changed();
        },
        conversation: (isClosed) => {
          this.thread.isClosed = isClosed;
          this.changed();
        },
        presence: (state) => this.#companyTyping(state === 'composing' || state === 'recording'),
        joined: () => {
          this.isOffline = false;
          this.#confirmed.clear();
          safely(() => this.#fetchNewest())();
          // A message that was sent a moment ago was not published yet, and appears only once it counts as sent.
          clearTimeout(this.#secondFetch);
          this.#secondFetch = setTimeout(
            safely(() => this.#fetchNewest()),
            retryMs,
          );
          this.outbox.pump();
          this.changed();
        },
        lost: () => {
          this.isOffline = true;
          this.#companyTyping(false);
        },
      },
    );
  }

  async #fetchNewest(): Promise<void> {
    try {
      const missed = this.thread.addNewest(await this.server.history());
      this.#fetchedAt = Date.now();
      this.#confirm();
      this.markSeen();
      this.changed();
      if (missed.length > 0) this.#ring();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status === 401) this.#forgetVisitor();
      else
        setTimeout(
          safely(() => this.#fetchNewest()),
          Math.max(retryMs, error.retryAfterMs),
        );
    }
  }

  #arrived(message: ChatMessage): void {
    const isNew = this.thread.add(message);
    if (message.from === 'visitor') this.outbox.drop(message.id);
    else {
      this.#companyTyping(false);
      this.#confirm();
    }
    this.markSeen();
    this.changed();
    if (isNew && message.from === 'company') this.#ring();
  }

  #ring(): void {
    if (!this.isOpen || document.visibilityState !== 'visible') this.rang();
  }

  /** Not while the socket is disconnected: joining confirms everything. */
  #confirm(): void {
    const socket = this.#socket;
    if (!socket?.isJoined) return;
    for (const [event, ack] of [
      ['received', 2],
      ['read', 3],
    ] as const) {
      const ids = this.thread
        .unconfirmed(ack)
        .map(({ id }) => id)
        .filter((id) => (this.#confirmed.get(id) ?? 1) < ack);
      for (let from = 0; from < ids.length; from += perReceipt) {
        const some = ids.slice(from, from + perReceipt);
        for (const id of some) this.#confirmed.set(id, ack);
        void socket.confirm(event, { ids: some }).then((isAccepted) => {
          if (!isAccepted) this.#confirmAgain(some, ack);
        });
      }
    }
  }

  #confirmAgain(ids: readonly string[], ack: 2 | 3): void {
    for (const id of ids) if (this.#confirmed.get(id) === ack) this.#confirmed.delete(id);
    clearTimeout(this.#receipt);
    this.#receipt = setTimeout(() => this.#confirm(), retryMs);
  }

  #companyTyping(types: boolean): void {
    clearTimeout(this.#typingOver);
    this.companyTypes = types;
    if (types) this.#typingOver = setTimeout(() => this.#companyTyping(false), typingShownMs);
    this.changed();
  }
}
