import type { AddressBookPerson } from '@balcao/contacts/contract';

interface Behaviour {
  /** Runs while a number is being checked. */
  duringCheck?: (() => Promise<unknown>) | undefined;
  people: AddressBookPerson[];
}
const key = Symbol.for('balcao.contacts-stranger');
type Shared = typeof globalThis & { [key]?: Behaviour };

/** One object per process, however often the module is loaded. */
export const behaviour: Behaviour = ((globalThis as Shared)[key] ??= { people: [] });
