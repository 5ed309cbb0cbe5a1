import { sql, type Scope } from '@balcao/sdk/server';
import type { ChangedContact } from './contact-form.ts';

export type ExtraInfo = NonNullable<ChangedContact['extraInfo']>;

interface StoredLine {
  id: number;
  name: string;
  value: string;
}

/**
 * Sorts lines into those that remain, with their new values, and new ones. A line is identified by its id, or without
 * one by its content. Lines are ordered by id: all lines after a new or moved one are inserted again.
 */
const compareLines = (
  stored: readonly StoredLine[],
  requested: ExtraInfo,
): { remaining: StoredLine[]; added: Omit<StoredLine, 'id'>[] } => {
  const remaining: StoredLine[] = [];
  const findStored = (line: ExtraInfo[number]): StoredLine | undefined =>
    stored.find(
      ({ id, name, value }) =>
        id > (remaining.at(-1)?.id ?? 0) &&
        (line.id === undefined ? name === line.name && value === line.value : id === line.id),
    );
  for (const { id, name, value } of requested) {
    const found = findStored({ id, name, value });
    if (!found) break;
    remaining.push({ id: found.id, name, value });
  }
  return { remaining, added: requested.slice(remaining.length).map(({ name, value }) => ({ name, value })) };
};

/**
 * Saves the lines of extra information. Unchanged lines keep their ids, so that open forms and callers that refer to
 * one still find it.
 */
export const saveExtraInfo = async (
  scope: Scope,
  contactId: number,
  requested: ExtraInfo | undefined,
): Promise<void> => {
  if (!requested) return;
  const stored = await scope.sql.rows<StoredLine>(
    sql`select id, name, value from contacts.extra_info where contact_id = ${contactId} order by id`,
  );
  const { remaining, added } = compareLines(stored, requested);
  await scope.sql.run(
    sql`with line as (select * from jsonb_to_recordset(${JSON.stringify(remaining)}::jsonb) as l(id int, name text, value text)),
             gone as (delete from contacts.extra_info e where e.contact_id = ${contactId}
                        and not exists (select 1 from line where line.id = e.id))
        update contacts.extra_info e set name = line.name, value = line.value from line
         where e.contact_id = ${contactId} and e.id = line.id and (e.name, e.value) <> (line.name, line.value)`,
  );
  await scope.sql.run(
    sql`insert into contacts.extra_info (contact_id, name, value)
        select ${contactId}, e.name, e.value from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as e(name text, value text)`,
  );
};
