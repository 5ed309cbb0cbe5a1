/** What the kernel itself offers to every plugin, by the same references that plugins use among themselves. */
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
  /** Plain; kept only as an Argon2id hash. Absent on update: unchanged. */
  password?: string;
  /** Whether `password` is for the first login alone, which asks for another; a password set without it is kept. */
  mustChangePassword?: boolean;
  profile: Profile;
}
/** A link by which a person chooses a password; good once. */
export interface PasswordLink {
  /** To hand over where the platform sends no mail; null: it was mailed to the person. */
  link: string | null;
  expiresAt: Date;
}
/** People of the scope's company. Refuses an email in use with ERR_EMAIL_IN_USE (409). */
export interface Accounts {
  /** Without a password nobody logs in until the person chose one by a link of `sendPasswordLink`. */
  create(input: AccountInput): Promise<Account>;
  /** Changing password or profile ends the person's sessions. */
  update(id: number, input: Partial<AccountInput>): Promise<Account>;
  remove(id: number): Promise<void>;
  /**
   * Gives the person a picture, by its path in the company's storage, or takes it away. Colleagues read it as
   * `kernel.user.profile_pic_url`. Answers the path from before: a file that nobody shows any more is the caller's to remove.
   */
  setPicture(id: number, path: string | null): Promise<string | null>;
  /** Sends a link by which the person chooses a password: good for two days, and those from before no more. */
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
  /** Refuses a name that another company has, whatever its case: 409 ERR_COMPANY_NAME_IN_USE. */
  uniqueName?: boolean;
  /** Settings to start with: module switches (`kanbanEnabled`: true) among them. */
  settings?: Record<string, string | number | boolean>;
}
export interface Tenant extends Company {
  email: string | null;
  phone: string | null;
  status: boolean;
  createdAt: Date;
}
/**
 * Who may sign up: `open`, whoever likes, at once; `confirmed`, whoever opens the link that is mailed to their address;
 * `moderated`, the same, and a super user switches the company on; `closed`, nobody.
 */
export type SignUpMode = 'open' | 'confirmed' | 'moderated' | 'closed';

/** Companies of the platform. */
export interface Tenants {
  readonly signUp: SignUpMode;
  create(input: NewCompany): Promise<{ company: Tenant; adminId: number }>;
  /**
   * The same with a company that is off until its address is confirmed by the token, and gone after two days without.
   * One that waited for the same address before makes room. `kept` is handed back at the confirmation.
   */
  createUnconfirmed(input: NewCompany, kept: object): Promise<{ company: Tenant; token: string }>;
  /** Takes the token, good once; switches the company on unless sign-up is moderated. Undefined: not known, or too old. */
  confirm(token: string): Promise<{ company: Tenant; kept: Record<string, unknown> } | undefined>;
  find(id: number): Promise<Tenant | undefined>;
  list(options?: {
    search?: string;
    page?: number;
    pageSize?: number;
  }): Promise<{ tenants: Tenant[]; hasMore: boolean }>;
  update(
    id: number,
    input: Partial<Pick<Tenant, 'name' | 'email' | 'phone' | 'status' | 'language' | 'timeZone'>> & {
      /** Refuses a name that another company has. */
      uniqueName?: boolean;
    },
  ): Promise<Tenant>;
  remove(id: number): Promise<void>;
}
/**
 * The companies of the platform: for what a super user asks for, and for public routes without an address. In any other
 * scope only `find` answers, and only of the scope's own company; everything else is refused with 403.
 */
export const tenants = service<Tenants>('kernel.tenants');

/** How many of a thing the scope's company may have: `users`, `queues`, `connections`, or a plugin's own. */
export interface ResourceLimit {
  id: string;
  /** Undefined: as many as it likes. */
  most(resource: string, scope: Scope): Promise<number | undefined>;
}
/** Limits what a company may have. Of several limits the smallest counts. */
export const resourceLimit = point<ResourceLimit>('kernel.limit');
/** How many of a thing the scope's company has: the other half of a limit, for whoever shows how much of it is used. */
export interface ResourceCount {
  /** As limits name it: `queues`, `connections`, or a plugin's own. `users` are the kernel's. */
  id: string;
  count(scope: Scope): Promise<number>;
}
/** Counts what a company has of a thing that may be limited. */
export const resourceCount = point<ResourceCount>('kernel.count');
/** Asks those limits for whoever makes a thing. */
export interface Limits {
  /**
   * Call it inside `scope.tx`, before the insert, on the inner scope: of two who make the last thing at the same moment
   * the second waits here, and is refused with 409 `ERR_LIMIT_<RESOURCE>` and `{ most }`. `held` counts what there is.
   * @example
   * await inner.use(limits).take('queues', async () => (await inner.sql.one(sql`select count(*)::int as n …`))?.n ?? 0);
   */
  take(resource: string, held: () => Promise<number>): Promise<void>;
  /** Undefined: as many as it likes. */
  most(resource: string): Promise<number | undefined>;
  /** How many the company has now, as `kernel.count` says. Undefined: nobody counts them. */
  held(resource: string): Promise<number | undefined>;
}
/** The limits of the scope's company. */
export const limits = service<Limits>('kernel.limits');

/** Closes the scope's company to its people but for a part, and opens it again. What comes in from outside goes on. */
export interface CompanyAccess {
  restrict(restriction: Restriction): Promise<void>;
  lift(): Promise<void>;
}
/** Whether the scope's company may be worked in. */
export const companyAccess = service<CompanyAccess>('kernel.company-access');

/** A super user entered the company to help it, or left it. `userId` is nobody of the company. */
export const companyVisited = event<{
  companyId: number;
  userId: number;
  name: string;
  email: string;
  ip: string;
  action: 'enter' | 'leave';
}>('kernel.company.visited');

/** An OpenAPI 3.1 document, ready to be sent. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: { url: string }[];
  /** One a plugin: `name` is its id, `description` what people call it. */
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, object>>;
  components: object;
}
/** The API, as its routes say it themselves: `summary`, `input` and `output`. */
export interface ApiDescription {
  /**
   * What the scope's user could call: routes of the modules that are on for the company, by the permissions held, those
   * by token and public ones. `server` is where the API lies: `https://balcao.example/api`; `language` is the
   * reader's when absent.
   */
  openapi(server: string, language?: Language): OpenApiDocument;
}
/** The API of the scope's company, described. */
export const apiDescription = service<ApiDescription>('kernel.api');

/** Asked at login after the password: a code refuses it, `{ code: 'ERR_INVOICE_OVERDUE' }`. */
export interface LoginCheck {
  id: string;
  check(user: CurrentUser, scope: Scope): Promise<{ code: string } | undefined>;
}
/** May refuse a login with a code of its own, after the password was right. */
export const loginCheck = point<LoginCheck>('kernel.login.check');

/** What the login page shows before it goes on: it draws this by itself, no plugin's code runs before the session. */
export interface LoginChallenge {
  title: string;
  /** What to do, in a sentence or two. */
  text: string;
  /** `data:` address of an image, such as a QR code, with what it shows in words. */
  picture?: { src: string; alt: string };
  /** To be copied or written down. */
  lines?: { label: string; values: readonly string[] };
  /**
   * Absent: there is nothing to answer, only to go on. `digits` brings up the number keys of a telephone; `password` is
   * a new one, hidden while it is typed.
   */
  input?: { label: string; kind: 'digits' | 'text' | 'password'; hint?: string };
  /** Text of the button. */
  submit: string;
  /** Kept on the server until the answer comes; the browser never sees it. */
  state: string;
}
export type LoginStepOutcome =
  /** Proved: the login goes on. */
  | { ok: true }
  /** Something more is asked, of the same step. */
  | { challenge: LoginChallenge }
  /** Not proved, and why, in the reader's language. Five of these, and the login begins again with the password. */
  | { refused: string };
/** Asks for more than the password, as a code of an app. What fails here refuses the login: a proof must not fail open. */
export interface LoginStep {
  id: string;
  /** Undefined: nothing is asked of this person. The scope's texts are in the language of the login page. */
  ask(user: CurrentUser, scope: Scope): Promise<LoginChallenge | undefined>;
  /** `value` is what was typed, '' where there was no input; `state` is that of the challenge. */
  answer(user: CurrentUser, given: { state: string; value: string }, scope: Scope): Promise<LoginStepOutcome>;
}
/** Asked between the right password and the session. */
export const loginStep = point<LoginStep>('kernel.login.step');

/** One sign-in, on one device. */
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
  /** The one this request came with. */
  isPresent: boolean;
}
/** Where people of the scope's company are and were signed in. One session of a person is live at a time. */
export interface LoginSessions {
  /** A person's, the live one first, those of the last month after it. */
  of(userId: number): Promise<LoginSession[]>;
  /** Everybody's that are live. */
  live(): Promise<LoginSession[]>;
  /** Ends those that are meant, at once in open browsers; answers how many. ERR_NO_USER_FOUND (404) for a stranger. */
  end(which: { userId: number; sessionId?: string; except?: string }): Promise<number>;
}
/** The sign-ins of the scope's company. */
export const loginSessions = service<LoginSessions>('kernel.sessions');

/** Somebody signed in. `isNewDevice`: with a browser that the person was not seen with in the last month. */
export const signedIn = event<{
  userId: number;
  sessionId: string;
  ip: string;
  userAgent: string;
  isNewDevice: boolean;
}>('kernel.user.signed-in');

/** Asked before every call by token: a code refuses it with 403, `{ code: 'ERR_ADDRESS_NOT_ALLOWED' }`. */
export interface TokenCheck {
  id: string;
  check(call: { ip: string; plugin: string; ref: string }, scope: Scope): Promise<{ code: string } | undefined>;
}
/** May refuse calls by token with a code of its own, whichever plugin they are for. What throws refuses too. */
export const tokenCheck = point<TokenCheck>('kernel.token.check');

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
/**
 * A sign-up was confirmed, and its company waits for a super user to switch it on (SIGNUP=moderated). Told in every
 * company that a super user belongs to.
 */
export const companyWaits = event<{ companyId: number; name: string }>('kernel.company.waits');
/** Says what a careful change of a setting would do, before somebody confirms it. */
export interface SettingEffect {
  id: string;
  /** The setting: `retentionMonths`. */
  key: string;
  /** A sentence in the reader's language, with the count: 'Hoje seriam apagadas 1.240 conversas.' */
  effect(value: string | number | boolean, scope: Scope): Promise<string | undefined>;
}
/** Sentences for the question that the options page asks before a careful change of a setting. */
export const settingEffect = point<SettingEffect>('kernel.setting.effect');

/**
 * Keeps the value of a setting in the place of the kernel: what holds for the whole installation, or what is kept under
 * another name already and is to be reached under this one too.
 */
export interface SettingKeeper {
  id: string;
  /** A setting that the manifest declares: its label, check and who may see and change it hold as ever. */
  key: string;
  /** The value that holds. Of a secret people get only whether it is empty. */
  read(scope: Scope): Promise<string | number | boolean>;
  /** A person changed it, in the setting's own type. Throw `invalid({ [key]: 'ERR_…' })` for what cannot be. */
  write(value: string | number | boolean, scope: Scope): Promise<void>;
}
/**
 * Server: settings whose values plugins keep themselves. `scope.settings` does not ask them: their plugin knows where
 * the value is.
 */
export const settingKeeper = point<SettingKeeper>('kernel.setting.keeper');

/** A setting or a module's switch of the company has another value. */
export const settingChanged = event<{ key: string }>('kernel.setting.changed');
