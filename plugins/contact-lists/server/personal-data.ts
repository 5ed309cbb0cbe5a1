import { sql, type Scope } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

const keysOf = async (scope: Scope, contactId: number): Promise<string[]> => {
  const rows = await scope.sql.rows<{ key: string }>(
    sql`select distinct n.number_key as key from contacts.public_number n
          join contacts.public_contact c on c.company_id = n.company_id and c.id = n.contact_id
         where c.id = ${contactId} or c.merged_into = ${contactId}`,
  );
  return rows.map(({ key }) => key);
};

/** Empties the rows of imports with the person's numbers; those without one, by any cell with a number or the address. */
const eraseImportRows = async (scope: Scope, contactId: number, keys: readonly string[]): Promise<void> => {
  await scope.sql.run(
    sql`with addresses as (
          select lower(email) as address from contacts.public_contact
           where (id = ${contactId} or merged_into = ${contactId}) and email <> ''),
        refused as (
          select r.import_id, r.line from contact_lists.import_row r
            join contact_lists.import i on i.company_id = r.company_id and i.id = r.import_id
           where r.number_key = '' and exists (
             select 1 from unnest(r.cells) cell
              cross join lateral regexp_split_to_table(cell, '[/;|,]') part
              cross join lateral (select regexp_replace(part, '[^0-9]', '', 'g') as digits) d
              where contacts.number_key(d.digits) = any(${keys}::text[])
                 or contacts.number_key(coalesce(i.mapping ->> 'countryCode', '55') || ltrim(d.digits, '0')) = any(${keys}::text[])
                 or lower(btrim(cell)) in (select address from addresses)))
        update contact_lists.import_row r set cells = '{}', person = null, number_key = '', verdict = null
         where r.number_key = any(${keys}::text[]) or (r.import_id, r.line) in (select f.import_id, f.line from refused f)`,
  );
};

const ofItem = sql`id, contact_list_id, name, number, number_key, email, variables, created_at`;
/** Also the removed rows, which are stored until their removal cannot be undone any more. */
const everyItem = sql`select ${ofItem} from contact_lists.item union all select ${ofItem} from contact_lists.removed_item`;

/** Rows of lists with the person's number. An erasure deletes them, and empties the rows of imports. */
export const itemsOfPerson: PersonalData = {
  id: 'contact-lists',
  async *collect(contactId, scope) {
    const keys = await keysOf(scope, contactId);
    for (const row of await scope.sql.rows<object>(
      sql`select l.name as list, i.name, i.number, i.email, i.variables, i.created_at as "createdAt"
            from (${everyItem}) i join contact_lists.contact_list l on l.id = i.contact_list_id
           where i.number_key = any(${keys}::text[]) order by l.name, i.id`,
    ))
      yield { kind: 'contact-list', row };
  },
  async names(contactId, scope) {
    const rows = await scope.sql.rows<{ word: string }>(
      sql`select distinct unnest(array[i.name, i.number, i.email]) as word from (${everyItem}) i
           where i.number_key = any(${await keysOf(scope, contactId)}::text[])`,
    );
    return rows.flatMap(({ word }) => (word === '' ? [] : [word]));
  },
  async erase(contactId, scope) {
    const keys = await keysOf(scope, contactId);
    const count = await scope.sql.run(sql`delete from contact_lists.item where number_key = any(${keys}::text[])`);
    await scope.sql.run(sql`delete from contact_lists.removed_item where number_key = any(${keys}::text[])`);
    await eraseImportRows(scope, contactId, keys);
    return { count, files: [] };
  },
};
