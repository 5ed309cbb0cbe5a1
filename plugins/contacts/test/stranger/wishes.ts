import type { KnownPerson } from '@balcao/contacts/contract';

interface Wishes {
  /** Done while a number is being checked. */
  meanwhile?: (() => Promise<unknown>) | undefined;
  people: KnownPerson[];
}
const key = Symbol.for('balcao.contacts-stranger');
type Shared = typeof globalThis & { [key]?: Wishes };

/** One a process, wherever the module is loaded from. */
export const wishes: Wishes = ((globalThis as Shared)[key] ??= { people: [] });
