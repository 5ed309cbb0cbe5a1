import { sql, type Scope } from '@balcao/sdk/server';

/** Removes a person from their list, and stores them so that this can be undone. Undefined: there is no such person. */
export const removeItem = async (scope: Scope, id: number): Promise<{ contactListId: number } | undefined> =>
  scope.sql.one<{ contactListId: number }>(
    sql`with gone as (delete from contact_lists.item where id = ${id} returning *)
        insert into contact_lists.removed_item
                    (id, contact_list_id, name, number, email, is_whatsapp_valid, address, variables, created_at)
        select id, contact_list_id, name, number, email, is_whatsapp_valid, address, variables, created_at from gone
        returning contact_list_id as "contactListId"`,
  );

const undoable = sql`interval '1 hour'`;

/** Undoes the removal of a person within an hour, with everything known about them. */
export const restoreItem = async (
  scope: Scope,
  id: number,
): Promise<{ contactListId: number } | 'missing' | 'number in use'> => {
  const removed = await scope.sql.one<{ contactListId: number }>(
    sql`select contact_list_id as "contactListId" from contact_lists.removed_item
         where id = ${id} and removed_at > now() - ${undoable} for update`,
  );
  if (!removed) return 'missing';
  const restored = await scope.sql.run(
    sql`insert into contact_lists.item
               (id, contact_list_id, name, number, email, is_whatsapp_valid, address, variables, created_at)
        select id, contact_list_id, name, number, email, is_whatsapp_valid, address, variables, created_at
          from contact_lists.removed_item where id = ${id}
        on conflict (company_id, contact_list_id, number_key) do nothing`,
  );
  if (restored === 0) return 'number in use';
  await scope.sql.run(sql`delete from contact_lists.removed_item where id = ${id}`);
  return removed;
};

/** Deletes for good whoever was removed some time ago. */
export const forgetRemoved = async (scope: Scope): Promise<void> => {
  await scope.sql.run(sql`delete from contact_lists.removed_item where removed_at < now() - ${undoable}`);
};
