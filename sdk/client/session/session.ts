import { atom, useAtomValue } from 'jotai';
import { store } from '../store.ts';
import type { Language } from '../language.ts';

export interface SessionUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly profile: 'admin' | 'gestor' | 'user';
  readonly super: boolean;
  readonly companyId: number;
  readonly language?: Language | null;
  /** Fields added by plugins. */
  readonly [extra: string]: unknown;
}
export interface SessionCompany {
  readonly id: number;
  readonly name: string;
  readonly language: Language;
  /** IANA name, `America/Sao_Paulo`. */
  readonly timeZone: string;
}
export type SettingValue = string | number | boolean;

export interface Session {
  readonly user: SessionUser;
  readonly company: SessionCompany;
  can(permission: string): boolean;
  isOn(pluginId: string): boolean;
  setting(key: string): SettingValue | undefined;
}

/** The person, as returned by login, refresh and `/auth/me`. */
export interface UserAnswer {
  id: number;
  name: string;
  email: string;
  profile: SessionUser['profile'];
  companyId: number;
  super?: boolean;
  /**
   * Names of the permissions held. Absent: the browser shows everything to an admin and hides guarded items from
   * others.
   */
  permissions?: string[];
  company?: Partial<SessionCompany> & { settings?: { key: string; value: SettingValue }[] };
  [extra: string]: unknown;
}
export interface SessionAnswer {
  token: string;
  /** Allows reading pictures and audio of the company by address. */
  tokenPublicDir: string;
  user: UserAnswer;
}

/**
 * `unknown` until the first refresh has responded; `expired` keeps the last session, so that nothing typed is lost;
 * `elsewhere`: the same account signed in on another computer, and this page is about to leave.
 */
export type SessionStatus = 'unknown' | 'signed-out' | 'signed-in' | 'expired' | 'elsewhere';

export const statusAtom = atom<SessionStatus>('unknown');
export const personAtom = atom<UserAnswer | undefined>(undefined);
/** Ids of the plugins that are on for the company. */
export const modulesAtom = atom<ReadonlySet<string>>(new Set<string>());

/** Derived, so that a toggled module, a changed grant or setting is visible wherever the session is read. */
export const sessionAtom = atom<Session | undefined>((get) => {
  const person = get(personAtom);
  const modules = get(modulesAtom);
  return person && sessionOf(person, modules);
});

function sessionOf(person: UserAnswer, modules: ReadonlySet<string>): Session {
  const { permissions, company, ...user } = person;
  const held = new Set(permissions);
  const all = user.super === true || (permissions === undefined && user.profile === 'admin');
  const settings = new Map(company?.settings?.map(({ key, value }) => [key, value]));
  return {
    user: { ...user, super: user.super === true },
    company: {
      id: company?.id ?? person.companyId,
      name: company?.name ?? '',
      language: company?.language ?? 'pt',
      timeZone: company?.timeZone ?? 'America/Sao_Paulo',
    },
    can: (permission) => all || held.has(permission),
    isOn: (pluginId) => modules.has(pluginId),
    setting: (key) => settings.get(key),
  };
}

/** Returns the signed-in person and updates with grants, settings and modules. Throws outside private pages. */
export function useSession(): Session {
  const session = useAtomValue(sessionAtom, { store });
  if (!session) throw new Error('useSession: nobody is signed in here');
  return session;
}

/** Returns the signed-in person, or undefined on public pages. */
export const useOptionalSession = (): Session | undefined => useAtomValue(sessionAtom, { store });
export const useSessionStatus = (): SessionStatus => useAtomValue(statusAtom, { store });
/**
 * True after the session ended unexpectedly, until somebody signs in: the page is hidden behind the login with
 * everything typed in it. For cleanups of effects, which must not discard what the same person finds on returning.
 */
export const isSessionExpired = (): boolean => store.get(statusAtom) === 'expired';
/**
 * Returns the current session for code outside components, or undefined. An expired session remains until another
 * person signs in.
 */
export const currentSession = (): Session | undefined => store.get(sessionAtom);
