/**
 * Bound SQL. Every `${value}` becomes a parameter; text cannot be spliced in by accident.
 * Compose with `sql` fragments, name tables and columns with `sql.id`, join lists with `sql.join`.
 */
export interface Sql {
  readonly text: readonly string[];
  readonly values: readonly unknown[];
}

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && Array.isArray((value as { text?: unknown }).text) && sqls.has(value);
const sqls = new WeakSet<object>();
const keptOnes = new WeakSet<object>();
const make = (text: string[], values: unknown[]): Sql => {
  const made = { text, values };
  sqls.add(made);
  return made;
};

const tag = (strings: TemplateStringsArray, ...values: unknown[]): Sql => {
  const text = [strings[0] ?? ''];
  const bound: unknown[] = [];
  values.forEach((value, index) => {
    const after = strings[index + 1] ?? '';
    if (isSql(value)) {
      text[text.length - 1] += value.text[0] ?? '';
      text.push(...value.text.slice(1));
      bound.push(...value.values);
      text[text.length - 1] += after;
    } else {
      bound.push(value);
      text.push(after);
    }
  });
  return make(text, bound);
};

const quote = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');

export const sql = Object.assign(tag, {
  /** A table or column name: `sql.id('tickets.ticket')`. */
  id: (name: string): Sql => make([quote(name)], []),
  /** Fragments joined: `sql.join(parts, sql` and `)`. */
  join: (parts: readonly Sql[], between: Sql = tag`, `): Sql =>
    parts.reduce((all, part, index) => (index === 0 ? part : tag`${all}${between}${part}`), tag``),
  /**
   * The same statement, whose plan PostgreSQL keeps on each connection: planning a few joins costs more than reading
   * forty rows through them. For what is asked all day with the same text, whatever its values. Not for a statement
   * whose best plan depends on its values, nor for texts that are composed in very many ways: a connection keeps forty.
   * A value without a type of its own needs one: `${label}::text`; without, the statement runs as any other does.
   * Inside a transaction nothing is kept.
   * Source: https://www.postgresql.org/docs/18/sql-prepare.html
   */
  kept: (query: Sql): Sql => {
    const same = make([...query.text], [...query.values]);
    keptOnes.add(same);
    return same;
  },
  /** Nothing: for a condition that does not apply. */
  empty: make([''], []),
});

/** The statement as PostgreSQL takes it: `$1`, `$2`, … and the values. */
export const compile = (query: Sql): { text: string; values: unknown[] } => ({
  text: query.text.reduce((all, part, index) => (index === 0 ? part : `${all}$${index}${part}`), ''),
  values: [...query.values],
});

/** Whether its plan is to be kept: `sql.kept`. */
export const isKept = (query: Sql): boolean => keptOnes.has(query);

/** Runs bound SQL inside the scope's company. `bigint` columns arrive as numbers, dates as `Date`. */
export interface SqlRunner {
  /** All rows. */
  rows<T extends object = Record<string, unknown>>(query: Sql): Promise<T[]>;
  /** The first row, or undefined. */
  one<T extends object = Record<string, unknown>>(query: Sql): Promise<T | undefined>;
  /** How many rows were written. */
  run(query: Sql): Promise<number>;
}
