import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(URL.parse(text)?.protocol.replace(':', '') ?? ''),
      `must be an address such as ${example}`,
    );

const flag = z.enum(['0', '1', 'false', 'true'], 'must be 0 or 1').transform((text) => text === '1' || text === 'true');

const origin = url(['http', 'https'], 'https://atendimento.example.com')
  .refine((text) => {
    const parsed = URL.parse(text);
    // `url` has reported an address that cannot be parsed.
    return !parsed || (parsed.pathname === '/' && !parsed.search && !parsed.hash);
  }, 'must hold nothing after the host and port')
  .transform((text) => new URL(text).origin);

const folders = z.string().transform((text, context) => {
  const list = text
    .split(':')
    .filter(Boolean)
    .map((folder) => path.resolve(folder));
  for (const folder of list) {
    if (!existsSync(folder)) context.addIssue({ code: 'custom', message: `the folder ${folder} does not exist` });
  }
  return list;
});

const encryptionKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64 (openssl rand -base64 32)');

/** All settings that the environment can give. Other variables are ignored. */
export const Settings = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65535, 'must be a number from 0 to 65535')
    .default(8080),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  MIN_FREE_DISK_MB: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a number of megabytes')
    .transform(Number)
    .default(512),
  SIGNUP: z
    .enum(['open', 'confirmed', 'moderated', 'closed'], 'must be open, confirmed, moderated or closed')
    .optional(),
  SESSION_IDLE_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number of hours from 1 to 9999')
    .transform(Number)
    .default(168),
  SESSION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number of days from 1 to 999')
    .transform(Number)
    .default(30),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  DATABASE_URL: url(['postgres', 'postgresql'], 'postgres://user:password@host:5432/balcao').optional(),
  DATABASE_POOLER_URL: url(['postgres', 'postgresql'], 'postgres://user:password@host:6432/balcao').optional(),
  JOBS_URL: url(['mongodb', 'mongodb+srv', 'postgres', 'postgresql'], 'mongodb://host:27017/jobs').optional(),
  REDIS_URL: url(['redis', 'rediss'], 'redis://host:6379').optional(),
  S3_ENDPOINT: url(['http', 'https'], 'https://s3.example.com').optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: url(['smtp', 'smtps'], 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z.string().includes('@', 'must hold a mail address').default('Balcão <no-reply@balcao.local>'),
  PLUGINS_PATH: folders.default([]),
  SANDBOX: flag.optional(),
  ADMIN_EMAIL: z.email('must be a mail address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have 8 characters or more').optional(),
  SESSION_SECRET: z.string().min(32, 'must have 32 characters or more (openssl rand -base64 48)').optional(),
  ENCRYPTION_KEY: encryptionKey.optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  TRUST_PROXY: flag.default(false),
});

export type Settings = z.output<typeof Settings>;
export type SettingName = keyof Settings;

/** Returns the settings of the environment, trimmed. Empty ones count as not set: compose files and CI systems pass those. */
export function settingsIn(env: NodeJS.ProcessEnv): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(Settings.shape)) {
    const value = env[name]?.trim();
    if (value) values[name] = value;
  }
  return values;
}
