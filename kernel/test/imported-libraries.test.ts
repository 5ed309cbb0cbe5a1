import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../database/test/fresh-database.ts';

interface Started {
  files: string[];
  plugins: string[];
  faults: string[];
}

/** Libraries that only some installations or moments need, imported when they are first used. */
const rare: Readonly<Record<string, string>> = {
  sharp: 'pictures',
  'file-type': 'the types of uploads',
  'koa-body': 'forms that bring files',
  formidable: 'forms that bring files',
  nodemailer: 'mail that goes out',
  '@aws-sdk/client-s3': 'media in a bucket',
  mongodb: 'jobs in MongoDB',
  '@agendajs/mongo-backend': 'jobs in MongoDB',
  redis: 'sockets over Redis',
  '@socket.io/redis-adapter': 'sockets over Redis',
  xlsx: 'imports of spreadsheets',
  'web-push': 'notices to devices',
  qrcode: 'the picture of a second step',
  otpauth: 'the codes of a second step',
  entities: 'previews of links',
  parse5: 'reading sites for the assistant',
  'robots-parser': 'reading sites for the assistant',
  unpdf: 'reading files for the assistant',
  fflate: 'reading files for the assistant',
  saxes: 'reading files for the assistant',
  'fast-glob': 'nothing: services are registered by name and not found in folders',
  baileys: 'lines of WhatsApp, which have threads of their own',
  amaro: 'nothing: Node itself reads TypeScript',
  typescript: 'checking plugins',
  vite: 'building browser code',
  rolldown: 'building browser code',
};

let folder: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let started: Started;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-libraries-'));
  chmodSync(folder, 0o711);
  database = await freshDatabase();
  const child = fork(path.join(import.meta.dirname, 'start-and-list.ts'), [], {
    execArgv: [],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
    },
  });
  const ended = once(child, 'exit');
  const said = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  if (said === undefined) throw new Error('the product ended before it was started');
  [started] = said as [Started];
  child.disconnect();
  await ended;
}, 120_000);
afterAll(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const filesOf = (library: string): string[] =>
  started.files.filter((file) => file.includes(`/node_modules/${library}/`));

test('A start with all plugins of the platform imports no library that is rarely needed', () => {
  const own = readdirSync(path.resolve(import.meta.dirname, '../../plugins'));
  expect(started.faults).toEqual([]);
  expect(started.plugins.toSorted()).toEqual(own.toSorted());
  // Libraries that are always needed are detected, so the detection works.
  for (const always of ['koa', 'pg', 'zod', 'socket.io']) expect(filesOf(always)).not.toEqual([]);
  const read = Object.entries(rare).flatMap(([library, use]) =>
    filesOf(library).length > 0 ? [`${library}, for ${use}`] : [],
  );
  expect(read).toEqual([]);
});
