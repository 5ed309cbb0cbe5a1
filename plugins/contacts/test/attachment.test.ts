import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';
import { form } from './spreadsheet.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['contacts'] });
});
afterAll(() => host?.close());

interface Details {
  id: number;
  mediaPath: string | null;
  mediaName: string | null;
  error?: string;
}

it('A text file is attached to a contact, downloaded with the company’s token, replaced and removed', async () => {
  const { admin } = await host.company();
  const { body: contact } = await admin.post<Details>('/contacts', { name: 'Ana', number: '5511960000001' });
  const send = (name: string, content: string | Buffer) =>
    admin.post<Details>(`/contacts/${contact.id}/media-upload`, form(name, content));
  const first = (await send('anotações.txt', 'Prefere contato à tarde.')).body;
  expect(first.mediaName).toBe('anotações.txt');
  const { body: session } = await admin.call<{ tokenPublicDir: string }>('POST', '/auth/login', {
    email: admin.email,
    password: admin.password,
  });
  const read = (path: string, token: string) => fetch(`${host.url}/public/${path}?t=${token}`);
  const file = await read(first.mediaPath!, session.tokenPublicDir);
  expect([file.status, await file.text()]).toEqual([200, 'Prefere contato à tarde.']);
  expect((await read(first.mediaPath!, 'outro')).status).toBe(404);

  const again = await host.logIn(admin.email, admin.password);
  const second = await again.post<Details>(`/contacts/${contact.id}/media-upload`, form('b.txt', 'b'));
  expect(second.body.mediaName).toBe('b.txt');
  expect((await read(first.mediaPath!, session.tokenPublicDir)).status).toBe(404);
  expect((await again.delete<Details>(`/contacts/${contact.id}/media-upload`)).body).toMatchObject({
    mediaPath: null,
    mediaName: null,
  });
});

it('Only .txt files are accepted, and only for a contact of one’s own company', async () => {
  const { admin } = await host.company();
  const stranger = (await host.company()).admin;
  const { body: contact } = await admin.post<Details>('/contacts', { name: 'Ana', number: '5511960000001' });
  const send = async (person: typeof admin, name: string, content: string | Buffer) =>
    person.post<Details>(`/contacts/${contact.id}/media-upload`, form(name, content));
  for (const [name, content] of [
    ['a.csv', 'a;b'],
    ['a.html', '<b>a</b>'],
    ['a.txt', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'latin1')],
    ['a.txt', 'a\0b'],
  ] as const)
    expect([name, (await send(admin, name, content)).status]).toEqual([name, 415]);
  expect((await send(admin, 'a.txt', '')).status).toBe(400);
  expect((await admin.post(`/contacts/${contact.id}/media-upload`, new FormData())).status).toBe(400);
  expect(await send(stranger, 'a.txt', 'a')).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } });
});
