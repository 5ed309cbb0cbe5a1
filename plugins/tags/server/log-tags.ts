import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';

/** Bytes of names in one entry of the log; names beyond it are only counted. */
const maxBytes = 1500;

/** Names as they were at the time: a tag may be renamed or deleted later. */
const namesOf = (ids: readonly number[], names: ReadonlyMap<number, string>): { names: string[]; more: number } => {
  const kept: string[] = [];
  let left = maxBytes;
  for (const id of ids) {
    const name = names.get(id);
    left -= Buffer.byteLength(JSON.stringify(name ?? ''));
    if (name !== undefined && left >= 0) kept.push(name);
  }
  return { names: kept, more: ids.length - kept.length };
};

/** Writes the change of a conversation's tags into its log: by a person, or by a flow or another program. */
export const logTags = async (
  scope: Scope,
  ticketId: number,
  added: readonly number[],
  removed: readonly number[],
): Promise<void> => {
  const rows = await scope.sql.rows<{ id: number; name: string }>(
    sql`select id, name from tags.tag where id = any(${[...added, ...removed]}::int[])`,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  await scope.use(tickets).log(ticketId, {
    type: 'tags.changed',
    data: { added: namesOf(added, names), removed: namesOf(removed, names) },
  });
};
