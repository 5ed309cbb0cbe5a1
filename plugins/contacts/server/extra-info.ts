import { sql, type Scope } from '@balcao/sdk/server';
import type { ChangedContact } from './contact-form.ts';

export type ExtraInfo = NonNullable<ChangedContact['extraInfo']>;

interface ExtraLine {
  id: number;
  name: string;
  value: string;
}

/**
 * Sorts lines into those that remain, with their new values, and new ones. A line is identified by its id, or without
 * one by its content. Lines are ordered by id: all lines after a new or moved one are inserted again.
 */
const sorted = (
  there: readonly ExtraLine[],
  given: ExtraInfo,
): { kept: ExtraLine[]; added: Omit<ExtraLine, 'id'>[] } => {
  const kept: ExtraLine[] = [];
  const known = (line: ExtraInfo[number]): ExtraLine | undefined =>
    there.find(
      ({ id, name, value }) =>
        id > (kept.at(-1)?.id ?? 0) &&
        (line.id === undefined ? name === line.name && value === line.value : id === line.id),
    );
  for (const { id, name, value } of given) {
    const found = known({ id, name, value });
    if (!found) break;
    kept.push({ id: found.id, name, value });
  }
  return { kept, added: given.slice(kept.length).map(({ name, value }) => ({ name, value })) };
};

/**
 * Saves the lines of extra information. Unchanged lines keep their ids, so that open forms and callers that refer to
 * one still find it.
 */
export const saveExtraInfo = async (scope: Scope, contactId: number, given: ExtraInfo | undefined): Promise<void> => {
  if (!given) return;
  const there = await scope.sql.rows<ExtraLine>(
    sql`select id, name, value from contacts.extra_info where contact_id = ${contactId} order by id`,
  );
  const { kept, added } = sorted(there, given);
  await scope.sql.run(
    sql`with line as (select * from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as l(id int, name text, value text)),
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
