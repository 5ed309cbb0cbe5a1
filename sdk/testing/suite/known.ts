import type pg from 'pg';
import { quoted, tablesOf, type Table } from './catalogue.ts';
import type { Known } from './routes.ts';

const camel = (text: string): string => text.replace(/[-_]([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

/** Only what names a row: what a company wrote is what must not come back. */
const names = (table: Table, column: string, value: unknown, secret: string): value is string | number => {
  if (column === 'company_id') return false;
  const points = table.references.some(({ columns }) => columns.includes(column));
  if (typeof value === 'number')
    return points || table.unique.includes(column) || column === 'id' || column.endsWith('_id');
  return typeof value === 'string' && value !== '' && table.unique.includes(column) && !value.includes(secret);
};

/** What a company's rows are called by: `bookId` for the id of its `book`, and every key and reference by its column. */
export const knownOf = async (
  client: Pick<pg.Pool, 'query'>,
  schemas: readonly string[],
  company: number,
  secret: string,
): Promise<Known> => {
  const known: Record<string, string | number | boolean> = {};
  const learn = (name: string, value: string | number): void => {
    known[name] ??= value;
  };
  const tables = await tablesOf(client, schemas);
  // What the plugin keeps itself counts before what it builds upon.
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
