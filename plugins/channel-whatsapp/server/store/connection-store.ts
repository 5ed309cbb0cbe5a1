import { sql, type Scope } from '@balcao/sdk/server';
import type { HistoryMessage, SelfNamingKind } from '../connection/worker-protocol.ts';
import { openSealing, type Sealing } from './sealing.ts';

/** Stores one key of a connection; `value` null deletes it. */
export interface KeyChange {
  kind: string;
  /** The name as WhatsApp spells it; only its digest is stored. */
  name: string;
  value: string | null;
}

/**
 * Days for which the kinds below are stored. Sent messages: their receivers may request them again. With them the
 * receipts that members of a group have not sent yet, and the authors of a group’s messages, who get read receipts.
 */
const sentDays = 7;
const sentKinds = ['sent', 'group-sent', 'author'];

const selfNamingKinds: ReadonlySet<string> = new Set<SelfNamingKind>(['inbound', 'person', 'push-name']);

/** A message of the history that waits for its import, decrypted. */
export interface WaitingHistory {
  /** Digest of its key, in hex. */
  digest: string;
  encoded: string;
}

/**
 * The state that a connection needs after a restart, on any node. Values are encrypted. Names are stored as digests,
 * because they contain telephone numbers. Rows of other companies are invisible to these statements, and `company_id`
 * is filled in by the column’s default.
 */
export class ConnectionStore {
  readonly #scope: Scope;
  readonly #connectionId: number;
  readonly #sealing: Sealing;

  private constructor(scope: Scope, connectionId: number, sealing: Sealing) {
    this.#scope = scope;
    this.#connectionId = connectionId;
    this.#sealing = sealing;
  }

  static async open(scope: Scope, connectionId: number): Promise<ConnectionStore> {
    return new ConnectionStore(scope, connectionId, await openSealing(scope));
  }

  /** Returns the credentials of the linked device; null if it is not linked. */
  async creds(): Promise<string | null> {
    const row = await this.#scope.sql.one<{ creds: string }>(
      sql`select creds from channel_whatsapp.device where connection_id = ${this.#connectionId}`,
    );
    return row ? this.#sealing.open(row.creds, this.#context('creds', '')) : null;
  }

  async storeCreds(creds: string): Promise<void> {
    const sealed = this.#sealing.seal(creds, this.#context('creds', ''));
    await this.#scope.sql.run(
      sql`insert into channel_whatsapp.device (connection_id, creds) values (${this.#connectionId}, ${sealed})
          on conflict (company_id, connection_id) do update set creds = excluded.creds, updated_at = now()`,
    );
  }

  /** Returns the stored values of a kind by their names. */
  async readValues(kind: string, names: readonly string[]): Promise<Record<string, string>> {
    const digests = names.map((name) => this.#digest(kind, name));
    const rows = await this.#scope.sql.rows<{ name: string; value: string }>(
      sql`select encode(name, 'hex') as name, value from channel_whatsapp.key
           where connection_id = ${this.#connectionId} and kind = ${kind}
             and name = any(array(select decode(n, 'hex') from unnest(${digests}::text[]) n))`,
    );
    const found = new Map(rows.map(({ name, value }) => [name, value]));
    return Object.fromEntries(
      names.flatMap((name, index) => {
        const value = found.get(digests[index] ?? '');
        return value === undefined ? [] : [[name, this.#sealing.open(value, this.#context(kind, name))] as const];
      }),
    );
  }

  /** Returns all values of a kind, oldest first. */
  async readAll(kind: SelfNamingKind): Promise<string[]> {
    const rows = await this.#scope.sql.rows<{ value: string }>(
      sql`select value from channel_whatsapp.key
           where connection_id = ${this.#connectionId} and kind = ${kind} order by updated_at`,
    );
    return rows.map(({ value }) => this.#sealing.open(value, this.#context(kind, '')));
  }

  /**
   * Applies all changes or none: a deciphered message and its advanced key are stored together. Returns the number of
   * rows that were written or deleted.
   */
  async change(changes: readonly KeyChange[]): Promise<number> {
    const stored = changes.flatMap(({ kind, name, value }) =>
      value === null
        ? []
        : [{ kind, name: this.#digest(kind, name), value: this.#sealing.seal(value, this.#context(kind, name)) }],
    );
    const removed = changes
      .filter(({ value }) => value === null)
      .map(({ kind, name }) => ({ kind, name: this.#digest(kind, name) }));
    // One statement is one transaction.
    const row = await this.#scope.sql.one<{ count: number }>(
      sql`with deleted as (
            delete from channel_whatsapp.key k
             using jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) g (kind text, name text)
             where k.connection_id = ${this.#connectionId} and k.kind = g.kind and k.name = decode(g.name, 'hex')
            returning 1), stored as (
          insert into channel_whatsapp.key (connection_id, kind, name, value)
          select ${this.#connectionId}, n.kind, decode(n.name, 'hex'), n.value
            from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) n (kind text, name text, value text)
          on conflict (company_id, connection_id, kind, name) do update set value = excluded.value, updated_at = now()
          returning 1)
          select (select count(*) from deleted)::int + (select count(*) from stored)::int as count`,
    );
    return row?.count ?? 0;
  }

  async deleteOldSent(): Promise<void> {
    await this.#scope.sql.run(
      sql`delete from channel_whatsapp.key
           where connection_id = ${this.#connectionId} and kind = any(${sentKinds}::text[]) and updated_at < now() - make_interval(days => ${sentDays})`,
    );
  }

  /** Deletes everything of a device that is not linked any more. */
  async wipe(): Promise<void> {
    await this.#scope.tx(async (inner) => {
      await inner.sql.run(sql`delete from channel_whatsapp.key where connection_id = ${this.#connectionId}`);
      await inner.sql.run(sql`delete from channel_whatsapp.history where connection_id = ${this.#connectionId}`);
      await inner.sql.run(sql`delete from channel_whatsapp.device where connection_id = ${this.#connectionId}`);
    });
  }

  async storeHistory(messages: readonly HistoryMessage[]): Promise<void> {
    const rows = messages.map(({ key, at, encoded }) => ({
      name: this.#digest('history', key),
      at: new Date(at),
      value: this.#sealing.seal(encoded, this.#context('history', '')),
    }));
    await this.#scope.sql.run(
      sql`insert into channel_whatsapp.history (connection_id, name, sent_at, value)
          select ${this.#connectionId}, decode(n.name, 'hex'), n.at, n.value
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) n (name text, at timestamptz, value text)
          on conflict do nothing`,
    );
  }

  /** Returns the oldest messages. */
  async oldestHistory(limit: number): Promise<WaitingHistory[]> {
    const rows = await this.#scope.sql.rows<{ digest: string; value: string }>(
      sql`select encode(name, 'hex') as digest, value from channel_whatsapp.history
           where connection_id = ${this.#connectionId} order by sent_at, name limit ${limit}`,
    );
    return rows.map(({ digest, value }) => ({
      digest,
      encoded: this.#sealing.open(value, this.#context('history', '')),
    }));
  }
  async countHistory(): Promise<number> {
    const row = await this.#scope.sql.one<{ count: number }>(
      sql`select count(*)::int as count from channel_whatsapp.history where connection_id = ${this.#connectionId}`,
    );
    return row?.count ?? 0;
  }
  /** Deletes the messages with these digests. */
  async deleteHistory(digests: readonly string[]): Promise<void> {
    await this.#scope.sql.run(
      sql`delete from channel_whatsapp.history
           where connection_id = ${this.#connectionId}
             and name = any(array(select decode(n, 'hex') from unnest(${[...digests]}::text[]) n))`,
    );
  }
  async deleteAllHistory(): Promise<void> {
    await this.#scope.sql.run(sql`delete from channel_whatsapp.history where connection_id = ${this.#connectionId}`);
  }

  async storeHistoryProgress(isLast: boolean): Promise<void> {
    await this.#scope.sql.run(
      sql`update channel_whatsapp.device set history_received_at = now(), is_history_complete = is_history_complete or ${isLast}
           where connection_id = ${this.#connectionId}`,
    );
  }
  /** Returns how far the phone has sent its history; undefined if no device is linked. */
  async historyProgress(): Promise<
    { isComplete: boolean; secondsSinceLinked: number; secondsSinceLastPart: number | null } | undefined
  > {
    return this.#scope.sql.one(
      sql`select is_history_complete as "isComplete", extract(epoch from now() - linked_at)::float8 as "secondsSinceLinked",
                 extract(epoch from now() - history_received_at)::float8 as "secondsSinceLastPart"
            from channel_whatsapp.device where connection_id = ${this.#connectionId}`,
    );
  }

  /**
   * Returns the associated data of the encryption, which binds a value to its row: copied to another one it cannot be
   * decrypted. Values that contain their names are bound to their kind only, because the name is not known before.
   */
  #context(kind: string, name: string): string {
    return `${this.#connectionId}/${kind}/${selfNamingKinds.has(kind) ? '' : name}`;
  }
  #digest(kind: string, name: string): string {
    return this.#sealing.digest(`${this.#connectionId}/${kind}/${name}`).toString('hex');
  }
}
