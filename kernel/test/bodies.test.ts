import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { pluginFolder, type PluginFolder } from './installation.ts';

const megabyte = 1024 * 1024;
let folder: PluginFolder;
let host: TestHost;
let company: TestCompany;

beforeAll(async () => {
  folder = await pluginFolder({
    bodies: {
      manifest: { routes: { api: ['/bodies'] } },
      parts: `migrations: [{ name: '0001-init', sql: [
        'create table bodies.box (company_id int not null references kernel.company (id) on delete cascade, sealed text not null, primary key (company_id))'] }],`,
      setup: `
        const { createHash, createHmac } = await_node;
        const told = (body, raw, files) => ({ letters: body.text?.length ?? null, name: body.name ?? null, files: files.map(({ name, size }) => [name, size]), hmac: createHmac('sha256', 'key').update(raw).digest('hex') });
        const body = z.object({ text: z.string().optional(), name: z.string().optional() });
        const take = (path, input) => host.route('POST', path, { access: 'signed-in', input, handle: async ({ body, raw, files }) => told(body, raw, files) });
        take('/bodies/usual', { body });
        take('/bodies/large', { body, raw: true, maxBytes: 3 * 1024 * 1024 });
        take('/bodies/form', { body, raw: true, maxBytes: 3 * 1024 * 1024, files: {} });
        host.route('POST', '/bodies/seal', { access: 'signed-in', input: { body: z.object({ text: z.string(), name: z.string() }) }, handle: async ({ body: { text, name } }, scope) => ({ sealed: scope.secrets.box.seal(text, name) }) });
        host.route('POST', '/bodies/open', { access: 'signed-in', input: { body: z.object({ sealed: z.string(), name: z.string() }) }, handle: async ({ body: { sealed, name } }, scope) => ({ text: scope.secrets.box.open(sealed, name) ?? null }) });`.replace(
        'const { createHash, createHmac } = await_node;',
        `const { createHmac } = process.getBuiltinModule('node:crypto');`,
      ),
    },
    greedy: {
      manifest: { routes: { api: ['/greedy'] } },
      setup: `host.route('POST', '/greedy', { access: 'signed-in', input: { maxBytes: 60 * 1024 * 1024 }, handle });`,
    },
  });
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [folder.dir] });
  company = await host.company({ settings: { 'plugin:bodies': true } });
});
afterAll(async () => {
  await host.close();
  await folder.remove();
});

interface Answer {
  letters: number | null;
  name: string | null;
  files: [string, number][];
  hmac: string;
  error?: string;
}
const hmacOf = (bytes: string | Uint8Array): string => createHmac('sha256', 'key').update(bytes).digest('hex');
const left = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('balcao-body-') || name.startsWith('balcao-upload-'));

test('A body of more than a megabyte is refused, unless its route declares a larger limit', async () => {
  const before = await left();
  const letter = JSON.stringify({ text: 'x'.repeat(2 * megabyte) });
  expect((await company.admin.post<Answer>('/bodies/usual', letter)).body.error).toBe('ERR_BODY_TOO_LARGE');
  const { status, body } = await company.admin.post<Answer>('/bodies/large', letter);
  expect([status, body.letters, body.hmac]).toEqual([200, 2 * megabyte, hmacOf(letter)]);
  const more = JSON.stringify({ text: 'x'.repeat(3 * megabyte) });
  const refused = await company.admin.post<Answer>('/bodies/large', more);
  expect([refused.status, refused.body.error]).toEqual([413, 'ERR_BODY_TOO_LARGE']);
  expect(await left()).toEqual(before);
});

test('A form with files has its exact bytes, so that its signature can be checked', async () => {
  const before = await left();
  const form = new FormData();
  form.append('name', 'Helena');
  form.append('file', new Blob(['an attachment'], { type: 'text/plain' }), 'letter.txt');
  const request = new Request('http://unused.example', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await request.arrayBuffer());
  const send = async (sent: Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(`${host.url}/api/bodies/form`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.admin.token}`, 'content-type': type },
      body: sent,
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  };
  expect(await send(bytes)).toEqual({
    status: 200,
    body: { letters: null, name: 'Helena', files: [['letter.txt', 13]], hmac: hmacOf(bytes) },
  });
  const large = new Uint8Array(4 * megabyte);
  large.set(bytes);
  expect((await send(large)).status).toBe(413);
  expect(await left()).toEqual(before);
});

test('A route that declares more than the largest allowed body prevents its plugin from running, with a fault', () => {
  expect(host.kernel.registry.faults).toMatchObject([
    { code: 'SETUP_FAILED', plugin: 'greedy', message: expect.stringContaining('input.maxBytes') as string },
  ]);
});

test('A sealed value opens for its own company under its own name, and nowhere else', async () => {
  const { body } = await company.admin.post<{ sealed: string }>('/bodies/seal', { text: 'senha', name: 'mailbox:1' });
  expect(body.sealed).not.toContain('senha');
  const open = async (who: TestCompany, sealed: string, name: string) =>
    (await who.admin.post<{ text: string | null }>('/bodies/open', { sealed, name })).body.text;
  expect(await open(company, body.sealed, 'mailbox:1')).toBe('senha');
  expect(await open(company, body.sealed, 'mailbox:2')).toBeNull();
  expect(await open(company, `${body.sealed.slice(0, -3)}abc`, 'mailbox:1')).toBeNull();
  expect(await open(company, 'no seal', 'mailbox:1')).toBeNull();
  const other = await host.company({ name: 'Outra', settings: { 'plugin:bodies': true } });
  expect(await open(other, body.sealed, 'mailbox:1')).toBeNull();
});
