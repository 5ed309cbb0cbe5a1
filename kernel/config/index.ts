import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { SignUpMode } from '@balcao/sdk/server';
import { ConfigError } from './faults.ts';
import { storedSecret } from './secrets.ts';
import { Settings, settingsIn } from './settings.ts';
import type { SettingName } from './settings.ts';

export { ConfigError } from './faults.ts';

/** Returns the password of the embedded database in a data folder, created on first use. Throws ConfigError as `loadConfig` does. */
export const databasePassword = (dataDir: string): string =>
  storedSecret(dataDir, 'databasePassword', () => randomBytes(24).toString('base64url'));

/** Names of all settings in the environment. */
export const settingNames: readonly string[] = Object.keys(Settings.shape);

/** Password of the demo logins, which production refuses. */
export const demoPassword = 'balcao123';

export interface Config {
  readonly env: 'production' | 'development' | 'test';
  readonly production: boolean;
  readonly host: string;
  /** Port to listen on; 0 chooses any free one. */
  readonly port: number;
  /** Origin under which browsers reach this installation, without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Bytes of the disk under `dataDir` that files must leave free. */
  readonly minFreeDisk: number;
  /** Mode of public sign-up: who may sign up, and what a new company may do. */
  readonly signUp: SignUpMode;
  /** Lifetime of a session in seconds: without use, and in total. */
  readonly sessionLifetime: { readonly idle: number; readonly whole: number };
  /** Token that callers from public addresses need to read /metrics. */
  readonly metricsToken?: string;
  readonly databaseUrl?: string;
  /** Pooler in transaction mode in front of the same database, for ordinary statements. */
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
  /** Absolute paths of folders that hold external plugins. */
  readonly pluginsPath: readonly string[];
  readonly sandbox: boolean;
  readonly admin?: { readonly email: string; readonly password: string };
  readonly sessionSecret: string;
  /** Key of 32 bytes. */
  readonly encryptionKey: Buffer;
  readonly logLevel: string;
  readonly trustProxy: boolean;
}

/**
 * Reads the settings from the environment. Outside production, secrets that are not set are created once and stored
 * in the data folder. Throws ConfigError with all faults at once.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = settingsIn(env);
  const parsed = Settings.safeParse(values);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...faultsAcross(values),
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);

  const settings = parsed.data;
  const dataDir = path.resolve(settings.DATA_DIR);
  const sessionSecret =
    settings.SESSION_SECRET ?? storedSecret(dataDir, 'sessionSecret', () => randomBytes(48).toString('base64'));
  const encryptionKey =
    settings.ENCRYPTION_KEY ?? storedSecret(dataDir, 'encryptionKey', () => randomBytes(32).toString('base64'));
  return Object.freeze<Config>({
    env: settings.NODE_ENV,
    production: settings.NODE_ENV === 'production',
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? `http://${browserHost(settings.HOST)}:${settings.PORT}`,
    dataDir,
    minFreeDisk: settings.MIN_FREE_DISK_MB * 1024 * 1024,
    signUp: settings.SIGNUP ?? (settings.NODE_ENV === 'production' ? 'confirmed' : 'open'),
    sessionLifetime: { idle: settings.SESSION_IDLE_HOURS * 3600, whole: settings.SESSION_DAYS * 86_400 },
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
    faults.push('DATABASE_URL: is required when DATABASE_POOLER_URL is set: locks and listening bypass the pooler');
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

/** A browser cannot open the address that means "all addresses". */
function browserHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
