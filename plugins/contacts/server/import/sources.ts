import { notFound, type Scope } from '@balcao/sdk/server';
import { contactSource, type ContactSource } from '../../contract.ts';

/** An address book of a source, under one name: `connections/3`. */
export interface OpenBook {
  key: string;
  name: string;
  trouble?: string;
}

/** Those of all sources. One that fails hides no other. */
export const allBooks = async (scope: Scope): Promise<OpenBook[]> => {
  const found = await Promise.all(
    scope.contributions(contactSource).map(async ({ item, scope: own }) => {
      try {
        return (await item.books(own)).map(({ id, name, trouble }) => ({
          key: `${item.id}/${id}`,
          name,
          ...(trouble !== undefined && { trouble }),
        }));
      } catch (err) {
        scope.log.error({ err, source: item.id }, 'the address books of a source cannot be told');
        return [];
      }
    }),
  );
  return found.flat();
};

/** Everybody in the address book with this key. */
export const readBook = (scope: Scope, key: string): ReturnType<ContactSource['read']> => {
  const [source, id] = key.split('/');
  const found = scope.contributions(contactSource).find(({ item }) => item.id === source);
  if (!found) throw notFound('ERR_NO_WAPP_FOUND');
  return found.item.read(Number(id), found.scope);
};
