import { sql, type Scope } from '@balcao/sdk/server';
import { hasAssistantFields } from '../assistant-companies.ts';
import type { ContactSight } from '../contract.ts';

const key = 'contactsHiddenFrom';

const hiddenFrom = (scope: Scope): string[] =>
  hasAssistantFields(scope.settings.get('virtualUsers'), scope.company.id)
    ? scope.settings.get(key).split(',').filter(Boolean)
    : [];

export const contactSightOf = (scope: Scope): ContactSight => ({
  hidesFrom: (userId) => hiddenFrom(scope).includes(String(userId)),
  hidesFromSomebody: () => hiddenFrom(scope).length > 0,
});

/**
 * Updates the setting after a person's `isShowContacts` was written, in the same transaction. Serialised, so that no
 * change is lost.
 */
export const updateContactSight = async (scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`select pg_advisory_xact_lock(hashtextextended('users.contact-sight', ${scope.company.id}::bigint))`,
  );
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select user_id as id from users.assistant_fields where not is_show_contacts order by user_id`,
  );
  const hidden = rows.map(({ id }) => id).join(',');
  if (hidden !== scope.settings.get(key)) await scope.settings.set(key, hidden);
};
