import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { textFaults } from './code-texts.ts';
import { fileSizeFaults } from './file-sizes.ts';
import { importCycles } from './import-cycles.ts';
import { importFaults } from './import-rules.ts';
import type { Neighbours } from './import-rules.ts';
import { progressFaults } from './progress-names.ts';
import { readImports } from './read-imports.ts';
import { retiredWordFaults } from './retired-words.ts';
import { sqlFaults } from './sql-rules.ts';
import { wordFaults } from './words.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'balcao-rules-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const neighbours: Neighbours = new Map([['boards', new Set(['people'])]]);

function faultOf(file: string, text: string): string[] {
  write(file, text);
  const faults = importFaults(readImports(root), neighbours);
  rmSync(path.join(root, file));
  return faults.map((fault) => fault.slice(fault.indexOf(': ') + 2));
}

const allowed: [string, string][] = [
  ['plugins/boards/server/index.ts', `import { definePlugin } from '@balcao/sdk/server'; import x from './x.ts';`],
  [
    'plugins/boards/server/places.ts',
    `import { people } from '@balcao/people/contract'; import { boards } from '../contract.ts';`,
  ],
  [
    'plugins/boards/client/index.tsx',
    `import { Button } from '@fluentui/react-components'; import { host } from '@balcao/sdk/client';`,
  ],
  [
    'plugins/boards/contract.ts',
    `import { point } from '@balcao/sdk/contract'; import type { Row } from './server/rows.ts';`,
  ],
  ['plugins/boards/boards.test.ts', `import { testHost } from '@balcao/testing'; import { x } from './server/x.ts';`],
  ['scripts/start.ts', `import { loadConfig } from '@balcao/kernel/config'; await import('@balcao/kernel');`],
  ['sdk/testing/index.ts', `import { startKernel } from '@balcao/kernel';`],
  ['kernel/http/pages.ts', `await import('../../web-host/build/dev.ts');`],
];

test.each(allowed)('an allowed import is accepted: %s', (file, text) => {
  expect(faultOf(file, text)).toEqual([]);
});

const refused: [string, string, string][] = [
  ['kernel/boot.ts', `import x from '../plugins/boards/contract.ts';`, 'only plugins may import a plugin'],
  ['kernel/boot.ts', `const x: import('@balcao/boards/contract').X = 1;`, 'only plugins may import a plugin'],
  ['web-host/src/app.tsx', `export * from '@balcao/boards/contract';`, 'only plugins may import a plugin'],
  ['plugins/boards/server/x.ts', `import x from '../../people/server/x.ts';`, 'only the contract'],
  ['plugins/boards/server/x.ts', `import x from '@balcao/queues/contract';`, 'the manifest does not name queues'],
  ['plugins/boards/server/x.ts', `import x from '@balcao/kernel';`, 'nothing outside the kernel'],
  ['scripts/start.ts', `import x from '../kernel/config/index.ts';`, 'nothing outside the kernel'],
  ['kernel/index.ts', `import x from '@balcao/embedded-postgres';`, 'the kernel is given a database'],
  ['plugins/boards/server/x.ts', `import x from '@balcao/embedded-postgres';`, 'only the commands start'],
  ['plugins/boards/server/x.ts', `import x from '@balcao/testing';`, 'the test host is for tests'],
  ['plugins/boards/client/x.tsx', `await import('../server/x.ts');`, 'browser code imports server code'],
  ['plugins/boards/client/x.tsx', `import type { X } from '../server/x.ts';`, 'browser code imports server code'],
  ['plugins/boards/client/x.tsx', `import fs from 'node:fs';`, 'browser code imports server code'],
  [
    'plugins/boards/client/x.tsx',
    `import { definePlugin } from '@balcao/sdk/server';`,
    'browser code imports server code',
  ],
  ['plugins/boards/server/x.ts', `import React from 'react';`, 'server code imports browser code'],
  ['plugins/boards/contract.ts', `import { sql } from '@balcao/sdk/server';`, 'what both ends load'],
  ['web-host/src/app.tsx', `import pg from 'pg';`, 'browser code imports server code'],
  ['scripts/start.ts', `import x from '../kernel/auth/tokens.ts';`, 'nothing outside the kernel'],
  ['sdk/server/x.ts', `import x from '@balcao/kernel';`, 'nothing outside the kernel'],
];

test.each(refused)('a forbidden import is reported: %s, %s', (file, text, reason) => {
  expect(faultOf(file, text)).toEqual([expect.stringContaining(reason)]);
});

test('Files that import each other are reported, also when they share only types', () => {
  write('kernel/jobs/index.ts', `import { Runner } from './runner.ts';`);
  write('kernel/jobs/runner.ts', `import type { Log } from './log.ts';`);
  write('kernel/jobs/log.ts', `export type Sink = import('./index.ts').Sink;`);
  expect(importCycles(readImports(root))).toEqual([
    expect.stringMatching(/^kernel\/jobs\/index.ts imports .* imports kernel\/jobs\/index.ts: move what both need/),
  ]);
});

test('A cycle of imports through a contract and a package is reported', () => {
  write('plugins/boards/contract.ts', `export type { Person } from '@balcao/people/contract';`);
  write('plugins/people/contract.ts', `import type { Board } from '@balcao/boards/contract';`);
  expect(importCycles(readImports(root))).toEqual([expect.stringContaining('plugins/people/contract.ts')]);
});

test('A part of a page that is imported when it is shown may name a type of the page', () => {
  write('plugins/boards/client/Page.tsx', `export const part = () => import('./Dialog.tsx');`);
  write('plugins/boards/client/Dialog.tsx', `import type { Row } from './Page.tsx'; import './style.ts';`);
  expect(importCycles(readImports(root))).toEqual([]);
});

test('A source file of more than 400 lines is reported, unless it is a contract', () => {
  write('kernel/jobs/runner.ts', 'run();\n'.repeat(401));
  write('kernel/jobs/index.ts', 'run();\n'.repeat(400));
  write('plugins/boards/contract.ts', 'export type A = 1;\n'.repeat(900));
  write('plugins/boards/locales/pt.json', '\n'.repeat(900));
  expect(fileSizeFaults(root)).toEqual(['kernel/jobs/runner.ts has 401 lines, more than 400: split it by subject']);
});

test('a feature named in the kernel or the web host is reported with its line, except in tests', () => {
  write('kernel/events.ts', 'const a = 1;\nconst name = "theTicketOf";\n');
  write('web-host/src/menu.tsx', '// the kanban page\n');
  write('kernel/events.test.ts', '// ticket');
  write('plugins/boards/index.ts', '// ticket');
  expect(wordFaults(root)).toEqual([
    'kernel/events.ts:2 names a feature: Ticket',
    'web-host/src/menu.tsx:1 names a feature: kanban',
  ]);
});

const retired: [string, string, string][] = [
  ['kernel/x.ts', `const strayTimers = 1;`, 'kernel/x.ts:1 uses the retired word strayTimers: write side effect'],
  ['plugins/boards/server/x.ts', `note.\nisWhisper();`, 'x.ts:2 uses the retired word isWhisper: write internal note'],
  ['plugins/boards/server/x.ts', `sql.kept('x')`, 'uses the retired word sql.kept: write sql.prepared'],
  ['plugins/boards/server/x.ts', `const mostBytes = 1;`, 'uses the retired word mostBytes: write max…'],
  ['plugins/boards/server/x.ts', `class Rows { #tellTicket() {} }`, 'uses the retired word tellTicket: write publish…'],
  ['web-host/x.tsx', `export const x = <Heard>{text}</Heard>;`, 'uses the retired word Heard: write VisuallyHidden'],
  ['sdk/x.ts', `interface X { told: Date }`, 'uses the retired word told: write published'],
  ['sdk/x.ts', `\n// Events in hand.`, 'sdk/x.ts:2 uses the retired word in hand: write inFlight'],
  ['sdk/x.ts', `/** What a plugin adds. */`, 'sdk/x.ts:1 has a comment that begins with What: write a noun phrase'],
  ['sdk/x.ts', `/**\n * Whether it runs. */`, 'has a comment that begins with Whether: write a noun phrase'],
  ['scripts/last-wall.ts', ``, 'scripts/last-wall.ts has a retired word in its name: write boundary'],
];

test.each(retired)('a retired word is reported with the term that replaces it: %s, %s', (file, text, fault) => {
  write(file, text);
  expect(retiredWordFaults(root)).toEqual([expect.stringContaining(fault)]);
});

const current: [string, string][] = [
  ['scripts/test/x.ts', `expect('a text is no name: stray, whisper, told').toContain('told');`],
  ['plugins/boards/server/x.ts', `const almost = Math.max(trailing, atLeast, sparkline);`],
  ['plugins/boards/server/x.ts', `/** Returns what was stored. At most 40 rows, whose owner is known. */`],
];

test.each(current)('a name or comment in the terms of the glossary is accepted: %s, %s', (file, text) => {
  write(file, text);
  expect(retiredWordFaults(root)).toEqual([]);
});

test('an error code without a text in some language is reported, for the kernel and for plugins', async () => {
  const errors = (...codes: string[]) =>
    JSON.stringify({ errors: Object.fromEntries(codes.map((code) => [code, 'x'])) });
  for (const language of ['pt', 'en', 'es'])
    write(`web-host/locales/${language}.json`, errors('ERR_KNOWN', ...(language === 'es' ? [] : ['ERR_HALF'])));
  write('kernel/http/app.ts', `throw new AppError(400, 'ERR_HALF'); throw notFound('ERR_KNOWN');`);
  write('plugins/boards/manifest.ts', `export default { id: 'boards' };`);
  write('plugins/boards/locales/pt.json', errors('ERR_OWN'));
  write('plugins/boards/server/index.ts', `throw conflict('ERR_OWN'); throw conflict('ERR_MUTE');`);
  expect(await textFaults(root)).toEqual([
    'kernel/http/app.ts: people can meet ERR_HALF, which has no text in es',
    'plugins/boards/server/index.ts: people can meet ERR_MUTE, which has no text',
  ]);
});

test('a progress indicator without an accessible label is reported with its line', () => {
  write(
    'plugins/boards/client/Board.tsx',
    [
      `import * as all from '@fluentui/react-components';`,
      `import { ProgressBar, Spinner as Wait } from '@fluentui/react-components';`,
      `import { Spinner } from '@balcao/sdk/ui';`,
      `export const a = <Wait aria-label={t('wait')} />;`,
      `export const b = <ProgressBar value={1} />;`,
      `export const c = [<Wait aria-hidden="true" />, <Spinner />];`,
      `export const d = <all.Spinner />;`,
      `export const e = <Wait />;`,
    ].join('\n'),
  );
  expect(progressFaults(root)).toEqual([
    expect.stringContaining('plugins/boards/client/Board.tsx:5 shows a ProgressBar without a name'),
    expect.stringContaining('plugins/boards/client/Board.tsx:7 shows a Spinner without a name'),
    expect.stringContaining('plugins/boards/client/Board.tsx:8 shows a Spinner without a name'),
  ]);
});

test('SQL of a plugin is limited to its own tables and to what other contracts publish', async () => {
  write(
    'plugins/people/contract.ts',
    `export const publicPerson = publishedSql<PublicPerson>('people.public_person');`,
  );
  write(
    'plugins/boards/server/board.ts',
    'export const q = sql`select 1 from people.public_person join boards.board b on true`;',
  );
  expect(await sqlFaults(root, neighbours)).toEqual([]);
  write('plugins/boards/server/board.ts', 'export const q = sql`select 1\n from people.person`;');
  write('plugins/boards/test/board.test.ts', 'const q = sql`select 1 from people.person`;');
  expect(await sqlFaults(root, neighbours)).toEqual([
    'plugins/boards/server/board.ts:2 names people.person in SQL: no contract publishes it (SQL_OUTSIDE_CONTRACT)',
  ]);
  expect((await sqlFaults(root, new Map()))[0]).toContain('people.person');
});
