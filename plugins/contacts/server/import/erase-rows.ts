import { sql, type Scope } from '@balcao/sdk/server';

/**
 * Empties the rows of imports in which these contacts stand: by their numbers and identities, and rows that have no
 * person, because they were refused or not checked yet, by any cell with a number or the address of theirs.
 */
export const eraseImportRows = async (scope: Scope, contactIds: readonly number[]): Promise<void> => {
  const ids = sql`any(${[...contactIds]}::int[])`;
  await scope.sql.run(
    sql`with keys as (
          select c.number_key as key from contacts.contact c where c.id = ${ids} and c.number_key <> ''
          union select o.number_key from contacts.other_number o where o.contact_id = ${ids}
          union select contacts.number_key(i.value) from contacts.identity i where i.contact_id = ${ids} and i.kind = 'phone'),
        addresses as (select lower(c.email) as address from contacts.contact c where c.id = ${ids} and c.email <> ''),
        unread as (
          select r.import_id, r.line from contacts.import_row r
            join contacts.import i on i.company_id = r.company_id and i.id = r.import_id
           where r.person is null and exists (
             select 1 from unnest(r.cells) cell
              cross join lateral regexp_split_to_table(cell, '[/;|,]') part
              cross join lateral (select regexp_replace(part, '[^0-9]', '', 'g') as digits) d
              where contacts.number_key(d.digits) in (select key from keys)
                 or contacts.number_key(coalesce(i.mapping ->> 'countryCode', '55') || ltrim(d.digits, '0')) in (select key from keys)
                 or lower(btrim(cell)) in (select address from addresses)))
        update contacts.import_row r set cells = '{}', person = null, number_key = '', value = null
         where r.number_key <> '' and r.number_key in (select key from keys)
            or contacts.number_key(r.person ->> 'number') in (select key from keys)
            or (r.person ->> 'channel', r.person ->> 'scope', r.person ->> 'kind', r.person ->> 'value') in (
                 select i.channel, i.scope, i.kind, i.value from contacts.identity i where i.contact_id = ${ids})
            or (r.import_id, r.line) in (select u.import_id, u.line from unread u)`,
  );
};
