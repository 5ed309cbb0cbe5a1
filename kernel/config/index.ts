import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { SignUpMode } from '@balcao/sdk/server';
import { ConfigError } from './faults.ts';
import { keptSecret } from './secrets.ts';
import { Settings, given } from './settings.ts';
import type { SettingName } from './settings.ts';

export { ConfigError } from './faults.ts';

/** The password of the embedded database in a data folder, made the first time. Throws ConfigError as `loadConfig` does. */
export const databasePassword = (dataDir: string): string =>
  keptSecret(dataDir, 'databasePassword', () => randomBytes(24).toString('base64url'));

/** Every name that the environment may give. */
export const settingNames: readonly string[] = Object.keys(Settings.shape);

/** The password of the demo logins; production refuses it. */
export const demoPassword = 'balcao123';

export interface Config {
  readonly env: 'production' | 'development' | 'test';
  readonly production: boolean;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Origin under which browsers reach this installation, without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Bytes of the disk under `dataDir` that no file may take. */
  readonly minFreeDisk: number;
  /** Who may sign up, and what for a company works. */
  readonly signUp: SignUpMode;
  /** Seconds that a session lasts: without use, and in whole. */
  readonly sessionLife: { readonly idle: number; readonly whole: number };
  /** What a caller from a public address must know to read /metrics. */
  readonly metricsToken?: string;
  readonly databaseUrl?: string;
  /** A pooler in transaction mode in front of the same database, for ordinary statements. */
  readonly databasePoolerUrl?: string;
  readonly jobsUrl?: string;
  readonly redisUrl?: string;
  readonly s3?: {
    readonly endpoint: string;
    readonly region: string;
    readonly bucket: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  /** Absolute folders that hold plugins from outside. */
  readonly pluginsPath: readonly string[];
  readonly sandbox: boolean;
  readonly admin?: { readonly email: string; readonly password: string };
  readonly sessionSecret: string;
  /** 32 bytes. */
  readonly encryptionKey: Buffer;
  readonly logLevel: string;
  readonly trustProxy: boolean;
}

/**
 * Reads the settings from the environment. Outside production the secrets that are not given are made once and kept in
 * the data folder. Throws ConfigError naming every fault at once.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = given(env);
  const parsed = Settings.safeParse(values);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...faultsAcross(values),
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);

  const settings = parsed.data;
  const dataDir = path.resolve(settings.DATA_DIR);
  const sessionSecret =
    settings.SESSION_SECRET ?? keptSecret(dataDir, 'sessionSecret', () => randomBytes(48).toString('base64'));
  const encryptionKey =
    settings.ENCRYPTION_KEY ?? keptSecret(dataDir, 'encryptionKey', () => randomBytes(32).toString('base64'));
  return Object.freeze<Config>({
    env: settings.NODE_ENV,
    production: settings.NODE_ENV === 'production',
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? `http://${browserHost(settings.HOST)}:${settings.PORT}`,
    dataDir,
    minFreeDisk: settings.MIN_FREE_DISK_MB * 1024 * 1024,
    signUp: settings.SIGNUP ?? (settings.NODE_ENV === 'production' ? 'confirmed' : 'open'),
    sessionLife: { idle: settings.SESSION_IDLE_HOURS * 3600, whole: settings.SESSION_DAYS * 86_400 },
    metricsToken: settings.METRICS_TOKEN,
    databaseUrl: settings.DATABASE_URL,
    databasePoolerUrl: settings.DATABASE_POOLER_URL,
    jobsUrl: settings.JOBS_URL,
    redisUrl: settings.REDIS_URL,
    s3: s3Of(settings),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    pluginsPath: Object.freeze(settings.PLUGINS_PATH),
    sandbox: settings.SANDBOX ?? settings.NODE_ENV !== 'production',
    admin:
      settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD
        ? Object.freeze({ email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD })
        : undefined,
    sessionSecret,
    encryptionKey: Buffer.from(encryptionKey, 'base64'),
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY,
  });
}

const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const neededInProduction = ['DATABASE_URL', 'PUBLIC_URL', 'SESSION_SECRET', 'ENCRYPTION_KEY'] as const;

function faultsAcross(values: Partial<Record<SettingName, string>>): string[] {
  const missing = (names: readonly SettingName[]) => names.filter((name) => !values[name]);
  const faults: string[] = [];
  if (values.NODE_ENV === 'production') {
    for (const name of missing(neededInProduction)) faults.push(`${name}: is required in production`);
    if (values.ADMIN_PASSWORD === demoPassword) {
      faults.push('ADMIN_PASSWORD: is the password of the demo logins, which production refuses');
    }
  }
  if (values.DATABASE_POOLER_URL && !values.DATABASE_URL) {
    faults.push('DATABASE_URL: is required when DATABASE_POOLER_URL is set: locks and listening pass by the pooler');
  }
  for (const group of [s3Names, ['ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const]) {
    const absent = missing(group);
    if (absent.length === group.length) continue;
    for (const name of absent) faults.push(`${name}: is required when ${group.find((other) => values[other])} is set`);
  }
  return faults;
}

function s3Of(settings: Settings): Config['s3'] {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return Object.freeze({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
}

/** "All addresses" is nothing that a browser can open. */
function browserHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
