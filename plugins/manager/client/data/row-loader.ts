import { api, ApiError } from '@balcao/sdk/client';
import { rowsPerRequest, type PanelRow } from '../../panel.ts';
import type { PanelStore } from './panel-store.ts';

/** Rows come into view one after another; those of a moment are asked for together. */
const gathers = 60;
/** Milliseconds until rows whose request failed are asked for again. */
const retryAfter = 3_000;
/** A server that refuses the rows would refuse them again. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Loads rows that came into view, each once; again after a pause if their request failed. */
export class RowLoader {
  readonly #store: PanelStore;
  readonly #wanted = new Set<number>();
  readonly #loading = new Set<number>();
  /** Rows that were wanted again while they were being loaded. */
  readonly #still = new Set<number>();
  /** Numbers the times that the page was left or hidden. */
  #stops = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: PanelStore) {
    this.#store = store;
  }

  want(ids: readonly number[], pause = gathers): void {
    for (const id of ids) (this.#loading.has(id) ? this.#still : this.#wanted).add(id);
    if (this.#wanted.size > 0) this.#timer ??= setTimeout(() => void this.#load(), pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wanted.clear();
    this.#still.clear();
    this.#stops += 1;
  }

  async #load(): Promise<void> {
    this.#timer = undefined;
    const stops = this.#stops;
    let again: readonly number[] = [];
    // The last ones wanted are those on the screen: what was scrolled past comes later.
    const ids = [...this.#wanted].slice(-rowsPerRequest);
    for (const id of ids) {
      this.#wanted.delete(id);
      this.#loading.add(id);
    }
    try {
      const { tickets } = await api.get<{ tickets: PanelRow[] }>('/manager/rows', { ids: JSON.stringify(ids) });
      this.#store.fill(tickets, ids);
    } catch (error) {
      // After a stop only those that came into view since.
      if (!isRefused(error)) again = stops === this.#stops ? ids : ids.filter((id) => this.#still.has(id));
    } finally {
      for (const id of ids) {
        this.#loading.delete(id);
        this.#still.delete(id);
      }
    }
    this.want(again, again.length > 0 ? retryAfter : gathers);
  }
}
