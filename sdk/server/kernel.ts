/** References to what the kernel offers to every plugin, of the same kinds that plugins use among themselves. */
import { event, point, room, service } from '../shared/contract.ts';
import type { Profile } from '../shared/manifest.ts';
import type { Company, CurrentUser, Language, Restriction, Scope } from './scope.ts';

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
  /** Plain text; stored only as an Argon2id hash. Absent on update: unchanged. */
  password?: string;
  /** True if `password` is valid for the first login only, which asks for a new one. */
  mustChangePassword?: boolean;
  profile: Profile;
}
/** A link by which a person chooses a password. It can be used once. */
export interface PasswordLink {
  /** The link to hand over if the platform sends no mail; null if it was mailed to the person. */
  link: string | null;
  expiresAt: Date;
}
/** Manages people of the scope's company. Rejects an email in use with ERR_EMAIL_IN_USE (409). */
export interface Accounts {
  /**
   * Creates a person. Without a password the person cannot log in before choosing one by a link of `sendPasswordLink`.
   */
  create(input: AccountInput): Promise<Account>;
  /** Updates a person. Changing password or profile ends the person's sessions. */
  update(id: number, input: Partial<AccountInput>): Promise<Account>;
  remove(id: number): Promise<void>;
  /**
   * Sets or removes a person's picture, by its path in the company's storage. Colleagues read it as
   * `kernel.user.profile_pic_url`. Returns the former path; the caller removes that file if nothing else shows it.
   */
  setPicture(id: number, path: string | null): Promise<string | null>;
  /** Sends a link by which the person chooses a password. It is valid for two days and invalidates earlier links. */
  sendPasswordLink(id: number): Promise<PasswordLink>;
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
  /** Rejects a name that another company has, ignoring case: 409 ERR_COMPANY_NAME_IN_USE. */
  uniqueName?: boolean;
  /** Initial settings, module toggles (`kanbanEnabled`: true) included. */
  settings?: Record<string, string | number | boolean>;
}
export interface Tenant extends Company {
  email: string | null;
  phone: string | null;
  status: boolean;
  createdAt: Date;
}
/** A change of a company. What is absent stays as it is. */
export interface CompanyChange extends Partial<
  Pick<Tenant, 'name' | 'email' | 'phone' | 'status' | 'language' | 'timeZone'>
> {
  /** Rejects a name that another company has. */
  uniqueName?: boolean;
  /** Settings, module toggles (`kanbanEnabled`: true) included; judged by what is on when all of them hold. */
  settings?: Record<string, string | number | boolean>;
}
/**
 * The rules for sign-up: `open`, anybody, at once; `confirmed`, after opening the link mailed to the address;
 * `moderated`, also a super user has to switch the company on; `closed`, nobody.
 */
export type SignUpMode = 'open' | 'confirmed' | 'moderated' | 'closed';

/** Manages the companies of the platform. */
export interface Tenants {
  readonly signUp: SignUpMode;
  create(input: NewCompany): Promise<{ company: Tenant; adminId: number }>;
  /**
   * Creates a company that is off until its address is confirmed by the token, and deleted after two days otherwise. An
   * earlier unconfirmed company of the same address is replaced.
   */
  createUnconfirmed(input: NewCompany): Promise<{ company: Tenant; token: string }>;
  /**
   * Consumes the token, which is valid once, and switches the company on unless sign-up is moderated. Undefined if the
   * token is unknown or expired.
   */
  confirm(token: string): Promise<Tenant | undefined>;
  find(id: number): Promise<Tenant | undefined>;
  list(options?: {
    search?: string;
    page?: number;
    pageSize?: number;
  }): Promise<{ tenants: Tenant[]; hasMore: boolean }>;
  /**
   * Changes a company and its settings, all or nothing. `also` stores what belongs to the same change elsewhere: it is
   * called after everything else was accepted and before it is stored, and when it throws nothing is changed. What it
   * stored stays if the change is refused after all, because of another one in the same moment; the same call again
   * stores the rest. 409 for a module that requires another one that is off.
   */
  update(id: number, input: CompanyChange, also?: () => Promise<void>): Promise<Tenant>;
  remove(id: number): Promise<void>;
}
/**
 * The companies of the platform, for routes of super users and public routes without an address. In any other scope
 * only `find` is allowed, and only for the scope's own company; everything else throws 403.
 */
export const tenants = service<Tenants>('kernel.tenants');

/** Limits how many of a thing the scope's company may have: `users`, `queues`, `connections`, or a plugin's own. */
export interface ResourceLimit {
  id: string;
  /** Returns the maximum; undefined for no limit. */
  max(resource: string, scope: Scope): Promise<number | undefined>;
}
/** Limits what a company may have. Of several limits the smallest applies. */
export const resourceLimit = point<ResourceLimit>('kernel.limit');
/** Counts how many of a thing the scope's company has, so that usage can be shown beside the limit. */
export interface ResourceCount {
  /** The name that limits use: `queues`, `connections`, or a plugin's own. The kernel counts `users`. */
  id: string;
  count(scope: Scope): Promise<number>;
}
/** Counts things of a company that may be limited. */
export const resourceCount = point<ResourceCount>('kernel.count');
/** Enforces the limits of the scope's company. */
export interface Limits {
  /**
   * Throws 409 `ERR_LIMIT_<RESOURCE>` with `{ most }` if the company has as many as it may. Call it inside `scope.tx`
   * on the inner scope, before the insert: it takes a lock, so that of two concurrent inserts the second waits. `held`
   * counts the existing rows.
   * @example
   * await inner.use(limits).enforce('queues', async () => (await inner.sql.one(sql`select count(*)::int as n …`))?.n ?? 0);
   */
  enforce(resource: string, count: () => Promise<number>): Promise<void>;
  /** Returns the maximum; undefined for no limit. */
  max(resource: string): Promise<number | undefined>;
  /** Returns the present number, as counted by `kernel.count`; undefined if nothing counts it. */
  held(resource: string): Promise<number | undefined>;
}
/** The limits of the scope's company. */
export const limits = service<Limits>('kernel.limits');

/**
 * Restricts people of the scope's company to a part of the product, and lifts the restriction. Incoming messages are
 * still processed.
 */
export interface CompanyAccess {
  restrict(restriction: Restriction): Promise<void>;
  lift(): Promise<void>;
}
/** Restricts access to the scope's company. */
export const companyAccess = service<CompanyAccess>('kernel.company-access');

/** A super user started or ended working inside the company. `userId` is no person of the company. */
export const companyImpersonated = event<{
  companyId: number;
  userId: number;
  name: string;
  email: string;
  ip: string;
  action: 'enter' | 'leave';
}>('kernel.company.impersonated');

/** An OpenAPI 3.1 document, ready to be sent. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: { url: string }[];
  /** One tag per plugin: `name` is its id, `description` its title. */
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, object>>;
  components: object;
}
/** Describes the API as routes declare it: `summary`, `input` and `output`. */
export interface ApiDescription {
  /**
   * Returns the routes that the scope's user can call: those of the company's active modules, filtered by the user's
   * permissions, and token and public routes. `server` is the base address of the API: `https://balcao.example/api`.
   * `language` is the reader's if absent.
   */
  openapi(server: string, language?: Language): OpenApiDocument;
}
/** The API of the scope's company. */
export const apiDescription = service<ApiDescription>('kernel.api');

/** Checked at login after the password: a returned code rejects the login, `{ code: 'ERR_INVOICE_OVERDUE' }`. */
export interface LoginCheck {
  id: string;
  check(user: CurrentUser, scope: Scope): Promise<{ code: string } | undefined>;
}
/** Rejects a login with a code of its own, after the password was accepted. */
export const loginCheck = point<LoginCheck>('kernel.login.check');

/**
 * One screen of the login page after the password. The page draws it itself; no code of plugins runs before there is a
 * session.
 */
export interface LoginChallenge {
  title: string;
  /** Instructions, in a sentence or two. */
  text: string;
  /** A `data:` address of an image, such as a QR code, with a text alternative. */
  picture?: { src: string; alt: string };
  /** Values to copy or write down. */
  lines?: { label: string; values: readonly string[] };
  /**
   * Absent: there is no input, only the button. `digits` shows the numeric keyboard of a phone; `password` asks for a
   * new one and hides it.
   */
  input?: { label: string; kind: 'digits' | 'text' | 'password'; hint?: string };
  /** Text of the button. */
  submit: string;
  /** Stored on the server until the answer arrives; it is never sent to the browser. */
  state: string;
}
export type LoginStepOutcome =
  /** The step is passed: the login continues. */
  | { ok: true }
  /** The step asks for more. */
  | { challenge: LoginChallenge }
  /**
   * The answer was rejected, with the reason in the reader's language. After five rejections the login starts again
   * with the password.
   */
  | { refused: string };
/**
 * Asks for more than the password, such as a code of an app. An error rejects the login: a check of identity must not
 * fail open.
 */
export interface LoginStep {
  id: string;
  /** Undefined: this person is asked for nothing. The scope's texts are in the language of the login page. */
  ask(user: CurrentUser, scope: Scope): Promise<LoginChallenge | undefined>;
  /** `value` is the typed text, '' without an input; `state` is that of the challenge. */
  answer(user: CurrentUser, given: { state: string; value: string }, scope: Scope): Promise<LoginStepOutcome>;
}
/** A step between the accepted password and the session. */
export const loginStep = point<LoginStep>('kernel.login.step');

/** One sign-in on one device. */
export interface LoginSession {
  id: string;
  userId: number;
  userName: string;
  ip: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  endedAt: Date | null;
  /** `elsewhere`, `logout`, `revoked`, … */
  endedReason: string | null;
  /** True for the session of this request. */
  isPresent: boolean;
}
/** The present and former sessions of people of the scope's company. A person has one live session at a time. */
export interface LoginSessions {
  /** Returns the sessions of a person: the live one first, then those of the last month. */
  of(userId: number): Promise<LoginSession[]>;
  /** Returns all live sessions. */
  live(): Promise<LoginSession[]>;
  /**
   * Ends the matching sessions, at once in open browsers, and returns their number. ERR_NO_USER_FOUND (404) if the
   * person is not of the company.
   */
  end(which: { userId: number; sessionId?: string; except?: string }): Promise<number>;
}
/** The sessions of the scope's company. */
export const loginSessions = service<LoginSessions>('kernel.sessions');

/** A person signed in. `isNewDevice`: the browser was not seen with this person in the last month. */
export const signedIn = event<{
  userId: number;
  sessionId: string;
  ip: string;
  userAgent: string;
  isNewDevice: boolean;
}>('kernel.user.signed-in');

/** Checked before every call by token: a returned code rejects it with 403, `{ code: 'ERR_ADDRESS_NOT_ALLOWED' }`. */
export interface TokenCheck {
  id: string;
  check(call: { ip: string; plugin: string; ref: string }, scope: Scope): Promise<{ code: string } | undefined>;
}
/** Rejects calls by token, of any plugin, with a code of its own. A check that throws rejects the call too. */
export const tokenCheck = point<TokenCheck>('kernel.token.check');

/** Adds keys to the `user` object in the responses of login, refresh and /auth/me. */
export interface SessionExtra {
  id: string;
  extra(user: CurrentUser, scope: Scope): Promise<Record<string, unknown>>;
}
/** Adds to what the browser knows of the signed-in person. */
export const sessionExtra = point<SessionExtra>('kernel.session.extra');

/** Handles sign-ups of new companies. The sign-up page is open while a plugin contributes it. */
export interface SignUp {
  id: string;
}
/** Opens the sign-up page while a plugin contributes. */
export const signUp = point<SignUp>('kernel.sign-up');

/** The room of everybody in the company: changes of people, settings and modules. */
export const companyRoom = room('kernel.company');
/** The room of one person: sessions ended elsewhere, personal notices. */
export const userRoom = room<{ userId: number }>('kernel.user');

/** A person of the company was created, updated or deleted. */
export const userChanged = event<{ userId: number; action: 'create' | 'update' | 'delete' }>('kernel.user.changed');
/**
 * A session of a person was ended by something else than a login elsewhere: a logout, a new password, its time limit, or
 * somebody who ended it. `sessionId` null: all of the person's sessions, except those that are live when this arrives.
 */
export const sessionsEnded = event<{ userId: number; sessionId: string | null }>('kernel.sessions.ended');
/** A company was created, updated or deleted. */
export const companyChanged = event<{ companyId: number; action: 'create' | 'update' | 'delete' }>(
  'kernel.company.changed',
);
/**
 * A sign-up was confirmed and its company waits for a super user to switch it on (SIGNUP=moderated). Emitted in every
 * company that a super user belongs to.
 */
export const companyAwaitsApproval = event<{ companyId: number; name: string }>('kernel.company.awaiting-approval');
/** Describes the effect of a careful change of a setting, before it is confirmed. */
export interface SettingEffect {
  id: string;
  /** Key of the setting: `retentionMonths`. */
  key: string;
  /** Returns a sentence in the reader's language, with the count: 'Hoje seriam apagadas 1.240 conversas.' */
  effect(value: string | number | boolean, scope: Scope): Promise<string | undefined>;
}
/** Sentences for the confirmation that the options page shows before a careful change of a setting. */
export const settingEffect = point<SettingEffect>('kernel.setting.effect');

/**
 * Stores the value of a setting instead of the kernel: a value of the whole installation, or one that is already stored
 * under another name.
 */
export interface SettingStore {
  id: string;
  /** A setting that the manifest declares; its label, validation and permissions apply as usual. */
  key: string;
  /** Returns the value in force. Of a secret people receive only whether it is set. */
  read(scope: Scope): Promise<string | number | boolean>;
  /**
   * Stores a value that a person entered, in the setting's own type. Throw `invalid({ [key]: 'ERR_…' })` to reject it.
   */
  write(value: string | number | boolean, scope: Scope): Promise<void>;
}
/**
 * Server point: settings whose values plugins store themselves. `scope.settings` does not read them, because their
 * plugin knows where the value is.
 */
export const settingStore = point<SettingStore>('kernel.setting.store');

/** A setting or a module toggle of the company has a new value. */
export const settingChanged = event<{ key: string }>('kernel.setting.changed');
