import type { Scope } from '@balcao/sdk/server';
import { contactListExtra, type Contact } from '../contract.ts';

/**
 * Adds other plugins’ data to contacts: one load per plugin, however many contacts. Without plugins the rows are
 * unchanged.
 */
export const withExtras = async <C extends Contact>(scope: Scope, contacts: readonly C[]): Promise<C[]> => {
  const extras = scope.contributions(contactListExtra);
  if (extras.length === 0 || contacts.length === 0) return [...contacts];
  const ids = contacts.map(({ id }) => id);
  const loaded = await Promise.all(
    extras.map(async ({ item, scope: own }) => {
      // If one plugin fails, the list is displayed without its column.
      try {
        return [item.id, await item.load(ids, own)] as const;
      } catch (err) {
        scope.log.error({ err, extra: item.id }, 'contact list extra failed');
        return [item.id, new Map<number, unknown>()] as const;
      }
    }),
  );
  return contacts.map((contact) => ({
    ...contact,
    extra: Object.fromEntries(
      loaded.flatMap(([id, rows]) => (rows.has(contact.id) ? [[id, rows.get(contact.id)]] : [])),
    ),
  }));
};
