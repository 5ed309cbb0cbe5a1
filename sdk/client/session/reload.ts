import { api } from '../api.ts';
import { store } from '../store.ts';
import { personAtom, type SettingValue, type UserAnswer } from './session.ts';

/** The number of started requests, and the number of the last applied one: a response older than that is outdated. */
let begun = 0;
let applied = 0;
/** Settings received while requests were in flight, with the number of requests started by then. */
let receivedSettings: { key: string; value: SettingValue; after: number }[] = [];
let inFlight = 0;

const withSetting = (person: UserAnswer, key: string, value: SettingValue): UserAnswer => {
  const settings = person.company?.settings ?? [];
  const before = settings.find((setting) => setting.key === key);
  if (before?.value === value) return person;
  const next = before
    ? settings.map((setting) => (setting === before ? { key, value } : setting))
    : [...settings, { key, value }];
  return { ...person, company: { ...person.company, settings: next } };
};

/** Applies a setting received from the server, without a request. */
export function applySetting(key: string, value: SettingValue): void {
  if (inFlight > 0) receivedSettings.push({ key, value, after: begun });
  store.set(personAtom, (person) => person && withSetting(person, key, value));
}

/** Reads the signed-in person again: after a change of grants, of settings, or of the person's own profile. */
export async function reloadSession(): Promise<void> {
  const before = store.get(personAtom);
  if (!before) return;
  const turn = (begun += 1);
  inFlight += 1;
  try {
    await read(before, turn);
  } finally {
    inFlight -= 1;
    if (inFlight === 0) receivedSettings = [];
  }
}

async function read(before: UserAnswer, turn: number): Promise<void> {
  const me = await api.get<Partial<UserAnswer>>('/auth/me');
  const settings =
    me.company?.settings ?? (await api.get<{ key: string; value: SettingValue }[]>('/settings').catch(() => undefined));
  if (turn < applied) return;
  applied = turn;
  store.set(personAtom, (person) => {
    if (person?.id !== before.id) return person;
    const answered: UserAnswer = {
      ...person,
      ...me,
      company: { ...person.company, ...me.company, ...(settings && { settings }) },
    };
    // Settings received after this request began may be newer than its response.
    const next = receivedSettings.reduce(
      (now, { key, value, after }) => (after < turn ? now : withSetting(now, key, value)),
      answered,
    );
    // An equal response must not cause a render.
    return JSON.stringify(next) === JSON.stringify(person) ? person : next;
  });
}
