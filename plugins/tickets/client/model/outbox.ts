import type { MessageView } from '../../contract.ts';
import { newId } from '@balcao/sdk/client';
import { unsentChanged, unsentName } from './unsent.ts';

/** A message that the server does not have yet. */
export interface OutboxEntry {
  clientId: string;
  ticketId: number;
  userId: number;
  body: string;
  quoted: MessageView['quotedMsg'];
  createdAt: string;
  /** `waiting`: for its turn or for the network; `failed`: refused, with the reason in `error`. */
  state: 'waiting' | 'sending' | 'failed';
  error: string | null;
  file: OutboxFile | null;
  /** An internal note. */
  internal?: boolean | undefined;
  /** The subject, where the channel's messages have one. */
  subject?: string | undefined;
  /** True when it is signed; undefined: by the company's setting. */
  signed?: boolean | undefined;
  /** Progress of the upload, 0 to 1. */
  progress: number;
}
export interface OutboxFile {
  /** Key of the file on the device. */
  id: string;
  file: File;
  /** `blob:` address of its preview. */
  preview: string;
  kind: 'image' | 'audio' | 'video' | 'document';
}
export type NewEntry = Pick<
  OutboxEntry,
  'ticketId' | 'userId' | 'body' | 'quoted' | 'file' | 'internal' | 'signed' | 'subject'
>;
/** An entry as it is stored on the device: the file is stored separately. */
type StoredEntry = Omit<OutboxEntry, 'file'> & { file: Pick<OutboxFile, 'id' | 'kind'> | null };

export interface OutboxPorts {
  /** Sends an entry to the server; sent twice it makes one message, by its clientId. */
  deliver(
    entry: OutboxEntry,
    options: { onProgress(fraction: number): void; signal: AbortSignal },
  ): Promise<MessageView[]>;
  /** Until the returned promise resolves, the entry stands for the stored message. */
  onDelivered(entry: OutboxEntry, messages: MessageView[]): void | Promise<void>;
  /** Returns the code of a refusal, or undefined for a passing failure, after which the entry waits. */
  refusal(error: unknown): string | undefined;
  /** An entry was refused, and stays until its writer tries it again or cancels it. */
  onRefused?(entry: OutboxEntry): void;
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Loads a file stored on the device, with the address of its preview; undefined: it is gone. */
  fetchFile?(stored: Pick<OutboxFile, 'id' | 'kind'>): Promise<OutboxFile | undefined>;
  /** True while its author is signed in: waiting entries are sent in nobody else's name. Absent: always. */
  isWriterHere?(): boolean;
  /** Milliseconds until a waiting entry is retried. */
  pause?: number;
}

const none: readonly OutboxEntry[] = [];

/**
 * Sends in order, one at a time per conversation. Entries are stored on the device until the server has them, so
 * neither a lost network nor a closed window loses text or files.
 */
export class Outbox {
  readonly #userId: number;
  readonly #ports: OutboxPorts;
  readonly #listeners = new Set<() => void>();
  readonly #busy = new Set<number>();
  readonly #aborts = new Map<string, AbortController>();
  #byTicket = new Map<number, readonly OutboxEntry[]>();
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Files of the previous window are loading: nothing is sent until then, so that nothing overtakes. */
  #isRestoring = false;

  constructor(userId: number, ports: OutboxPorts) {
    this.#userId = userId;
    this.#ports = ports;
    const stored = this.#restore();
    if (stored.some(({ file }) => file !== null)) void this.#restoreFiles(stored);
    else for (const entry of stored) this.#put({ ...entry, file: null });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the same array until something in it changes. */
  readonly of = (ticketId: number): readonly OutboxEntry[] => this.#byTicket.get(ticketId) ?? none;

  add(entry: NewEntry): OutboxEntry {
    const added: OutboxEntry = {
      ...entry,
      clientId: newId(),
      createdAt: new Date().toISOString(),
      state: 'waiting',
      error: null,
      progress: 0,
    };
    this.#put(added);
    this.#changed();
    void this.#work(added.ticketId);
    return added;
  }

  retry(clientId: string): void {
    const entry = this.#find(clientId);
    if (!entry) return;
    this.#put({ ...entry, state: 'waiting', error: null, progress: 0 });
    this.#changed();
    void this.#work(entry.ticketId);
  }

  /** Cancels an entry and its upload. */
  discard(clientId: string): OutboxEntry | undefined {
    const entry = this.#find(clientId);
    this.#aborts.get(clientId)?.abort();
    if (entry) this.#drop(entry);
    return entry;
  }

  /** Retries after the network is back, or the window was opened again. */
  resume(): void {
    for (const ticketId of this.#byTicket.keys()) void this.#work(ticketId);
  }

  stop(): void {
    clearTimeout(this.#again);
    for (const abort of this.#aborts.values()) abort.abort();
  }

  async #work(ticketId: number): Promise<void> {
    if (this.#isRestoring || this.#busy.has(ticketId)) return;
    this.#busy.add(ticketId);
    try {
      for (let entry = this.#next(ticketId); entry; entry = this.#next(ticketId)) {
        if (this.#ports.isWriterHere?.() === false || !(await this.#send(entry))) break;
      }
    } finally {
      this.#busy.delete(ticketId);
    }
  }

  #next(ticketId: number): OutboxEntry | undefined {
    return this.of(ticketId).find((entry) => entry.state === 'waiting');
  }

  /** False when the network is down: the following ones wait too, so that nothing overtakes. */
  async #send(entry: OutboxEntry): Promise<boolean> {
    const abort = new AbortController();
    this.#aborts.set(entry.clientId, abort);
    this.#put({ ...entry, state: 'sending' });
    this.#changed();
    try {
      const messages = await this.#ports.deliver(entry, {
        signal: abort.signal,
        onProgress: (progress) => this.#progress(entry.clientId, progress),
      });
      const shown = this.#ports.onDelivered(entry, messages);
      if (shown) await shown;
      this.#drop(entry);
      return true;
    } catch (error) {
      if (abort.signal.aborted) return true;
      const refusal = this.#ports.refusal(error);
      this.#put({ ...entry, state: refusal ? 'failed' : 'waiting', error: refusal ?? null, progress: 0 });
      this.#changed();
      if (refusal) this.#ports.onRefused?.(entry);
      else this.#tryAgainLater();
      return Boolean(refusal);
    } finally {
      this.#aborts.delete(entry.clientId);
    }
  }

  #tryAgainLater(): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.resume(), this.#ports.pause ?? 3000);
  }

  #progress(clientId: string, progress: number): void {
    const entry = this.#find(clientId);
    if (!entry) return;
    this.#put({ ...entry, progress });
    this.#notify();
  }

  #find(clientId: string): OutboxEntry | undefined {
    for (const entries of this.#byTicket.values()) {
      const found = entries.find((entry) => entry.clientId === clientId);
      if (found) return found;
    }
    return undefined;
  }

  #put(entry: OutboxEntry): void {
    const entries = this.of(entry.ticketId);
    const known = entries.some((each) => each.clientId === entry.clientId);
    this.#byTicket.set(
      entry.ticketId,
      known ? entries.map((each) => (each.clientId === entry.clientId ? entry : each)) : [...entries, entry],
    );
  }

  #drop(entry: OutboxEntry): void {
    const left = this.of(entry.ticketId).filter((each) => each.clientId !== entry.clientId);
    this.#byTicket.set(entry.ticketId, left);
    this.#changed([entry.clientId]);
  }

  /** `gone`: entries that are no longer to be stored. */
  #changed(gone: readonly string[] = []): void {
    this.#keep(gone);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  get #name(): string {
    return unsentName(this.#userId);
  }

  #keep(gone: readonly string[]): void {
    const ours = [...this.#byTicket.values()].flat().map((entry): StoredEntry => {
      const file = entry.file && { id: entry.file.id, kind: entry.file.kind };
      return { ...entry, file };
    });
    const known = new Set([...gone, ...ours.map(({ clientId }) => clientId)]);
    // Entries of another window of this person, or of the previous one that are not loaded yet, must not be
    // overwritten.
    const stored = [...this.#restore().filter(({ clientId }) => !known.has(clientId)), ...ours];
    try {
      if (stored.length > 0) this.#ports.store.setItem(this.#name, JSON.stringify(stored));
      else this.#ports.store.removeItem(this.#name);
    } catch {
      // Storage is full or forbidden: entries last as long as the window.
    }
    unsentChanged();
  }

  #restore(): StoredEntry[] {
    try {
      const stored = JSON.parse(this.#ports.store.getItem(this.#name) ?? '[]') as StoredEntry[];
      return stored.map((entry) => (entry.state === 'sending' ? { ...entry, state: 'waiting', progress: 0 } : entry));
    } catch {
      return [];
    }
  }

  async #restoreFiles(stored: readonly StoredEntry[]): Promise<void> {
    this.#isRestoring = true;
    const restored: OutboxEntry[] = [];
    const lost: string[] = [];
    for (const entry of stored) {
      const file = entry.file && (await this.#ports.fetchFile?.(entry.file).catch(() => undefined));
      // Without its file only the text is left to send.
      if (file || entry.body.trim() !== '') restored.push({ ...entry, file: file ?? null });
      else lost.push(entry.clientId);
    }
    const begun = [...this.#byTicket.values()].flat();
    this.#byTicket = new Map();
    for (const entry of [...restored, ...begun]) this.#put(entry);
    this.#isRestoring = false;
    this.#changed(lost);
    this.resume();
  }
}
