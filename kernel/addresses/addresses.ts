import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Addresses, Log } from '@balcao/sdk/server';
import type { Signals } from '../tenants/ports.ts';

export interface ResolvedAddress {
  companyId: number;
  plugin: string;
  ref: string;
}

const channel = 'kernel_address';
const maxCached = 10_000;
/**
 * Lifetime of a cached address, in milliseconds. Revoked addresses are dropped at once by a message; this covers lost
 * messages.
 */
const cacheMs = 60_000;

/** Public addresses of things that belong to a company, cached because webhooks use the same few all day. */
export class AddressBook {
  readonly #owner: Pool;
  readonly #signals: Signals;
  readonly #log: Log;
  #cache = new Map<string, { at: number; address: Promise<ResolvedAddress | undefined> }>();
  #unlisten: (() => Promise<void>) | undefined;

  constructor(options: { owner: Pool; signals: Signals; log: Log }) {
    this.#owner = options.owner;
    this.#signals = options.signals;
    this.#log = options.log;
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#signals.listen(channel, (token) => this.#cache.delete(token), {
      onReconnect: () => this.#cache.clear(),
    });
  }

  async stop(): Promise<void> {
    await this.#unlisten?.();
  }

  addressesFor(companyId: number, plugin: string): Addresses {
    return {
      issue: (ref) => this.#issue(companyId, plugin, ref),
      revoke: (ref) => this.#revoke(companyId, plugin, ref),
    };
  }

  /** Returns the owner of an address, or undefined when it was never issued or was revoked. */
  async resolve(token: string): Promise<ResolvedAddress | undefined> {
    const cached = this.#cache.get(token);
    if (cached && Date.now() - cached.at < cacheMs) return cached.address;
    if (!/^[\w-]{20,64}$/.test(token)) return undefined;
    const address = this.#read(token);
    if (this.#cache.size >= maxCached) this.#cache.clear();
    this.#cache.set(token, { at: Date.now(), address });
    const found = await address.catch((error: unknown) => {
      this.#cache.delete(token);
      throw error;
    });
    // Unknown addresses are not cached: guesses must not fill the cache, and an address may be issued a moment after
    // it was looked up.
    if (!found) this.#cache.delete(token);
    return found;
  }

  async #read(token: string): Promise<ResolvedAddress | undefined> {
    const { rows } = await this.#owner.query<ResolvedAddress>(
      `select company_id as "companyId", plugin, ref from kernel.address where token = $1`,
      [token],
    );
    return rows[0];
  }

  async #issue(companyId: number, plugin: string, ref: string): Promise<string> {
    const { rows } = await this.#owner.query<{ token: string }>(
      `insert into kernel.address (token, company_id, plugin, ref) values ($1, $2, $3, $4)
       on conflict (company_id, plugin, ref) do update set ref = excluded.ref returning token`,
      [randomBytes(18).toString('base64url'), companyId, plugin, ref],
    );
    const row = rows[0];
    if (!row) throw new Error('an insert with returning answered no row');
    return row.token;
  }

  async #revoke(companyId: number, plugin: string, ref: string): Promise<void> {
    const { rows } = await this.#owner.query<{ token: string }>(
      `delete from kernel.address where company_id = $1 and plugin = $2 and ref = $3 returning token`,
      [companyId, plugin, ref],
    );
    for (const { token } of rows) {
      this.#cache.delete(token);
      await this.#signals.notify(channel, token).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'revocation of an address could not be announced to other nodes');
      });
    }
  }
}
