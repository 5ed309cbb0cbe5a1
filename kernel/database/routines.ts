import { createHash } from 'node:crypto';
import type { Routine } from '@balcao/sdk/server';
import pg from 'pg';
import { endsTransaction, readCode } from './sql-code.ts';

/** Object that a routine created, dropped when the routine is gone or creates something else. */
type MadeObject = `function ${string}` | `procedure ${string}` | `view ${string}` | `trigger ${string}`;

interface AppliedRoutine {
  name: string;
  checksum: string;
  objects: MadeObject[];
}

/** Table in a plugin's schema that records the applied text of each routine. */
export const routineTable = 'migration_routine';

const changeOfShape = new Set([
  '42P13', // a function's return type or its parameter names changed
  '42P16', // a view's columns changed
]);

/** Keeps the functions, views and triggers of one plugin's schema equal to its code. */
export class Routines {
  readonly #client: pg.ClientBase;
  readonly #schema: string;
  readonly #routines: readonly Routine[];

  constructor(client: pg.ClientBase, schema: string, routines: readonly Routine[]) {
    this.#client = client;
    this.#schema = schema;
    this.#routines = routines;
  }

  /** Returns true when the database has another text of any routine. Runs outside a transaction. */
  async differ(): Promise<boolean> {
    const applied = await this.#applied();
    return (
      applied.size !== this.#routines.length ||
      this.#routines.some((routine) => applied.get(routine.name)?.checksum !== checksum(routine))
    );
  }

  /**
   * Applies the routines in the transaction of the migrations, after them. The message of an error begins with the
   * routine's name.
   */
  async apply(): Promise<void> {
    if (this.#routines.length === 0 && !(await this.#tableExists())) return;
    await this.#client.query(
      `create table if not exists ${this.#table} (
         name text primary key, checksum text not null, objects text[] not null, applied_at timestamptz not null default now())`,
    );
    const names = new Set(this.#routines.map(({ name }) => name));
    if (names.size < this.#routines.length) throw new Error('two routines have the same name');
    const applied = await this.#applied();
    for (const { name, objects } of applied.values()) {
      if (names.has(name)) continue;
      await named(name, () => this.#drop(objects));
      await this.#client.query(`delete from ${this.#table} where name = $1`, [name]);
    }
    // Routines call each other, so their bodies are checked when they are called.
    await this.#client.query('set local check_function_bodies = off');
    const gone = await this.#viewsGone(applied);
    for (const routine of this.#routines) {
      const before = applied.get(routine.name);
      if (before?.checksum !== checksum(routine) || before.objects.some((object) => gone.has(object)))
        await named(routine.name, () => this.#replace(routine, before));
    }
    await this.#client.query('set local check_function_bodies = on');
  }

  /** Finds views that are missing, because a migration drops a view to change the type of a column in it. */
  async #viewsGone(applied: ReadonlyMap<string, AppliedRoutine>): Promise<Set<MadeObject>> {
    const views = [...applied.values()]
      .flatMap(({ objects }) => objects)
      .filter((object) => object.startsWith('view '));
    const { rows } = await this.#client.query<{ view: MadeObject }>(
      `select v as view from unnest($1::text[]) v where to_regclass(substr(v, 6)) is null`,
      [views],
    );
    return new Set(rows.map(({ view }) => view));
  }

  async #replace(routine: Routine, before: AppliedRoutine | undefined): Promise<void> {
    const objects = objectsOf(routine, this.#schema);
    await this.#drop((before?.objects ?? []).filter((object) => !objects.includes(object)));
    const functions = objects.flatMap((object) => /^(?:function|procedure) (.+)$/.exec(object)?.[1] ?? []);
    const signatures = await this.#signatures(functions);
    await this.#client.query('savepoint routine');
    try {
      for (const statement of routine.sql) await this.#client.query(statement);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !changeOfShape.has(error.code ?? '')) throw error;
      await this.#client.query('rollback to savepoint routine');
      await this.#drop(objects);
      for (const statement of routine.sql) await this.#client.query(statement);
    }
    await this.#client.query('release savepoint routine');
    // A function with other parameters would exist beside the former one, and calls could still find that.
    const now = await this.#signatures(functions);
    for (const [signature, version] of signatures) {
      if (now.get(signature) === version) await this.#client.query(`drop routine ${signature}`);
    }
    await this.#client.query(
      `insert into ${this.#table} (name, checksum, objects) values ($1, $2, $3)
       on conflict (name) do update set checksum = excluded.checksum, objects = excluded.objects, applied_at = now()`,
      [routine.name, checksum(routine), objects],
    );
  }

  /** Returns all functions of these names by signature, with a value that changes whenever one is replaced. */
  async #signatures(functions: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.#client.query<{ signature: string; version: string }>(
      `select p.oid::regprocedure::text as signature, p.xmin::text || p.ctid::text as version
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname || '.' || p.proname = any ($1)`,
      [functions],
    );
    return new Map(rows.map(({ signature, version }) => [signature, version]));
  }

  async #drop(objects: readonly MadeObject[]): Promise<void> {
    // Triggers are dropped before the functions that they call.
    const order = ['trigger', 'view', 'function', 'procedure'];
    const kindOf = (object: MadeObject): number => order.indexOf(object.slice(0, object.indexOf(' ')));
    for (const object of objects.toSorted((a, b) => kindOf(a) - kindOf(b))) {
      const [kind, name = ''] = [object.slice(0, object.indexOf(' ')), object.slice(object.indexOf(' ') + 1)];
      if (kind === 'function' || kind === 'procedure') {
        for (const [signature] of await this.#signatures([name])) await this.#client.query(`drop routine ${signature}`);
      } else {
        await this.#client.query(`drop ${kind} if exists ${name}`);
      }
    }
  }

  get #table(): string {
    return `${pg.escapeIdentifier(this.#schema)}.${routineTable}`;
  }

  async #tableExists(): Promise<boolean> {
    const { rows } = await this.#client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
      this.#table,
    ]);
    return rows[0]?.exists ?? false;
  }

  async #applied(): Promise<Map<string, AppliedRoutine>> {
    if (!(await this.#tableExists())) return new Map();
    const { rows } = await this.#client.query<AppliedRoutine>(`select name, checksum, objects from ${this.#table}`);
    return new Map(rows.map((row) => [row.name, row]));
  }
}

const checksum = ({ sql }: Routine): string =>
  createHash('sha256')
    .update(sql.map((statement) => statement.replaceAll('\r\n', '\n').trim()).join(';\n'))
    .digest('hex');

const makes =
  /^\s*create\s+or\s+replace\s+(?:(function|procedure|view)\s+([a-z_][\w]*\.[a-z_][\w]*)|trigger\s+([a-z_]\w*)\s[\s\S]*?\son\s+([a-z_]\w*\.[a-z_]\w*))/i;
const allowed = /^\s*(?:grant|revoke|comment\s+on)\b/i;

/** Returns the objects that the statements create, and refuses statements that do not belong in a routine. */
const objectsOf = ({ sql }: Routine, schema: string): MadeObject[] => {
  const objects = sql.flatMap((statement): MadeObject[] => {
    const { code } = readCode(`${statement}\n`);
    const found = makes.exec(code);
    if (!found || endsTransaction(statement)) {
      if (allowed.test(code)) return [];
      throw new Error(
        `"${statement.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}": a routine creates or replaces functions, views and triggers, and grants or revokes their use; whatever else belongs into a migration`,
      );
    }
    const [, kind, name = '', trigger, table = ''] = found;
    const place = (kind ? name : table).split('.')[0];
    if (place !== schema) throw new Error(`it creates an object in ${place}, outside ${schema}`);
    return [kind ? (`${kind.toLowerCase()} ${name}` as MadeObject) : `trigger ${trigger} on ${table}`];
  });
  return [...new Set(objects)];
};

const named = async (name: string, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof Error) error.message = `routine ${name}: ${error.message}`;
    throw error;
  }
};
