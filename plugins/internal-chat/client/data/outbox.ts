import { newId } from '@balcao/sdk/client';
import type { ChatMessageView } from '../../contract.ts';

/** A message on its way, or one that could not be sent and keeps its place. */
export interface Outgoing {
  clientId: string;
  chatId: number;
  /** Its writer: it is shown to nobody else, and sent in nobody else's name. */
  userId: number;
  message: string;
  files: readonly File[];
  quoted: ChatMessageView | null;
  ticketId: number | null;
  createdAt: string;
  error: unknown;
}
export type NewOutgoing = Omit<Outgoing, 'clientId' | 'createdAt' | 'error'>;

export interface OutboxPorts {
  /** Sends an item to the server; sent twice it makes one message, by its clientId. */
  deliver(item: Outgoing): Promise<void>;
  /** True while this person is signed in. */
  isWriterHere(userId: number): boolean;
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** The page was left, or its writer signed out, before the message was sent. */
const unsent = 'ERR_CHAT_MESSAGE_UNSENT';
const nameOf = (userId: number): string => `balcao.internal-chat.unsent.${userId}`;

/**
 * Sends one message at a time for each chat, so that they keep the order in which they were written. Texts are stored on
 * the device until the server has them; files last as long as the page.
 */
export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #listeners = new Set<() => void>();
  readonly #turns = new Map<number, Promise<void>>();
  readonly #restored = new Set<number>();
  #all: readonly Outgoing[] = [];

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Items of everybody who signed in on this page. */
  readonly all = (): readonly Outgoing[] => this.#all;

  /** Shows as failed what a former page of the person could not send. */
  restore(userId: number): void {
    if (this.#restored.has(userId)) return;
    this.#restored.add(userId);
    const known = new Set(this.#all.map(({ clientId }) => clientId));
    const former = this.#stored(userId).filter(({ clientId }) => !known.has(clientId));
    if (former.length > 0) this.#change([...former, ...this.#all]);
  }

  add(message: NewOutgoing): void {
    const item = { ...message, clientId: newId(), createdAt: new Date().toISOString(), error: undefined };
    this.#change([...this.#all, item]);
    this.#keep(item.userId);
    this.#queue(item);
  }

  retry(clientId: string): void {
    const item = this.#find(clientId);
    if (!item) return;
    this.#fail(clientId, undefined);
    this.#queue({ ...item, error: undefined });
  }

  discard(clientId: string): void {
    const item = this.#find(clientId);
    if (!item) return;
    this.#change(this.#all.filter((each) => each !== item));
    this.#keep(item.userId, clientId);
  }

  #queue(item: Outgoing): void {
    const turn = (this.#turns.get(item.chatId) ?? Promise.resolve()).then(() => this.#deliver(item));
    this.#turns.set(item.chatId, turn);
  }

  async #deliver(item: Outgoing): Promise<void> {
    if (!this.#ports.isWriterHere(item.userId)) return this.#fail(item.clientId, unsent);
    try {
      await this.#ports.deliver(item);
      this.discard(item.clientId);
    } catch (error) {
      this.#fail(item.clientId, error);
    }
  }

  #find(clientId: string): Outgoing | undefined {
    return this.#all.find((each) => each.clientId === clientId);
  }

  #fail(clientId: string, error: unknown): void {
    this.#change(this.#all.map((each) => (each.clientId === clientId ? { ...each, error } : each)));
  }

  #change(next: readonly Outgoing[]): void {
    this.#all = next;
    for (const listener of this.#listeners) listener();
  }

  #stored(userId: number): Outgoing[] {
    try {
      const stored = JSON.parse(this.#ports.store.getItem(nameOf(userId)) ?? '[]') as Outgoing[];
      return stored.map((item) => ({ ...item, userId, files: [], error: unsent }));
    } catch {
      return [];
    }
  }

  /** Stores what has a text or a conversation to send, beside what other windows of the person stored. */
  #keep(userId: number, gone?: string): void {
    const ours = this.#all.filter((item) => item.userId === userId && (item.message !== '' || item.ticketId !== null));
    const known = new Set([gone, ...ours.map(({ clientId }) => clientId)]);
    const items = [...this.#stored(userId).filter(({ clientId }) => !known.has(clientId)), ...ours];
    try {
      if (items.length === 0) this.#ports.store.removeItem(nameOf(userId));
      else this.#ports.store.setItem(nameOf(userId), JSON.stringify(items.map((item) => ({ ...item, files: [], error: null }))));
    } catch {
      // Storage is full or forbidden: items last as long as the page.
    }
  }
}
