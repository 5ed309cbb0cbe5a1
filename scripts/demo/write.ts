import type { PoolClient } from 'pg';

type Row = Readonly<Record<string, unknown>>;

const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');

/** Inserts many rows in one statement. All have the keys of the first; keys are columns. */
export const insert = async (client: PoolClient, table: string, rows: readonly Row[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map(quoted).join(', ');
  await client.query(
    `insert into ${quoted(table)} (${columns}) select ${columns} from json_populate_recordset(null::${quoted(table)}, $1)`,
    [JSON.stringify(rows)],
  );
};

/** Reserves the next ids of a table from its own sequence. */
export const takeIds = async (client: PoolClient, table: string, count: number): Promise<number[]> => {
  const { rows } = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence($1, 'id'))::int as id from generate_series(1, $2)`,
    [table, count],
  );
  return rows.map(({ id }) => id);
};
