import path from 'node:path';
import type { Pool } from 'pg';
import type { Company, CurrentUser, FileReaders, Log, Migration, PluginManifest, Routine } from '@balcao/sdk/server';
import { userMigration } from '../accounts/migration.ts';
import { People } from '../accounts/people.ts';
import { KnownDevices } from './known-devices.ts';
import { AddressBook } from '../addresses/addresses.ts';
import { addressMigration } from '../addresses/migration.ts';
import { AuditRecords } from '../audit/audit-log.ts';
import { auditMigration } from '../audit/migration.ts';
import { auditRoutines } from '../audit/routines/index.ts';
import type { Config } from '../config/index.ts';
import { Mailer } from '../mail/mailer.ts';
import { mailMigration } from '../mail/migration.ts';
import { mailRoutes } from '../mail/routes.ts';
import { mailRoutines } from '../mail/routines/index.ts';
import { permissionMigration } from '../permissions/migration.ts';
import { Permissions } from '../permissions/permissions.ts';
import { permissionRoutes } from '../permissions/routes.ts';
import { settingMigration } from '../settings/migration.ts';
import { anonymousShareOf, quotaOf } from '../settings/kernel-settings.ts';
import type { SettingKeepers } from '../settings/setting-keepers.ts';
import { settingRoutes } from '../settings/routes.ts';
import type { SettingEffectPort } from '../settings/routes.ts';
import { CompanySettings } from '../settings/settings.ts';
import { DiskFloor } from '../storage/disk-floor.ts';
import type { StorageBackend } from '../storage/backend.ts';
import { MediaStore } from '../storage/media-store.ts';
import { jobRoutines } from '../jobs/routines/index.ts';
import { fileMigration } from '../storage/migration.ts';
import { storageRoutines } from '../storage/routines/index.ts';
import { serveMedia } from '../storage/serve-media.ts';
import { confirmationDataMigration, confirmationMigration } from '../tenants/confirmation.ts';
import { fileRemovalMigration } from '../storage/removal.ts';
import { removalMigration } from '../tenants/removal.ts';
import type { Emit, Signals } from '../tenants/ports.ts';
import { Tenants } from '../tenants/tenants.ts';
import { AccessTokens } from './access-token.ts';
import { Attempts } from './attempts.ts';
import type { KernelRoute } from './kernel-route.ts';
import { deriveKey } from './derived-keys.ts';
import { LoginSteps } from './login-steps.ts';
import type { StepPort } from './login-steps.ts';
import { Logins } from './logins.ts';
import { authMigration } from './migration.ts';
import { MediaTokens } from './media-token.ts';
import { OwnAccounts } from './own-account.ts';
import { PasswordLinks } from './password-links.ts';
import { PasswordResets } from './password-resets.ts';
import { Passwords, type PasswordCost } from './passwords.ts';
import { authRoutes } from './routes.ts';
import { SessionList } from './session-list.ts';
import { Sessions, defaultLifetime } from './sessions.ts';
import type { SessionEnded } from './sessions.ts';
import { SignedInUsers, type SignedInUser } from './signed-in-user.ts';
import type { PageParts } from '../http/platform.ts';
import { Impersonations } from './impersonations.ts';

/** Migrations that run after the base migration, in this order. */
export const identityMigrations: readonly Migration[] = [
  userMigration,
  authMigration,
  permissionMigration,
  settingMigration,
  fileMigration,
  mailMigration,
  addressMigration,
  confirmationMigration,
  auditMigration,
  removalMigration,
  confirmationDataMigration,
  fileRemovalMigration,
];

export const identityRoutines: readonly Routine[] = [
  ...auditRoutines,
  ...storageRoutines,
  ...mailRoutines,
  ...jobRoutines,
];

export interface IdentityOptions {
  config: Pick<Config, 'sessionSecret' | 'encryptionKey' | 'publicUrl' | 'dataDir' | 'smtpUrl' | 'mailFrom'> &
    Partial<Pick<Config, 'minFreeDisk' | 'signUp' | 'sessionLifetime'>>;
  /** Storage of the files. */
  backend: StorageBackend;
  /** Pool of the kernel's own login, which sees all companies. */
  owner: Pool;
  signals: Signals;
  log: Log;
  emit: Emit;
  /** Manifests of all plugins that run on this node. */
  manifests: readonly PluginManifest[];
  loginRefusal(user: CurrentUser, company: Company): Promise<{ code: string } | undefined>;
  /** Steps that plugins add after the password; absent: none. */
  loginSteps?: StepPort;
  sessionExtras(user: CurrentUser, company: Company): Promise<Record<string, unknown>>;
  /** Limit of people in a company; absent or undefined: no limit. */
  maxPeople?(companyId: number): Promise<number | undefined>;
  /**
   * Throws to refuse a change of a plugin's toggle before it is stored. Absent: the dependencies of the manifests are
   * checked.
   */
  switchPlugin?(companyId: number, plugin: string, on: boolean): Promise<void>;
  /** Returns the effect of a change that needs confirmation, in the reader's language. */
  settingEffect?: SettingEffectPort;
  /** Settings with values that plugins store themselves. */
  settingKeepers?: SettingKeepers;
  /** For tests: seconds during which a replaced refresh token still returns its successor. */
  graceSeconds?: number;
  /** Cost of password hashes. Absent: as recommended. */
  passwordCost?: PasswordCost | undefined;
}

export interface IdentityListener {
  /** Called on every node after a company was switched off or on. */
  switched?(companyId: number): void;
  /** Called once, after a company was removed. */
  removed?(companyId: number): Promise<void>;
  /** Called on every node after the restrictions of a company changed. */
  restricted?(companyId: number): void;
  /** Called on every node after the permissions of profiles changed in a company. */
  grantsChanged?(companyId: number): void;
  /** Called once, on the node where the session was ended. */
  sessionEnded?(ended: SessionEnded): void;
  /** Called once, after a super user moved their session to another company. */
  sessionMoved?(sessionId: string): void;
}

const noSettingKeepers: SettingKeepers = {
  isKept: () => false,
  read: async () => undefined,
  write: async () => undefined,
};

/** Creates the services that manage companies and people. */
export function openIdentity(options: IdentityOptions) {
  const { config, owner, signals, log, emit, backend } = options;
  const listeners: IdentityListener[] = [];
  const purpose = (name: string): Buffer => deriveKey(config.sessionSecret, name);
  const passwords = new Passwords(2, options.passwordCost);
  const attempts = new Attempts(owner);
  const tokens = new AccessTokens(purpose('access-token').toString('hex'));
  const sessions = new Sessions({
    owner,
    signals,
    log,
    emit,
    key: purpose('refresh-token'),
    ...(config.sessionLifetime && { life: config.sessionLifetime }),
    onSessionEnded: (ended) => listeners.forEach((listener) => listener.sessionEnded?.(ended)),
    onSessionMoved: (sessionId) => listeners.forEach((listener) => listener.sessionMoved?.(sessionId)),
    ...(options.graceSeconds !== undefined && { graceSeconds: options.graceSeconds }),
  });
  const settings = new CompanySettings({
    owner,
    signals,
    log,
    emit,
    manifests: options.manifests,
    encryptionKey: config.encryptionKey,
    ...(options.switchPlugin && { switchPlugin: options.switchPlugin }),
  });
  const permissions = new Permissions({
    owner,
    signals,
    log,
    manifests: options.manifests,
    isOn: (companyId, plugin) => settings.isOn(companyId, plugin),
    onChanged: (companyId) => listeners.forEach((listener) => listener.grantsChanged?.(companyId)),
  });
  const people = new People({
    owner,
    passwords,
    emit,
    endSessions: sessions.end,
    changed: (_companyId, userId) => sessions.userChanged(userId),
    ...(options.maxPeople && { maxPeople: options.maxPeople }),
    sendPasswordLink: (...recipient) => links.send(...recipient),
  });
  let mayRead = async (_person: { companyId: number; user: CurrentUser }, _readers: FileReaders): Promise<boolean> =>
    false;
  const mediaKey = purpose('media-link');
  const disk = new DiskFloor({ folder: config.dataDir, floor: config.minFreeDisk ?? 0, log });
  const media = new MediaStore({
    owner,
    log,
    backend,
    incomingFolder: path.join(config.dataDir, 'media', '.incoming'),
    key: mediaKey,
    room: {
      quota: (companyId) => quotaOf(settings, companyId),
      anonymous: (companyId) => anonymousShareOf(settings, companyId),
    },
    disk,
  });
  const tenants = new Tenants({
    owner,
    signals,
    log,
    emit,
    people,
    settings,
    endSessions: sessions.end,
    signUp: config.signUp ?? 'open',
    onRemoved: async (companyId) => {
      await media.removeCompany(companyId);
      for (const listener of listeners) await listener.removed?.(companyId);
    },
    onSwitched: (companyId) => listeners.forEach((listener) => listener.switched?.(companyId)),
    onRestricted: (companyId) => listeners.forEach((listener) => listener.restricted?.(companyId)),
  });
  const mailer = new Mailer({ owner, log, from: config.mailFrom, ...(config.smtpUrl && { smtpUrl: config.smtpUrl }) });
  const addresses = new AddressBook({ owner, signals, log });
  const signedIn = new SignedInUsers({
    owner,
    log,
    tenants,
    settings,
    permissions,
    sessionExtras: options.sessionExtras,
  });
  const records = new AuditRecords(owner);
  const steps = new LoginSteps({ owner, attempts, steps: options.loginSteps ?? noSteps });
  const sessionList = new SessionList({ owner, sessions });
  const mediaTokens = new MediaTokens({ key: mediaKey, sessions, tenants });
  const logins = new Logins({
    mediaTokens,
    owner,
    log,
    steps,
    records,
    emit,
    tenants,
    passwords,
    attempts,
    sessions,
    tokens,
    signedIn,
    loginRefusal: options.loginRefusal,
  });
  const visits = new Impersonations({ owner, log, tenants, sessions, emit });
  const resets = new PasswordResets({
    owner,
    log,
    key: purpose('password-reset'),
    publicUrl: config.publicUrl,
    passwords,
    attempts,
    sessions,
    mailer,
    records,
  });
  const links = new PasswordLinks({
    owner,
    publicUrl: config.publicUrl,
    passwords,
    attempts,
    sessions,
    mailer,
    records,
    emit,
  });
  const ownAccounts = new OwnAccounts({
    owner,
    passwords,
    attempts,
    emit,
    changed: (userId) => sessions.userChanged(userId),
  });

  const tidy = async (): Promise<void> => {
    for (const part of [sessions, attempts, resets, links, steps, mailer, tenants, media])
      await part.tidy().catch((error: unknown) => log.warn({ err: error }, 'removal of old rows failed'));
  };
  let tidying: NodeJS.Timeout | undefined;
  const waiting = [tenants, settings, permissions, sessions, addresses];
  return {
    tenants,
    people,
    settings,
    permissions,
    sessions,
    sessionList,
    logins,
    records,
    mailer,
    attempts,
    media,
    disk,
    addresses,
    subscribe(listener: IdentityListener): void {
      listeners.push(listener);
    },
    /** Returns the routes, mounted by the HTTP pipeline. `pageParts`: content of a person's page, for the call that starts it. */
    routes: (pageParts?: (user: SignedInUser) => PageParts): KernelRoute[] => [
      ...authRoutes({
        logins,
        resets,
        links,
        ownAccounts,
        signedIn,
        visits,
        devices: new KnownDevices(purpose('known-device')),
        ...(pageParts && { pageParts }),
        publicUrl: config.publicUrl,
        cookieSeconds: (config.sessionLifetime ?? defaultLifetime).whole,
      }),
      ...permissionRoutes(permissions),
      ...settingRoutes({
        settings,
        permissions,
        tenants,
        effect: options.settingEffect ?? (async () => undefined),
        kept: options.settingKeepers ?? noSettingKeepers,
      }),
      ...mailRoutes(mailer),
    ],
    /** Sets the check of restricted files, which only rooms can answer. */
    onRestrictedFile(check: typeof mayRead): void {
      mayRead = check;
    },
    /** Koa handler of `/public/{path}`. */
    serveMedia: serveMedia({
      store: media,
      backend,
      key: mediaKey,
      opens: (token, companyId) => mediaTokens.opens(token, companyId),
      admits: async (token, companyId, readers) =>
        mayRead({ companyId, user: await mediaTokens.personOf(token) }, readers),
    }),
    /** Starts the services, after the migrations and before the first request. */
    async start(): Promise<void> {
      for (const part of waiting) await part.start();
      await media.start();
      mailer.start();
      tidying = setInterval(() => void tidy(), 3_600_000);
      tidying.unref();
    },
    tidy,
    async stop(): Promise<void> {
      clearInterval(tidying);
      await mailer.stop();
      for (const part of waiting.toReversed()) await part.stop();
      backend.close?.();
    },
  };
}

const noSteps: StepPort = {
  names: () => [],
  ask: async () => undefined,
  answer: async () => ({ refused: '' }),
};

export type Identity = ReturnType<typeof openIdentity>;
