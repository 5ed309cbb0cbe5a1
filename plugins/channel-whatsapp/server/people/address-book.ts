import type { KnownPerson } from '@balcao/connections/contract';
import { identityOf } from '../identity.ts';
import type { Known } from '../line/language.ts';
import type { ConnectionStore } from '../store/connection-store.ts';

/** Names that stand in the telephone's address book, and those that people call themselves by. */
export const savedKind = 'person';
export const ownKind = 'push-name';

const keyOf = ({ phone, lid }: Known): string => phone ?? lid ?? '';

/** The telephone tells of everybody it knows when it is linked, and of who is added later. */
export const keepPeople = async (store: ConnectionStore, people: readonly Known[]): Promise<void> => {
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

/** Everybody the telephone knows by name. The name in its address book counts more than what people call themselves. */
export const peopleOf = async (store: ConnectionStore): Promise<KnownPerson[]> => {
  const found = new Map<string, Known>();
  for (const kind of [ownKind, savedKind])
    for (const text of await store.all(kind)) {
      const person = JSON.parse(text) as Known;
      const before = found.get(keyOf(person));
      found.set(keyOf(person), { ...before, ...person });
    }
  return [...found.values()].flatMap((person) => {
    const identity = identityOf(person);
    if (!identity) return [];
    return [{ identity, name: person.name, ...(person.phone !== undefined && { number: person.phone }) }];
  });
};
