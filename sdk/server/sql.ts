/**
 * Bound SQL. Every `${value}` becomes a parameter, so text is never spliced in by accident. Compose with `sql`
 * fragments, quote tables and columns with `sql.id`, join lists with `sql.join`.
 */
export interface Sql {
  readonly text: readonly string[];
  readonly values: readonly unknown[];
}

/** A private class cannot be forged: parsed JSON is always a value, whatever its shape, and never statement text. */
class Fragment implements Sql {
  readonly text: readonly string[];
  readonly values: readonly unknown[];
  readonly #isPrepared: boolean;

  constructor(text: readonly string[], values: readonly unknown[], isPrepared = false) {
    this.text = text;
    this.values = values;
    this.#isPrepared = isPrepared;
  }

  static is(value: unknown): value is Fragment {
    return typeof value === 'object' && value !== null && #isPrepared in value;
  }

  static isPrepared(value: Sql): boolean {
    return #isPrepared in value && value.#isPrepared;
  }
}

/** Appends a fragment. */
const append = (text: string[], bound: unknown[], { text: [first = '', ...rest], values }: Sql): void => {
  text[text.length - 1] += first;
  text.push(...rest);
  bound.push(...values);
};

const tag = (strings: TemplateStringsArray, ...values: unknown[]): Sql => {
  const text = [strings[0] ?? ''];
  const bound: unknown[] = [];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    const after = strings[index + 1] ?? '';
    if (Fragment.is(value)) {
      append(text, bound, value);
      text[text.length - 1] += after;
    } else {
      bound.push(value);
      text.push(after);
    }
  }
  return new Fragment(text, bound);
};

const comma = tag`, `;

const quote = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');

export const sql = Object.assign(tag, {
  /** Quotes a table or column name: `sql.id('tickets.ticket')`. */
  id: (name: string): Sql => new Fragment([quote(name)], []),
  /** Joins fragments: `sql.join(parts, sql` and `)`. */
  join: (parts: readonly Sql[], between: Sql = comma): Sql => {
    const text = [''];
    const bound: unknown[] = [];
    parts.forEach((part, index) => {
      if (index > 0) append(text, bound, between);
      append(text, bound, part);
    });
    return new Fragment(text, bound);
  },
  /**
   * Marks a statement as prepared, so that PostgreSQL caches its plan on each connection: planning a few joins costs
   * more than reading forty rows through them. For frequent statements with constant text. Not for a statement whose
   * best plan depends on its values, nor for text composed in very many ways: a connection caches forty. A value
   * without a type of its own needs a cast, `${label}::text`; without it the statement runs unprepared. Inside a
   * transaction nothing is cached.
   *
   * Source: https://www.postgresql.org/docs/18/sql-prepare.html
   */
  prepared: ({ text, values }: Sql): Sql => new Fragment(text, values, true),
  /** An empty fragment, for a condition that does not apply. */
  empty: new Fragment([''], []),
});

/** Returns the statement in PostgreSQL's form: `$1`, `$2`, … and the values. */
export const compile = (query: Sql): { text: string; values: unknown[] } => ({
  text: query.text.reduce((all, part, index) => (index === 0 ? part : `${all}$${index}${part}`), ''),
  values: [...query.values],
});

/** Returns true if the plan of the statement is to be cached: `sql.prepared`. */
export const isPrepared = (query: Sql): boolean => Fragment.isPrepared(query);

/** Runs bound SQL inside the scope's company. `bigint` columns are returned as numbers, dates as `Date`. */
export interface SqlRunner {
  /** Returns all rows. */
  rows<T extends object = Record<string, unknown>>(query: Sql): Promise<T[]>;
  /** Returns the first row, or undefined. */
  one<T extends object = Record<string, unknown>>(query: Sql): Promise<T | undefined>;
  /** Returns the number of written rows. */
  run(query: Sql): Promise<number>;
}
