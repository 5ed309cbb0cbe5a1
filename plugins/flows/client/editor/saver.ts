/** Stores the draft a moment after each change: one request at a time, and nothing over somebody else's change. */
import type { FlowConflict, FlowTriggerChoice, SavedFlow, SaveFlow } from '../../graph/wire.ts';
import { writeData, type FlowDocument } from '../document/document.ts';

export type SaveStatus =
  | { kind: 'saved'; at: number | undefined }
  | { kind: 'waiting' | 'saving' }
  /** A new flow has no name yet, without which it cannot be stored. */
  | { kind: 'unnamed' }
  | { kind: 'conflict'; conflict: FlowConflict }
  | { kind: 'failed'; error: unknown };

interface SaverOptions {
  flowId: number | undefined;
  draftRev: number | undefined;
  /** The stored drawing. */
  stored: FlowDocument;
  /** Sends the draft or publishes it. */
  send(flowId: number | undefined, body: SaveFlow): Promise<SavedFlow>;
  conflictOf(error: unknown): FlowConflict | undefined;
  onStatus(status: SaveStatus): void;
  onSaved(saved: SavedFlow): void;
  wait?: number;
}

export class Saver {
  readonly #options: SaverOptions;
  #flowId: number | undefined;
  #draftRev: number | undefined;
  #stored: FlowDocument;
  #document: FlowDocument;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(options: SaverOptions) {
    this.#options = options;
    this.#flowId = options.flowId;
    this.#draftRev = options.draftRev;
    this.#stored = options.stored;
    this.#document = options.stored;
  }

  get isClean(): boolean {
    return this.#document === this.#stored;
  }
  get draftRev(): number | undefined {
    return this.#draftRev;
  }
  get flowId(): number | undefined {
    return this.#flowId;
  }

  changed(document: FlowDocument): void {
    this.#document = document;
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    if (this.isClean) return this.#options.onStatus({ kind: 'saved', at: undefined });
    if (document.title.trim() === '') return this.#options.onStatus({ kind: 'unnamed' });
    this.#options.onStatus({ kind: 'waiting' });
    this.#timer = setTimeout(() => void this.flush().catch(() => undefined), this.#options.wait ?? 2000);
  }

  /** Somebody else's draft took the place of ours, which was clean. */
  replaced(document: FlowDocument, draftRev: number): void {
    clearTimeout(this.#timer);
    this.#stored = document;
    this.#document = document;
    this.#draftRev = draftRev;
    this.#isStopped = false;
    this.#options.onStatus({ kind: 'saved', at: undefined });
  }

  /** Continues from the other draft's revision, so that ours takes its place. */
  keepMine(draftRev: number): Promise<void> {
    this.#draftRev = draftRev;
    this.#isStopped = false;
    return this.flush();
  }

  /** Stores what is not stored yet. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#after(async () => {
      if (this.isClean || this.#isStopped || this.#document.title.trim() === '') return;
      await this.#send({ publish: false });
    });
  }

  /** Stores and publishes; the error tells why it was refused. */
  publish(more: Pick<SaveFlow, 'note' | 'triggers'> = {}): Promise<SavedFlow> {
    clearTimeout(this.#timer);
    return this.#after(() => this.#send({ publish: true, ...more }));
  }

  /** Stores the occasions of the flow, with the draft. */
  async saveTriggers(triggers: readonly FlowTriggerChoice[]): Promise<void> {
    await this.#after(() => this.#send({ publish: false, triggers: [...triggers] }));
  }

  close(): void {
    clearTimeout(this.#timer);
    void this.flush().catch(() => undefined);
  }

  #after<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#request.then(step);
    this.#request = result.catch(() => undefined);
    return result;
  }

  async #send(more: Partial<SaveFlow>): Promise<SavedFlow> {
    const document = this.#document;
    this.#options.onStatus({ kind: 'saving' });
    try {
      const saved = await this.#options.send(this.#flowId, {
        title: document.title.trim(),
        data: writeData(document),
        ...(this.#draftRev !== undefined && { draftRev: this.#draftRev }),
        ...more,
      });
      this.#flowId = saved.id;
      this.#draftRev = saved.draftRev;
      this.#stored = document;
      this.#options.onSaved(saved);
      if (this.isClean) this.#options.onStatus({ kind: 'saved', at: Date.now() });
      else this.changed(this.#document);
      return saved;
    } catch (error) {
      const conflict = this.#options.conflictOf(error);
      if (conflict) this.#isStopped = true;
      this.#options.onStatus(conflict ? { kind: 'conflict', conflict } : { kind: 'failed', error });
      throw error;
    }
  }
}
