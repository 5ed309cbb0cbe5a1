import { api } from '@balcao/sdk/client';
import { rowsPerRequest, type PanelRow } from '../../panel.ts';
import type { PanelStore } from './panel-store.ts';

/** Rows come into view one after another; those of a moment are asked for together. */
const gathers = 60;

/** Loads rows that came into view, each once. */
export class RowLoader {
  readonly #store: PanelStore;
  readonly #wanted = new Set<number>();
  readonly #loading = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: PanelStore) {
    this.#store = store;
  }

  want(ids: readonly number[]): void {
    for (const id of ids) if (!this.#loading.has(id)) this.#wanted.add(id);
    if (this.#wanted.size > 0) this.#timer ??= setTimeout(() => void this.#load(), gathers);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted.clear();
  }

  async #load(): Promise<void> {
    this.#timer = undefined;
    // The last ones wanted are those on the screen: what was scrolled past comes later.
    const ids = [...this.#wanted].slice(-rowsPerRequest);
    for (const id of ids) {
      this.#wanted.delete(id);
      this.#loading.add(id);
    }
    try {
      const { tickets } = await api.get<{ tickets: PanelRow[] }>('/manager/rows', { ids: JSON.stringify(ids) });
      this.#store.fill(tickets, ids);
    } catch {
      // The rows stay skeletons, and are asked for again when they come into view.
    } finally {
      for (const id of ids) this.#loading.delete(id);
    }
    this.want([]);
  }
}
