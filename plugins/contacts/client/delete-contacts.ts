import { ApiError } from '@balcao/sdk/client';

export interface Deletion<T> {
  /** Also those that a colleague had deleted. */
  deleted: readonly T[];
  /** Of several, those that have tickets. */
  kept: readonly T[];
  /** Those that were not reached because of the fault, beginning with the one that met it. */
  left: readonly T[];
  fault: unknown;
}

/** Deletes contacts one after the other, until one is refused for another reason than its tickets. */
export const deleteContacts = async <T extends { readonly id: number }>(
  contacts: readonly T[],
  remove: (id: number) => Promise<unknown>,
): Promise<Deletion<T>> => {
  const deleted: T[] = [];
  const kept: T[] = [];
  for (const [at, contact] of contacts.entries()) {
    try {
      await remove(contact.id);
      deleted.push(contact);
    } catch (fault) {
      if (fault instanceof ApiError && fault.status === 404) deleted.push(contact);
      else if (contacts.length > 1 && fault instanceof ApiError && fault.code === 'ERR_CONTACT_HAS_TICKETS')
        kept.push(contact);
      else return { deleted, kept, left: contacts.slice(at), fault };
    }
  }
  return { deleted, kept, left: [], fault: undefined };
};
