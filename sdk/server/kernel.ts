/** What the kernel itself offers to every plugin, by the same references that plugins use among themselves. */
import { event, point, room, service } from '../shared/contract.ts';
import type { Profile } from '../shared/manifest.ts';
import type { Company, CurrentUser, Language, Scope } from './scope.ts';

export interface Account {
  id: number;
  companyId: number;
  name: string;
  email: string;
  profile: Profile;
  super: boolean;
  online: boolean;
  firstOnline: Date | null;
  lastOnline: Date | null;
}
export interface AccountInput {
  name: string;
  email: string;
  /** Plain; kept only as an Argon2id hash. Absent on update: unchanged. */
  password?: string;
  profile: Profile;
}
/** People of the scope's company. Refuses an email in use with ERR_EMAIL_IN_USE (409). */
export interface Accounts {
  create(input: AccountInput & { password: string }): Promise<Account>;
  /** Changing password or profile ends the person's sessions. */
  update(id: number, input: Partial<AccountInput>): Promise<Account>;
  remove(id: number): Promise<void>;
}
/** The people of the scope's company. */
export const accounts = service<Accounts>('kernel.accounts');

export interface NewCompany {
  name: string;
  email?: string;
  phone?: string;
  language?: Language;
  timeZone?: string;
  admin: { name: string; email: string; password: string };
  /** Settings to start with: module switches (`kanbanEnabled`: true) among them. */
  settings?: Record<string, string | number | boolean>;
}
export interface Tenant extends Company {
  email: string | null;
  phone: string | null;
  status: boolean;
  createdAt: Date;
}
/** Companies of the platform. */
export interface Tenants {
  create(input: NewCompany): Promise<{ company: Tenant; adminId: number }>;
  find(id: number): Promise<Tenant | undefined>;
  list(options?: {
    search?: string;
    page?: number;
    pageSize?: number;
  }): Promise<{ tenants: Tenant[]; hasMore: boolean }>;
  update(
    id: number,
    input: Partial<Pick<Tenant, 'name' | 'email' | 'phone' | 'status' | 'language' | 'timeZone'>>,
  ): Promise<Tenant>;
  remove(id: number): Promise<void>;
}
/** For super users' and public routes: the companies of the platform. */
export const tenants = service<Tenants>('kernel.tenants');

/** Asked at login after the password: a code refuses it, `{ code: 'ERR_INVOICE_OVERDUE' }`. */
export interface LoginCheck {
  id: string;
  check(user: CurrentUser, scope: Scope): Promise<{ code: string } | undefined>;
}
/** May refuse a login with a code of its own, after the password was right. */
export const loginCheck = point<LoginCheck>('kernel.login.check');

/** Adds keys to the `user` that login, refresh and /auth/me answer. */
export interface SessionExtra {
  id: string;
  extra(user: CurrentUser, scope: Scope): Promise<Record<string, unknown>>;
}
/** Adds to what the browser knows of the person who signed in. */
export const sessionExtra = point<SessionExtra>('kernel.session.extra');

/** Takes sign-ups of new companies: while somebody does, the sign-up page is open. */
export interface SignUp {
  id: string;
}
/** Opens the sign-up page while somebody contributes. */
export const signUp = point<SignUp>('kernel.sign-up');

/** Everybody of the company: people coming and going, settings and modules that change. */
export const companyRoom = room('kernel.company');
/** One person's own: sessions ended elsewhere, personal notices. */
export const userRoom = room<{ userId: number }>('kernel.user');

/** A person of the company was made, changed or removed. */
export const userChanged = event<{ userId: number; action: 'create' | 'update' | 'delete' }>('kernel.user.changed');
/** A company was made, changed or removed. */
export const companyChanged = event<{ companyId: number; action: 'create' | 'update' | 'delete' }>(
  'kernel.company.changed',
);
/** A setting or a module's switch of the company has another value. */
export const settingChanged = event<{ key: string }>('kernel.setting.changed');
