import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dataDir = () => path.join(folder, 'data');

const production = () => ({
  NODE_ENV: 'production',
  DATA_DIR: dataDir(),
  DATABASE_URL: 'postgres://balcao:x@database/balcao',
  PUBLIC_URL: 'https://atendimento.example.com/',
  SESSION_SECRET: 's'.repeat(40),
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
});

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('Without settings, the product listens on this machine only and stores its data in ./data', () => {
  const config = loadConfig({ DATA_DIR: dataDir(), DATABASE_URL: '  ' });
  expect(config).toMatchObject({
    env: 'development',
    production: false,
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    dataDir: dataDir(),
    databaseUrl: undefined,
    sandbox: true,
    trustProxy: false,
    logLevel: 'info',
  });
});

test('A pooler is set beside the database URL, and is refused without it', () => {
  const pooler = { DATABASE_POOLER_URL: 'postgres://balcao:x@pooler:6432/balcao' };
  expect(loadConfig({ ...production(), ...pooler })).toMatchObject({
    databaseUrl: 'postgres://balcao:x@database/balcao',
    databasePoolerUrl: pooler.DATABASE_POOLER_URL,
  });
  expect(faultsOf({ DATA_DIR: dataDir(), ...pooler })).toEqual([
    'DATABASE_URL: is required when DATABASE_POOLER_URL is set: locks and listening bypass the pooler',
  ]);
});

test('All wrong settings are reported at once, each by its name', () => {
  const faults = faultsOf({
    DATA_DIR: dataDir(),
    PORT: '80a',
    DATABASE_URL: 'mysql://x',
    JOBS_URL: 'nonsense',
    PUBLIC_URL: 'https://example.com/balcao',
    SANDBOX: 'maybe',
    ADMIN_EMAIL: 'ana',
    S3_BUCKET: 'media',
    ENCRYPTION_KEY: 'short',
    SESSION_SECRET: 'short',
    PLUGINS_PATH: `${folder}:/nowhere/at/all`,
    LOG_LEVEL: 'loud',
    NODE_ENV: 'prod',
  });
  const names = faults.map((fault) => fault.split(':')[0]);
  expect(new Set(names)).toEqual(
    new Set([
      'PORT',
      'DATABASE_URL',
      'JOBS_URL',
      'PUBLIC_URL',
      'SANDBOX',
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'ENCRYPTION_KEY',
      'SESSION_SECRET',
      'PLUGINS_PATH',
      'LOG_LEVEL',
      'NODE_ENV',
    ]),
  );
  expect(faults).toContain('PLUGINS_PATH: the folder /nowhere/at/all does not exist');
  expect(faults).toContain('S3_REGION: is required when S3_BUCKET is set');
});

test('A port that does not exist is refused', () => {
  expect(faultsOf({ DATA_DIR: dataDir(), PORT: '65536' })).toEqual(['PORT: must be a number from 0 to 65535']);
});

test('Production starts only with its database, address and secrets set, and never with the demo password', () => {
  expect(
    faultsOf({ NODE_ENV: 'production', DATA_DIR: dataDir(), ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: 'balcao123' }),
  ).toEqual([
    'DATABASE_URL: is required in production',
    'PUBLIC_URL: is required in production',
    'SESSION_SECRET: is required in production',
    'ENCRYPTION_KEY: is required in production',
    'ADMIN_PASSWORD: is the password of the demo logins, which production refuses',
  ]);
  const config = loadConfig(production());
  expect(config).toMatchObject({ production: true, sandbox: false, publicUrl: 'https://atendimento.example.com' });
  expect(config.encryptionKey).toHaveLength(32);
});

test('The first start creates the secrets, readable by their owner only, and the next start reads them', () => {
  const first = loadConfig({ DATA_DIR: dataDir() });
  const again = loadConfig({ DATA_DIR: dataDir() });
  expect(again.sessionSecret).toBe(first.sessionSecret);
  expect(again.encryptionKey).toEqual(first.encryptionKey);
  expect(first.encryptionKey).toHaveLength(32);
  const file = path.join(dataDir(), 'secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(first.sessionSecret);
});

test('Processes that start at once on an empty folder get the same secrets', async () => {
  const program = `
    const { loadConfig } = await import(${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))});
    while (Date.now() < Number(process.argv[1]));
    const { sessionSecret, encryptionKey } = loadConfig({ DATA_DIR: process.argv[2] });
    console.log(sessionSecret, encryptionKey.toString('base64'));`;
  const start = String(Date.now() + 2_000);
  const said = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const args = ['--input-type=module', '--eval', program, start, dataDir()];
      return (await promisify(execFile)(process.execPath, args)).stdout;
    }),
  );
  expect(new Set(said)).toHaveProperty('size', 1);
  expect(readdirSync(dataDir())).toEqual(['secrets.json']);
});

test('A secrets file that a killed process left unfinished does not stop the next start', () => {
  mkdirSync(dataDir());
  writeFileSync(path.join(dataDir(), 'secrets.json.new'), '{ "session');
  const { sessionSecret } = loadConfig({ DATA_DIR: dataDir() });
  expect(loadConfig({ DATA_DIR: dataDir() }).sessionSecret).toBe(sessionSecret);
});

test('A damaged secrets file stops the start and is not overwritten, so that nothing encrypted is lost', () => {
  loadConfig({ DATA_DIR: dataDir() });
  const file = path.join(dataDir(), 'secrets.json');
  writeFileSync(file, '{ "sessionSecret": ');
  expect(faultsOf({ DATA_DIR: dataDir() })[0]).toMatch(/^DATA_DIR: .*secrets\.json is damaged/);
  expect(readFileSync(file, 'utf8')).toBe('{ "sessionSecret": ');
});

test('Settings cannot be changed after the start', () => {
  const config = loadConfig({ ...production(), PLUGINS_PATH: folder });
  expect(Object.isFrozen(config)).toBe(true);
  expect(config.pluginsPath).toEqual([folder]);
  expect(Object.isFrozen(config.pluginsPath)).toBe(true);
});

test('A product that listens on every address still gives a link that a browser can open', () => {
  expect(loadConfig({ DATA_DIR: dataDir(), HOST: '0.0.0.0', PORT: '9000' }).publicUrl).toBe('http://localhost:9000');
});
