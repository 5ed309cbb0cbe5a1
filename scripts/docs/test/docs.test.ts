import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { sqlFindings } from '../../../sdk/cli/sql-findings.ts';
import { readSource } from '../../../sdk/cli/source-folder.ts';
import { assemble } from '../assemble.ts';
import { documents } from '../documents.ts';
import { brokenLinks } from '../links.ts';
import { pageOf } from '../reference/points.ts';
import { readReferences } from '../reference/references.ts';
import { uncheckedBlocks, readPages } from '../pages.ts';
import { declareBrowserPromises } from './browser-promises.ts';
import { openOffice } from './office.ts';
import { declareConversationPromises } from './conversation-promises.ts';
import { declareFlowPromises } from './flow-promises.ts';
import { declarePagePromises } from './page-promises.ts';
import { declarePlatformPromises } from './platform-promises.ts';

// The type checker and the formatter are slow, and share the machine with other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const root = path.resolve(import.meta.dirname, '../../..');
const pages = readPages(root);
const { folder, plugins } = await assemble(root, pages);
const office = await openOffice(inject('databaseUrl'), plugins);
// Both take the type checker's time, and nothing here depends on them.
const renewed = documents(root);
const checked = promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), [
  '--noEmit',
  '--checkers',
  '1',
  '-p',
  folder,
]).then(
  () => '',
  ({ stdout }: { stdout: string }) => stdout,
);
renewed.catch(() => undefined);

afterAll(async () => {
  await office.host.close();
  await checked;
  rmSync(folder, { recursive: true, force: true });
});

test('an outdated reference or API report is a failure that names the command to renew it', async () => {
  const stale = [...(await renewed)].filter(([file, text]) => {
    try {
      return readFileSync(path.join(root, file), 'utf8') !== text;
    } catch {
      return true;
    }
  });
  expect(
    stale.map(([file]) => file),
    'these files are stale; npm run docs (node scripts/docs.ts) renews them: look at what changed in sdk/api-report.md',
  ).toEqual([]);
});

test('every extension point has a how-to, whose code adds to it', () => {
  const points = readReferences(root).filter(({ kind }) => kind === 'point');
  expect(points.length).toBeGreaterThan(50);
  const without = points.filter(({ id, name }) => {
    const page = pageOf(id);
    const file = path.posix.join('sdk/docs/how-to', `${page}.md`);
    const blocks = pages.filter((one) => one.path === file).flatMap((one) => one.blocks);
    return !blocks.some(({ code }) => new RegExp(`(add|contribute)\\(\\s*${name}\\b`).test(code));
  });
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('every code block of the documentation is tested or gives a reason', () => {
  expect(uncheckedBlocks(pages)).toEqual([]);
  const unchecked = pages.flatMap(({ blocks }) => blocks).filter((block) => block.unchecked !== undefined);
  expect(unchecked.map((block) => block.unchecked)).toHaveLength(7);
});

test('every link of the documentation leads somewhere', async () => {
  const all = [...pages, ...[...(await renewed)].map(([file, text]) => ({ path: file, text }))];
  expect(all.flatMap((page) => brokenLinks(root, page))).toEqual([]);
});

test('the code of all documentation pages passes the type checker', async () => {
  expect((await checked).replaceAll(`${folder}/`, '')).toBe('');
});

test('the SQL of all documentation pages names only what contracts publish', async () => {
  const findings = await Promise.all(
    plugins.map(async ({ id, folder: at }) => {
      const others = { checkout: root, env: { PLUGINS_PATH: folder } };
      return (await sqlFindings(await readSource(at), others)).map(
        ({ where, message }) => `${id} ${where}: ${message}`,
      );
    }),
  );
  expect(plugins.map(({ id }) => id)).toContain('route-plan');
  expect(findings.flat()).toEqual([]);
});

test('the product accepts the plugins of all documentation pages unchanged', () => {
  const { registry } = office.host.kernel;
  expect(registry.faults).toEqual([]);
  expect(plugins.map(({ id }) => id).filter((id) => !registry.plugins.has(id))).toEqual([]);
});

describe('promises of the documentation about the server', () => {
  declarePagePromises(office);
  declareConversationPromises(office);
  declareFlowPromises(office);
  declarePlatformPromises(office);
});

describe('promises of the documentation about the browser', () => {
  declareBrowserPromises(office, plugins);
});

describe('tests shown on documentation pages', async () => {
  const shelf = plugins.find(({ id }) => id === 'shelf');
  await import(/* @vite-ignore */ path.join(shelf?.folder ?? '', 'test/shelf.test.ts'));
});
