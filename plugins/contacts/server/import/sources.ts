import { notFound, type Scope } from '@balcao/sdk/server';
import { contactSource, type ContactSource } from '../../contract.ts';

/** An address book of a source, under one key: `connections/3`. */
export interface ListedAddressBook {
  key: string;
  name: string;
  trouble?: string;
}

/** Returns the address books of all sources. A source that fails does not hide the others. */
export const listAddressBooks = async (scope: Scope): Promise<ListedAddressBook[]> => {
  const found = await Promise.all(
    scope.contributions(contactSource).map(async ({ item, scope: own }) => {
      try {
        return (await item.listAddressBooks(own)).map(({ id, name, trouble }) => ({
          key: `${item.id}/${id}`,
          name,
          ...(trouble !== undefined && { trouble }),
        }));
      } catch (err) {
        scope.log.error({ err, source: item.id }, 'address books of a source could not be listed');
        return [];
      }
    }),
  );
  return found.flat();
};

/** Yields everybody in the address book with this key. */
export const readAddressBook = (scope: Scope, key: string): ReturnType<ContactSource['read']> => {
  const [source, id] = key.split('/');
  const found = scope.contributions(contactSource).find(({ item }) => item.id === source);
  if (!found) throw notFound('ERR_NO_WAPP_FOUND');
  return found.item.read(Number(id), found.scope);
};
