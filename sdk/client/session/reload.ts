import { api } from '../api.ts';
import { store } from '../store.ts';
import { personAtom, type SettingValue, type UserAnswer } from './session.ts';

/** How many readings were begun, and which of them was taken over last: one that comes after a newer one is past. */
let begun = 0;
let taken = 0;

/** Reads again who is signed in: after a change of grants, of settings, or of the person's own profile. */
export async function reloadSession(): Promise<void> {
  const before = store.get(personAtom);
  if (!before) return;
  const turn = (begun += 1);
  const me = await api.get<Partial<UserAnswer>>('/auth/me');
  const settings =
    me.company?.settings ?? (await api.get<{ key: string; value: SettingValue }[]>('/settings').catch(() => undefined));
  if (turn < taken) return;
  taken = turn;
  store.set(personAtom, (person) => {
    if (person?.id !== before.id) return person;
    const next = {
      ...person,
      ...me,
      company: { ...person.company, ...me.company, settings: settings ?? person.company?.settings },
    };
    // Nothing is drawn again for the same answer.
    return JSON.stringify(next) === JSON.stringify(person) ? person : next;
  });
}
