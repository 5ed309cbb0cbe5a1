import type { KnownPerson } from '@balcao/contacts/contract';

interface Wishes {
  /** Runs while a number is being checked. */
  meanwhile?: (() => Promise<unknown>) | undefined;
  people: KnownPerson[];
}
const key = Symbol.for('balcao.contacts-stranger');
type Shared = typeof globalThis & { [key]?: Wishes };

/** One object per process, however often the module is loaded. */
export const wishes: Wishes = ((globalThis as Shared)[key] ??= { people: [] });
