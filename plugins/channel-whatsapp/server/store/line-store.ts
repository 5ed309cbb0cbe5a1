import { sql, type Scope } from '@balcao/sdk/server';
import { openSealing, type Sealing } from './sealing.ts';

/** One key of a line; `value` null: it is gone. */
export interface KeyChange {
  kind: string;
  name: string;
  value: string | null;
}

/** Messages that others may still ask for again. */
const sentDays = 7;

/** What a line must know to go on after a restart, on whichever node. */
export class LineStore {
  readonly #scope: Scope;
  readonly #connectionId: number;
  readonly #sealing: Sealing;

  private constructor(scope: Scope, connectionId: number, sealing: Sealing) {
    this.#scope = scope;
    this.#connectionId = connectionId;
    this.#sealing = sealing;
  }

  static async open(scope: Scope, connectionId: number): Promise<LineStore> {
    return new LineStore(scope, connectionId, await openSealing(scope));
  }

  /** What the telephone gave this device; null: it is not linked. */
  async creds(): Promise<string | null> {
    const row = await this.#scope.sql.one<{ creds: string }>(
      sql`select creds from channel_whatsapp.line where connection_id = ${this.#connectionId}`,
    );
    return row ? this.#sealing.open(row.creds, this.#place('creds', '')) : null;
  }

  async keepCreds(creds: string): Promise<void> {
    const sealed = this.#sealing.seal(creds, this.#place('creds', ''));
    await this.#scope.sql.run(
      sql`insert into channel_whatsapp.line (connection_id, creds) values (${this.#connectionId}, ${sealed})
          on conflict (company_id, connection_id) do update set creds = excluded.creds, updated_at = now()`,
    );
  }

  async keys(kind: string, names: readonly string[]): Promise<Record<string, string>> {
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
        return value === undefined ? [] : [[name, this.#sealing.open(value, this.#place(kind, name))] as const];
      }),
    );
  }

  /** All of a kind that names itself, oldest first. */
  async all(kind: string): Promise<string[]> {
    const rows = await this.#scope.sql.rows<{ value: string }>(
      sql`select value from channel_whatsapp.key
           where connection_id = ${this.#connectionId} and kind = ${kind} order by updated_at`,
    );
    return rows.map(({ value }) => this.#sealing.open(value, this.#place(kind, '')));
  }

  /** All of it or nothing: a message that was deciphered and its key move on together. */
  async change(changes: readonly KeyChange[]): Promise<void> {
    const kept = changes.flatMap(({ kind, name, value }) =>
      value === null
        ? []
        : [{ kind, name: this.#digest(kind, name), value: this.#sealing.seal(value, this.#place(kind, name)) }],
    );
    const gone = changes
      .filter(({ value }) => value === null)
      .map(({ kind, name }) => ({ kind, name: this.#digest(kind, name) }));
    // One statement is one transaction.
    await this.#scope.sql.run(
      sql`with gone as (
            delete from channel_whatsapp.key k
             using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) g (kind text, name text)
             where k.connection_id = ${this.#connectionId} and k.kind = g.kind and k.name = decode(g.name, 'hex'))
          insert into channel_whatsapp.key (connection_id, kind, name, value)
          select ${this.#connectionId}, n.kind, decode(n.name, 'hex'), n.value
            from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) n (kind text, name text, value text)
          on conflict (company_id, connection_id, kind, name) do update set value = excluded.value, updated_at = now()`,
    );
  }

  async forgetOldSent(): Promise<void> {
    await this.#scope.sql.run(
      sql`delete from channel_whatsapp.key
           where connection_id = ${this.#connectionId} and kind = 'sent' and updated_at < now() - make_interval(days => ${sentDays})`,
    );
  }

  /** The device is not linked any more: nothing of it is of use, or anybody's business. */
  async wipe(): Promise<void> {
    await this.#scope.tx(async (inner) => {
      await inner.sql.run(sql`delete from channel_whatsapp.key where connection_id = ${this.#connectionId}`);
      await inner.sql.run(sql`delete from channel_whatsapp.line where connection_id = ${this.#connectionId}`);
    });
  }

  /** Messages name themselves inside, and are read without their names. */
  #place(kind: string, name: string): string {
    return `${this.#connectionId}/${kind}/${kind === 'inbound' ? '' : name}`;
  }
  #digest(kind: string, name: string): string {
    return this.#sealing.digest(`${this.#connectionId}/${kind}/${name}`).toString('hex');
  }
}
