import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout, temporaryFolder, runBalcao } from './run-balcao.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  place = await temporaryFolder();
});
afterAll(() => place?.remove());

/** Expects exit code 1 and this message, without a stack. */
async function refused(args: readonly string[], ...messages: (string | RegExp)[]): Promise<void> {
  const { code, text } = await runBalcao(place.folder, args);
  expect(code, text).toBe(1);
  for (const words of messages) expect(text).toMatch(words);
  expect(text).not.toMatch(/\n\s+at /);
}

test('The help lists every command, and each command explains itself and its options', async () => {
  const { code, text } = await runBalcao(place.folder, []);
  expect(code).toBe(0);
  const names = (await readdir(join(import.meta.dirname, '..', 'commands'))).map((file) => file.replace('.ts', ''));
  expect(names).toHaveLength(13);
  for (const name of names) expect(text).toMatch(new RegExp(`^  ${name} `, 'm'));
  const help = await runBalcao(place.folder, ['add', '--help']);
  expect(help.code).toBe(0);
  for (const words of ['Usage: balcao add <archive', '--sha256 <hex>', '--data-dir <folder>', '--yes'])
    expect(help.text).toContain(words);
});

test('A mistyped word is answered with the right one', async () => {
  await refused(['creat'], /no command "creat"/, 'balcao create');
  await refused(['create', 'x', '--knd', 'feature'], /--knd/, 'balcao create --help');
  await refused(['create', 'a', 'b'], /takes one word/);
  await refused(['build'], /no plugin in/, 'balcao create');
  await refused(['remove', 'tickets', '--yes'], /a part of the product/);
  await refused(['remove', 'nobody', '--yes', '--data-dir', join(place.folder, 'data')], /not installed/);
  await refused(['add'], /Say which plugin/);
  await refused(['dev', '--product-port', 'http'], /no port/);
});

test('An invalid id, a folder that is not empty, or one inside the product is rejected', async () => {
  await refused(['create', 'x', '--id', 'Guest Book'], /lower-case letters/);
  await refused(['create', 'x', '--id', 'tickets'], /has a plugin "tickets" already/);
  await refused(['create', 'x', '--id', 'settings'], /of the product’s own/);
  await refused(['create', join(checkout, 'plugins', 'mine')], /inside the product/);
  const full = join(place.folder, 'full');
  await mkdir(full);
  await writeFile(join(full, 'letter.txt'), 'Dear reader,');
  await refused(['create', 'full'], /not empty: it holds letter\.txt/);
  expect(await readFile(join(full, 'letter.txt'), 'utf8')).toBe('Dear reader,');
});

test('The product’s own plugins are rejected by the command', async () => {
  const { code, text } = await runBalcao(join(checkout, 'plugins', 'kanban', 'server'), ['build']);
  expect([code, text]).toEqual([1, expect.stringContaining('a part of the product')]);
});

test('The kind flow node is rejected, because there is no point for it yet', async () => {
  await refused(['create', 'x', '--kind', 'flow-node'], /flows plugin/, '--kind feature');
  await refused(['create', 'x', '--kind', 'theme'], /no kind "theme"/);
});
