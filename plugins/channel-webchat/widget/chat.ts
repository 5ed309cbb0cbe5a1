import type { ChatConfig, ChatMessage } from '../contract.ts';
import type { Keep } from './keep.ts';
import { Line } from './line.ts';
import { Outbox, type Waiting } from './outbox.ts';
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
  readonly #keep: Keep;
  #line: Line | undefined;
  #isBeginning = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #typingOver: ReturnType<typeof setTimeout> | undefined;
  #toldTyping = 0;
  #told = new Map<string, number>();
  #receipt: ReturnType<typeof setTimeout> | undefined;
  #secondLook: ReturnType<typeof setTimeout> | undefined;
  #fetchedAt = 0;
  isOpen = false;
  isOffline = false;
  isSlowed = false;
  companyTypes = false;
  changed: () => void = () => undefined;
  /** Called when a message of the company arrives that the visitor has not seen. */
  rang: () => void = () => undefined;

  constructor(page: PageOptions, config: ChatConfig, server: ChatServer, keep: Keep) {
    this.#page = page;
    this.config = config;
    this.server = server;
    this.#keep = keep;
    this.outbox = new Outbox(keep, server, {
      changed: () => this.changed(),
      stored: (message) => {
        this.isOffline = false;
        this.thread.take(message);
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
      safely(() => this.#hurry()),
    );
    document.addEventListener(
      'visibilitychange',
      safely(() => {
        this.look();
        this.#renew();
      }),
    );
    addEventListener(
      'storage',
      safely(() => {
        this.#begin();
        this.changed();
      }),
    );
    setInterval(() => this.#renew(), renewalCheckMs);
    this.#begin();
  }

  #renew(): void {
    const isOld = this.#fetchedAt > 0 && Date.now() - this.#fetchedAt > renewalMs;
    if (isOld && document.visibilityState === 'visible') safely(() => this.#fetchNewest())();
  }

  /** Returns true if the visitor must give a name before writing. */
  needsName(): boolean {
    const { token, name } = this.#keep.read();
    return this.config.askName && token === undefined && name === undefined;
  }

  callMe(name: string): void {
    this.#keep.change((kept) => ({ ...kept, name }));
    this.#begin();
    this.changed();
  }

  write(body: string, file?: File): void {
    this.#stopTyping();
    // The next message starts another conversation.
    this.thread.isClosed = false;
    safely(async () => {
      await this.outbox.add(body, file);
      this.#begin();
    })();
  }

  waiting(): readonly Waiting[] {
    return this.outbox.waiting();
  }

  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.#keep.change((kept) => ({ ...kept, open: isOpen }));
    this.look();
    this.changed();
  }

  /** Marks visible messages as seen, if the panel is open on a page in front. */
  look(): void {
    if (!this.isOpen || document.visibilityState !== 'visible' || this.thread.unread().length === 0) return;
    this.thread.look();
    this.#confirm();
    this.changed();
  }

  async older(): Promise<void> {
    const oldest = this.thread.oldest();
    if (oldest) this.thread.takeOlder(await this.server.history(oldest.n));
    this.changed();
  }

  types(): void {
    if (Date.now() - this.#toldTyping < typingBeatMs) return;
    this.#toldTyping = Date.now();
    this.#line?.send('typing', { state: 'composing' });
  }

  #stopTyping(): void {
    if (this.#toldTyping === 0) return;
    this.#toldTyping = 0;
    this.#line?.send('typing', { state: 'paused' });
  }

  #hurry(): void {
    this.#begin();
    this.#line?.hurry();
    this.outbox.pump();
  }

  /** Identifies the visitor to the server: at once if known, else with the first message. */
  #begin(): void {
    const { token, outbox = [] } = this.#keep.read();
    const hasReason = token !== undefined || outbox.length > 0;
    if (this.#isBeginning || this.server.token !== undefined || !hasReason || this.needsName()) return;
    clearTimeout(this.#retry);
    this.#isBeginning = true;
    safely(async () => {
      try {
        await this.#session();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        this.#notBegun(error);
      } finally {
        this.#isBeginning = false;
        this.changed();
      }
    })();
  }

  async #session(): Promise<void> {
    const { token, name } = this.#keep.read();
    const session = await this.server.session({
      ...(token !== undefined && { token }),
      ...(token === undefined && name !== undefined && { name }),
    });
    this.server.token = session.token;
    this.isOffline = false;
    this.#keep.change((kept) => ({ ...kept, token: session.token, name: session.visitor.name }));
    this.thread.takeNewest(session);
    this.#fetchedAt = Date.now();
    this.#line?.close();
    this.#line = this.#listen(session.visitor.id);
    this.look();
    this.outbox.pump();
  }

  #notBegun(error: CallError): void {
    if (error.status === 401) {
      this.#forgetVisitor();
      return;
    }
    if (error.status === 400) {
      this.#keep.change(({ name: _refused, ...kept }) => kept);
      return;
    }
    this.isOffline = true;
    this.#retry = setTimeout(() => this.#begin(), Math.max(retryMs, error.retryAfterMs));
  }

  /** Handles a visitor that the server does not know any more: unsent messages start a new conversation. */
  #forgetVisitor(): void {
    this.server.token = undefined;
    this.#line?.close();
    this.#line = undefined;
    clearTimeout(this.#secondLook);
    this.#keep.change(({ token: _gone, ...kept }) => kept);
    this.thread.clear();
    this.#retry = setTimeout(() => this.#begin(), 0);
    this.changed();
  }

  #listen(visitor: string): Line {
    return new Line(
      this.#page,
      { visitor, token: () => this.server.token ?? '' },
      {
        message: (message) => this.#arrived(message),
        news: safely(() => this.#fetchNewest()),
        read: (at) => {
          this.thread.companyRead(at);
          this.changed();
        },
        standing: (isClosed) => {
          this.thread.isClosed = isClosed;
          this.changed();
        },
        presence: (state) => this.#companyTyping(state === 'composing' || state === 'recording'),
        joined: () => {
          this.isOffline = false;
          this.#told.clear();
          safely(() => this.#fetchNewest())();
          // A message that was sent a moment ago was not published yet, and appears only once it counts as sent.
          clearTimeout(this.#secondLook);
          this.#secondLook = setTimeout(
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
      const missed = this.thread.takeNewest(await this.server.history());
      this.#fetchedAt = Date.now();
      this.#confirm();
      this.look();
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
    const isNew = this.thread.take(message);
    if (message.from === 'visitor') this.outbox.drop(message.id);
    else {
      this.#companyTyping(false);
      this.#confirm();
    }
    this.look();
    this.changed();
    if (isNew && message.from === 'company') this.#ring();
  }

  #ring(): void {
    if (!this.isOpen || document.visibilityState !== 'visible') this.rang();
  }

  /** Not while the socket is disconnected: joining confirms everything. */
  #confirm(): void {
    const line = this.#line;
    if (!line?.isJoined) return;
    for (const [event, ack] of [
      ['received', 2],
      ['read', 3],
    ] as const) {
      const ids = this.thread
        .unconfirmed(ack)
        .map(({ id }) => id)
        .filter((id) => (this.#told.get(id) ?? 1) < ack);
      for (let from = 0; from < ids.length; from += perReceipt) {
        const some = ids.slice(from, from + perReceipt);
        for (const id of some) this.#told.set(id, ack);
        void line.confirm(event, { ids: some }).then((isTaken) => {
          if (!isTaken) this.#confirmAgain(some, ack);
        });
      }
    }
  }

  #confirmAgain(ids: readonly string[], ack: 2 | 3): void {
    for (const id of ids) if (this.#told.get(id) === ack) this.#told.delete(id);
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
