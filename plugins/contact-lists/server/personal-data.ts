import { sql, type Scope } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

const keysOf = async (scope: Scope, contactId: number): Promise<string[]> => {
  const rows = await scope.sql.rows<{ key: string }>(
    sql`select number_key as key from contacts.public_contact
         where (id = ${contactId} or merged_into = ${contactId}) and number_key <> ''`,
  );
  return rows.map(({ key }) => key);
};

/** Rows of lists with the person's number. An erasure deletes them, and empties the rows of imports. */
export const itemsOfPerson: PersonalData = {
  id: 'contact-lists',
  async *collect(contactId, scope) {
    const keys = await keysOf(scope, contactId);
    for (const row of await scope.sql.rows<object>(
      sql`select l.name as list, i.name, i.number, i.email, i.variables, i.created_at as "createdAt"
            from contact_lists.item i join contact_lists.contact_list l on l.id = i.contact_list_id
           where i.number_key = any(${keys}::text[]) order by l.name, i.id`,
    ))
      yield { kind: 'contact-list', row };
  },
  async names(contactId, scope) {
    const rows = await scope.sql.rows<{ word: string }>(
      sql`select distinct unnest(array[i.name, i.number, i.email]) as word from contact_lists.item i
           where i.number_key = any(${await keysOf(scope, contactId)}::text[])`,
    );
    return rows.flatMap(({ word }) => (word === '' ? [] : [word]));
  },
  async erase(contactId, scope) {
    const keys = await keysOf(scope, contactId);
    const count = await scope.sql.run(sql`delete from contact_lists.item where number_key = any(${keys}::text[])`);
    await scope.sql.run(
      sql`update contact_lists.import_row set cells = '{}', person = null, number_key = '', verdict = null
           where number_key = any(${keys}::text[])`,
    );
    return { count, files: [] };
  },
};
