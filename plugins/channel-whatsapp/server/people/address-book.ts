import type { AddressBookPerson } from '@balcao/connections/contract';
import { identityOf } from '../identity.ts';
import type { NamedPerson } from '../connection/worker-protocol.ts';
import type { ConnectionStore } from '../store/connection-store.ts';

/** Key kinds of names: those of the phone’s address book, and those that people chose themselves. */
export const savedKind = 'person';
export const ownKind = 'push-name';

const keyOf = ({ phone, lid }: NamedPerson): string => phone ?? lid ?? '';

/** Stores people’s names: the phone sends everybody it knows when the device is linked, and later additions. */
export const storePeople = async (store: ConnectionStore, people: readonly NamedPerson[]): Promise<void> => {
  await store.change(
    people
      .filter((person) => keyOf(person) !== '')
      .map((person) => ({
        kind: person.isSaved ? savedKind : ownKind,
        name: keyOf(person),
        value: JSON.stringify(person),
      })),
  );
};

/**
 * Returns everybody whose name the phone knows. The name in its address book takes precedence over the person’s own.
 */
export const peopleOf = async (store: ConnectionStore): Promise<AddressBookPerson[]> => {
  const found = new Map<string, NamedPerson>();
  for (const kind of [ownKind, savedKind] as const)
    for (const text of await store.readAll(kind)) {
      const person = JSON.parse(text) as NamedPerson;
      const before = found.get(keyOf(person));
      found.set(keyOf(person), { ...before, ...person });
    }
  return [...found.values()].flatMap((person) => {
    const identity = identityOf(person);
    if (!identity) return [];
    return [{ identity, name: person.name, ...(person.phone !== undefined && { number: person.phone }) }];
  });
};
