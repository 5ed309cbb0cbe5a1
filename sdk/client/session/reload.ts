import { api } from '../api.ts';
import { store } from '../store.ts';
import { personAtom, type SettingValue, type UserAnswer } from './session.ts';

/** Reads again who is signed in: after a change of grants, of settings, or of the person's own profile. */
export async function reloadSession(): Promise<void> {
  const before = store.get(personAtom);
  if (!before) return;
  const me = await api.get<Partial<UserAnswer>>('/auth/me');
  const settings =
    me.company?.settings ?? (await api.get<{ key: string; value: SettingValue }[]>('/settings').catch(() => undefined));
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
