import { sql, type Scope } from '@balcao/sdk/server';
import type { ChangedContact } from './contact-form.ts';

export type ExtraInfo = NonNullable<ChangedContact['extraInfo']>;

interface ExtraLine {
  id: number;
  name: string;
  value: string;
}

/**
 * What is there that stays, as it is to be from now on, and what is new. A line is known by its id, or without one by
 * what it says. Lines stand in the order of their ids: after a new one, or one that changed its place, all are new.
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

/** The lines that stay keep their ids: whoever has one of them open, or names it to us, still has it. */
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
