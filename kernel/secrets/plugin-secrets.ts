import type { Pool } from 'pg';
import type { Secrets } from '@balcao/sdk/server';
import { SecretBox } from '../settings/secret-box.ts';

/**
 * Secrets of the whole installation, separate for each plugin, and the encryption of values that a plugin stores
 * itself.
 */
export class PluginSecrets {
  readonly #owner: Pool;
  readonly #box: SecretBox;
  /** Cached secrets. A secret never changes once it is created, so each node reads it once. */
  readonly #cache = new Map<string, Promise<string>>();

  /** `encryptionKey` has 32 bytes. */
  constructor(owner: Pool, encryptionKey: Buffer) {
    this.#owner = owner;
    this.#box = new SecretBox(encryptionKey);
  }

  forPlugin(companyId: number, plugin: string): Secrets {
    const locationOf = (name: string): string => `box:${companyId}:${plugin}:${name}`;
    return {
      box: {
        seal: (text, name) => this.#box.seal(text, locationOf(name)),
        open: (sealed, name) => {
          try {
            return this.#box.open(sealed, locationOf(name));
          } catch {
            return undefined;
          }
        },
      },
      once: (name, make) => {
        const key = `${plugin}:${name}`;
        const cached = this.#cache.get(key) ?? this.#find(plugin, name, make);
        this.#cache.set(key, cached);
        // A failure is not cached.
        cached.catch(() => this.#cache.get(key) === cached && this.#cache.delete(key));
        return cached;
      },
      get: async (name) => {
        const stored = await this.#stored(plugin, name);
        return stored === undefined ? undefined : this.#box.open(stored, `plugin:${plugin}:${name}`);
      },
      set: async (name, value) => {
        await this.#owner.query(
          `insert into kernel.plugin_secret (plugin, name, value) values ($1, $2, $3)
           on conflict (plugin, name) do update set value = excluded.value`,
          [plugin, name, this.#box.seal(value, `plugin:${plugin}:${name}`)],
        );
      },
    };
  }

  async #find(plugin: string, name: string, make: () => string | Promise<string>): Promise<string> {
    const place = `plugin:${plugin}:${name}`;
    const stored = await this.#stored(plugin, name);
    if (stored !== undefined) return this.#box.open(stored, place);
    await this.#owner.query(
      `insert into kernel.plugin_secret (plugin, name, value) values ($1, $2, $3) on conflict do nothing`,
      [plugin, name, this.#box.seal(await make(), place)],
    );
    // Another node may have created it first; the stored one is used by all.
    const winner = await this.#stored(plugin, name);
    if (winner === undefined) throw new Error(`the secret ${name} of ${plugin} was not stored`);
    return this.#box.open(winner, place);
  }

  async #stored(plugin: string, name: string): Promise<string | undefined> {
    const { rows } = await this.#owner.query<{ value: string }>(
      'select value from kernel.plugin_secret where plugin = $1 and name = $2',
      [plugin, name],
    );
    return rows[0]?.value;
  }
}
