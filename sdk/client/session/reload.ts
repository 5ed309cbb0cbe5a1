import { api } from '../api.ts';
import { store } from '../store.ts';
import { personAtom, type SettingValue, type UserAnswer } from './session.ts';

/** How many readings were begun, and which of them was taken over last: one that comes after a newer one is past. */
let begun = 0;
let taken = 0;
/** Settings that were told of while answers were under way, with how many readings were begun by then. */
let told: { key: string; value: SettingValue; after: number }[] = [];
let underWay = 0;

const withSetting = (person: UserAnswer, key: string, value: SettingValue): UserAnswer => {
  const settings = person.company?.settings ?? [];
  const before = settings.find((setting) => setting.key === key);
  if (before?.value === value) return person;
  const next = before
    ? settings.map((setting) => (setting === before ? { key, value } : setting))
    : [...settings, { key, value }];
  return { ...person, company: { ...person.company, settings: next } };
};

/** Takes over a setting that the server told of, without asking. */
export function takeSetting(key: string, value: SettingValue): void {
  if (underWay > 0) told.push({ key, value, after: begun });
  store.set(personAtom, (person) => person && withSetting(person, key, value));
}

/** Reads again who is signed in: after a change of grants, of settings, or of the person's own profile. */
export async function reloadSession(): Promise<void> {
  const before = store.get(personAtom);
  if (!before) return;
  const turn = (begun += 1);
  underWay += 1;
  try {
    await read(before, turn);
  } finally {
    underWay -= 1;
    if (underWay === 0) told = [];
  }
}

async function read(before: UserAnswer, turn: number): Promise<void> {
  const me = await api.get<Partial<UserAnswer>>('/auth/me');
  const settings =
    me.company?.settings ?? (await api.get<{ key: string; value: SettingValue }[]>('/settings').catch(() => undefined));
  if (turn < taken) return;
  taken = turn;
  store.set(personAtom, (person) => {
    if (person?.id !== before.id) return person;
    const answered: UserAnswer = {
      ...person,
      ...me,
      company: { ...person.company, ...me.company, ...(settings && { settings }) },
    };
    // What was told since this was asked for may be newer than the answer.
    const next = told.reduce(
      (now, { key, value, after }) => (after < turn ? now : withSetting(now, key, value)),
      answered,
    );
    // Nothing is drawn again for the same answer.
    return JSON.stringify(next) === JSON.stringify(person) ? person : next;
  });
}
