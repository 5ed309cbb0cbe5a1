import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { quoted, tablesOf, type Check, type Column, type Table } from './catalogue.ts';

type Value = string | number | boolean | Date | Buffer | null;
type Row = Record<string, unknown>;

let counter = 0;
const fresh = (): number => (counter += 1);

/** Values that patterns in checks usually accept. */
const shapes = [
  '#4a5b6c',
  'abc',
  'a1b2c3d4',
  '12345678',
  '5511987654321',
  'alguem@teste.local',
  'https://teste.example',
  '2026-03-01',
  '09:30',
  'pt',
];

const literalsIn = (text: string): string[] =>
  [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, literal = '']) => literal.replaceAll("''", "'"));
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/-?\b\d+(?:\.\d+)?\b/g)].map(([number]) => Number(number));

const matching = (pattern: string): string[] => {
  try {
    return shapes.filter((shape) => new RegExp(pattern).test(shape));
  } catch {
    return [];
  }
};

/** Returns plausible values of a column, the likeliest first. Undefined: its default. */
const candidates = (column: Column, table: Table, secret: string): (Value | undefined)[] => {
  const checks = table.checks.filter(({ columns }) => columns.includes(column.name)).map(({ text }) => text);
  const literals = checks.flatMap(literalsIn);
  const type = column.type.replace(/\(.*\)/, '');
  const isUnique = table.unique.includes(column.name);
  const otherwise = column.hasDefault ? [undefined] : column.required ? [] : [null];
  if (column.labels.length > 0) return [...otherwise, ...column.labels];
  switch (type) {
    case 'text':
    case 'character varying':
    case 'character':
    case 'citext': {
      if (literals.length > 0)
        return [
          ...otherwise.filter((one) => one === undefined),
          ...literals.flatMap(matching),
          ...literals,
          ...otherwise,
        ];
      const maxLength = Number(/\((\d+)\)/.exec(column.type)?.[1] ?? 1_000);
      const plain = isUnique ? `u${randomBytes(9).toString('hex')}` : `${secret} ${fresh()}`;
      return [plain.slice(0, maxLength), ...shapes, ...otherwise];
    }
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'numeric':
    case 'real':
    case 'double precision': {
      const some = isUnique ? [10_000 + fresh()] : [];
      return [
        ...otherwise.filter((one) => one === undefined),
        ...some,
        1,
        0,
        ...checks.flatMap(numbersIn),
        ...otherwise,
      ];
    }
    case 'boolean':
      return [...otherwise.filter((one) => one === undefined), false, true];
    case 'uuid':
      return [randomUUID()];
    case 'date':
    case 'timestamp without time zone':
    case 'timestamp with time zone':
      return [new Date(), ...otherwise];
    case 'time without time zone':
    case 'time with time zone':
      return ['09:30', ...otherwise];
    case 'interval':
      return [...otherwise, '1 hour'];
    case 'json':
    case 'jsonb':
      return [...otherwise.filter((one) => one === undefined), '{}', '[]', ...otherwise];
    case 'bytea':
      return [Buffer.from(secret), ...otherwise];
    case 'inet':
      return ['127.0.0.1', ...otherwise];
    default:
      return column.type.endsWith('[]') ? [...otherwise, '{}'] : [...otherwise, ''];
  }
};

/** Inserts a row of one company into every empty table, derived from the schema. */
export class Filler {
  readonly #client: pg.PoolClient;
  readonly #tables: Map<string, Table>;
  readonly #company: number;
  readonly #secret: string;
  readonly #under = new Set<string>();
  /** Tables that stayed empty, with PostgreSQL's error. */
  readonly refused = new Map<string, string>();

  constructor(client: pg.PoolClient, tables: readonly Table[], company: number, secret: string) {
    this.#client = client;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#company = company;
    this.#secret = secret;
  }

  async all(): Promise<void> {
    for (const table of this.#tables.values()) await this.#ensure(table);
  }

  async #first(name: string): Promise<Row | undefined> {
    const { rows } = await this.#client.query<Row>(`select * from ${quoted(name)} where company_id = $1 limit 1`, [
      this.#company,
    ]);
    return rows[0];
  }

  /**
   * Returns a row of a table that is not filled here: the company's own, or for tables of the whole platform any row.
   */
  async #elsewhere(name: string): Promise<Row | undefined> {
    const { rows } = await this.#client.query<{ owned: boolean }>(
      `select exists (select from pg_attribute where attrelid = to_regclass($1) and attname = 'company_id') as owned`,
      [quoted(name)],
    );
    if (rows[0]?.owned) return this.#first(name);
    return (await this.#client.query<Row>(`select * from ${quoted(name)} limit 1`)).rows[0];
  }

  async #ensure(table: Table): Promise<Row | undefined> {
    const there = await this.#first(table.name);
    if (there || this.#under.has(table.name) || this.refused.has(table.name)) return there;
    this.#under.add(table.name);
    try {
      return await this.#insert(table);
    } finally {
      this.#under.delete(table.name);
    }
  }

  /** Returns the values of foreign keys; null if the referenced table is empty. */
  async #pointing(table: Table): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>([['company_id', this.#company]]);
    for (const { columns, target, targetColumns } of table.references) {
      if (target === 'kernel.company') {
        for (const column of columns) found.set(column, this.#company);
        continue;
      }
      const other = this.#tables.get(target);
      const row = other ? await this.#ensure(other) : await this.#elsewhere(target);
      columns.forEach((column, index) => {
        if (column !== 'company_id') found.set(column, row?.[targetColumns[index] ?? ''] ?? null);
      });
    }
    return found;
  }

  async #insert(table: Table): Promise<Row | undefined> {
    const fixed = await this.#pointing(table);
    const free = table.columns.filter(({ name, given }) => !given && !fixed.has(name));
    const choices = new Map(free.map((column) => [column.name, candidates(column, table, this.#secret)]));
    const at = new Map(free.map(({ name }) => [name, 0]));
    let reason = '';
    for (let attempt = 0; attempt < 80; attempt += 1) {
      const row = new Map(fixed);
      for (const [name, index] of at) row.set(name, choices.get(name)?.[index]);
      const failure = await this.#try(table, row);
      if (!failure) return this.#first(table.name);
      reason = failure.message;
      const blamed =
        table.checks.find(({ name }: Check) => name === failure.constraint)?.columns ??
        (failure.column ? [failure.column] : []);
      if (!step(at, choices, blamed)) break;
    }
    // A row with only the required columns satisfies more triggers.
    const bare = new Map(
      [...fixed].filter(([name]) => table.columns.some((column) => column.name === name && column.required)),
    );
    for (const { name, required, hasDefault } of free)
      if (required && !hasDefault) bare.set(name, choices.get(name)?.[0]);
    const failure = await this.#try(table, bare);
    if (!failure) return this.#first(table.name);
    this.refused.set(table.name, reason || failure.message);
    return undefined;
  }

  async #try(table: Table, row: ReadonlyMap<string, unknown>): Promise<pg.DatabaseError | undefined> {
    const filled = [...row].filter(([, value]) => value !== undefined);
    const text = `insert into ${quoted(table.name)} (${filled.map(([name]) => quoted(name)).join(', ')})
      values (${filled.map((_one, index) => `$${index + 1}`).join(', ')})`;
    await this.#client.query('savepoint row');
    try {
      await this.#client.query(
        text,
        filled.map(([, value]) => value),
      );
      await this.#client.query('release savepoint row');
      return undefined;
    } catch (error) {
      await this.#client.query('rollback to savepoint row');
      if (error instanceof pg.DatabaseError) return error;
      throw error;
    }
  }
}

/** Moves to the next combination of the columns' values; false if all were tried. */
const step = (
  at: Map<string, number>,
  choices: ReadonlyMap<string, unknown[]>,
  columns: readonly string[],
): boolean => {
  for (const column of columns) {
    const index = at.get(column);
    if (index === undefined) continue;
    if (index + 1 < (choices.get(column)?.length ?? 0)) {
      at.set(column, index + 1);
      return true;
    }
    at.set(column, 0);
  }
  return false;
};

/** Fills these tables for one company; returns those that stayed empty, with the reason. */
export const fillThese = async (
  pool: pg.Pool,
  tables: readonly Table[],
  company: number,
  secret: string,
): Promise<ReadonlyMap<string, string>> => {
  const client = await pool.connect();
  try {
    const filler = new Filler(client, tables, company, secret);
    await client.query(`begin; select set_config('app.company', kernel.company_mark(${Number(company)}), true)`);
    await filler.all();
    await client.query('commit');
    return filler.refused;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};

/** The same for all tables of these schemas. */
export const fillTables = async (
  pool: pg.Pool,
  schemas: readonly string[],
  company: number,
  secret: string,
): Promise<ReadonlyMap<string, string>> => fillThese(pool, await tablesOf(pool, schemas), company, secret);
