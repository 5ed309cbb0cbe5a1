import type pg from 'pg';
import { quoted, type Table } from './catalogue.ts';
import type { Known } from './routes.ts';

const camel = (text: string): string => text.replace(/[-_]([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

/** Selects values that identify a row; texts written by a company must never be sent to another. */
const names = (table: Table, column: string, value: unknown, secret: string): value is string | number => {
  if (column === 'company_id') return false;
  const points = table.references.some(({ columns }) => columns.includes(column));
  if (typeof value === 'number')
    return points || table.unique.includes(column) || column === 'id' || column.endsWith('_id');
  return typeof value === 'string' && value !== '' && table.unique.includes(column) && !value.includes(secret);
};

/**
 * Returns the names and ids of a company's rows: `bookId` for the id of its `book`, and every key and reference by its
 * column. Rows of the schemas that come first take precedence.
 */
export const knownOf = async (
  client: Pick<pg.Pool, 'query'>,
  { schemas, tables }: { schemas: readonly string[]; tables: readonly Table[] },
  { company, secret }: { company: number; secret: string },
): Promise<Known> => {
  const known: Record<string, string | number | boolean> = {};
  const learn = (name: string, value: string | number): void => {
    known[name] ??= value;
  };
  for (const schema of schemas) {
    for (const table of tables.filter((one) => one.schema === schema)) {
      const { rows } = await client.query<Record<string, unknown>>(
        `select * from ${quoted(table.name)} where company_id = $1 limit 1`,
        [company],
      );
      for (const [column, value] of Object.entries(rows[0] ?? {})) {
        if (!names(table, column, value, secret)) continue;
        if (column === 'id') learn(`${camel(table.name.split('.')[1] ?? '')}Id`, value);
        learn(camel(column), value);
      }
    }
  }
  return known;
};
