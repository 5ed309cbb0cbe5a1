import type { ChatMessage } from '../contract.ts';
import { removeFile, storeFile, loadFile } from './file-storage.ts';
import type { PageStorage } from './page-storage.ts';
import { safely } from './safely.ts';
import { CallError, type ChatServer } from './server.ts';
import type { WaitingMessage } from './waiting-message.ts';

export interface OutboxEvents {
  /** The waiting messages or a file’s progress changed. */
  changed(): void;
  stored(message: ChatMessage): void;
  /** The server does not know the visitor (any more): call `pump` again once it does. */
  unknown(): void;
  /** Rate limited, or no longer. */
  slowed(isSlow: boolean): void;
}

const retryMs = 3_000;

const newId = (): string =>
  // Absent on pages without https.
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const final = (error: CallError): WaitingMessage['failure'] | undefined => {
  if (error.code === 'ERR_STORAGE_FULL' || error.code === 'ERR_DISK_FULL') return 'noRoom';
  if (error.status === 413) return 'tooLarge';
  if (error.status === 415 || error.code === 'ERR_FILE_INVALID') return 'fileType';
  return error.status === 400 || error.status === 422 ? 'refused' : undefined;
};

/** The visitor’s messages until the server has them: in order, one at a time, over reloads and outages. */
export class Outbox {
  readonly #storage: PageStorage;
  readonly #server: ChatServer;
  readonly #events: OutboxEvents;
  readonly progress = new Map<string, number>();
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(storage: PageStorage, server: ChatServer, events: OutboxEvents) {
    this.#storage = storage;
    this.#server = server;
    this.#events = events;
  }

  waiting(): readonly WaitingMessage[] {
    return this.#storage.read().outbox ?? [];
  }

  async add(body: string, file?: File): Promise<void> {
    const entry: WaitingMessage = { id: newId(), body, at: new Date().toISOString() };
    if (file) {
      entry.file = { name: file.name, size: file.size, mime: file.type };
      await storeFile(entry.id, file);
    }
    this.#change((all) => [...all, entry]);
    this.pump();
  }

  retry(id: string): void {
    this.#change((all) => all.map((entry) => (entry.id === id ? { ...entry, failure: undefined } : entry)));
    this.pump();
  }

  /** Removes a message: stored by the server, or discarded by the visitor. */
  drop(id: string): void {
    if (!this.waiting().some((entry) => entry.id === id)) return;
    this.progress.delete(id);
    this.#change((all) => all.filter((entry) => entry.id !== id));
    safely(removeFile)(id);
  }

  /** Sends the waiting messages. Does nothing while that is in progress, or the visitor is not identified. */
  pump(): void {
    clearTimeout(this.#timer);
    if (!this.#isBusy && this.#server.token !== undefined) safely(() => this.#run())();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    let wait: number | undefined;
    try {
      for (;;) {
        const next = this.waiting().find(({ failure }) => failure === undefined);
        if (!next) break;
        wait = await this.#send(next);
        if (wait !== undefined) break;
      }
    } finally {
      this.#isBusy = false;
    }
    this.#events.slowed(wait !== undefined && wait > retryMs);
    if (wait !== undefined && wait > 0) this.#timer = setTimeout(() => this.pump(), wait);
  }

  /** Returns the milliseconds to wait before the next attempt; undefined to continue. */
  async #send(entry: WaitingMessage): Promise<number | undefined> {
    try {
      const message = await this.#hand(entry);
      if (!message) return undefined;
      this.#events.stored(message);
      this.drop(entry.id);
      return undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.progress.delete(entry.id);
      const failure = final(error);
      if (failure !== undefined) {
        this.#fail(entry.id, failure);
        return undefined;
      }
      if (error.status === 401) {
        this.#events.unknown();
        return 0;
      }
      return Math.max(retryMs, error.retryAfterMs);
    }
  }

  async #hand({ id, body, file }: WaitingMessage): Promise<ChatMessage | undefined> {
    if (!file) return this.#server.write(id, body);
    const bytes = await loadFile(id);
    if (!bytes) {
      this.#fail(id, 'fileLost');
      return undefined;
    }
    return this.#server.attach(id, body, bytes, (part) => {
      this.progress.set(id, part);
      this.#events.changed();
    });
  }

  #fail(id: string, failure: NonNullable<WaitingMessage['failure']>): void {
    this.#change((all) => all.map((entry) => (entry.id === id ? { ...entry, failure } : entry)));
  }

  #change(change: (all: WaitingMessage[]) => WaitingMessage[]): void {
    this.#storage.change((state) => ({ ...state, outbox: change(state.outbox ?? []) }));
    this.#events.changed();
  }
}
