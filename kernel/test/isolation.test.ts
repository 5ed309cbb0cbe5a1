import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { io } from 'socket.io-client';
import { sql, type Sql } from '@balcao/sdk/server';
import { tenants, userRoom } from '@balcao/sdk/server';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { bookRoom, books, stockJob } from './fixtures/shelf/contract.ts';
import { fixture, shelfNotes } from './kernel-fixtures.ts';

let host: TestHost;
let ours: TestCompany;
let theirs: TestCompany;
let book: number;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['shelf', 'reader'].map(fixture) });
  ours = await host.company({ name: 'Ours', settings: { shelfEnabled: true, 'plugin:reader': true } });
  theirs = await host.company({ name: 'Theirs', settings: { shelfEnabled: true, 'plugin:reader': true } });
  book = (await ours.admin.post<{ id: number }>('/shelf/books', { title: 'Grande sertão' })).body.id;
  await theirs.admin.post('/shelf/books', { title: 'Vidas secas' });
});
afterAll(() => host.close());

const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );

test('A company can neither see nor change another’s rows by guessing their ids', async () => {
  expect((await theirs.admin.get(`/shelf/books/${book}`)).status).toBe(404);
  expect((await theirs.admin.put(`/shelf/books/${book}`, { title: 'Mine' })).status).toBe(404);
  expect((await theirs.admin.get<{ title: string }[]>('/shelf/books')).body.map(({ title }) => title)).toEqual([
    'Vidas secas',
  ]);
  expect((await ours.admin.get(`/shelf/books/${book}`)).body).toEqual({ title: 'Grande sertão' });
});

test('A plugin that forgets every condition still reaches only rows of the company it works for', async () => {
  const run = theirs.scope('shelf').sql;
  expect(await run.rows(sql`select title from shelf.book`)).toEqual([{ title: 'Vidas secas' }]);
  expect(await run.run(sql`update shelf.book set title = 'x' where id = ${book}`)).toBe(0);
  expect(await run.run(sql`delete from shelf.book where id = ${book}`)).toBe(0);
  expect(await refusal(run.run(sql`insert into shelf.book (company_id, title) values (${ours.id}, 'smuggled')`))).toBe(
    '42501',
  );
  expect(await refusal(run.run(sql`update shelf.book set company_id = ${ours.id}`))).toBe('42501');
  expect(await run.rows(sql`select id from kernel.company`)).toEqual([{ id: theirs.id }]);
  expect(await run.rows(sql`select distinct company_id as id from kernel."user"`)).toEqual([{ id: theirs.id }]);
});

test('A service that one plugin provides to another works for the caller’s company', async () => {
  expect(await ours.scope('reader').use(books).title(book)).toBe('Grande sertão');
  expect(await theirs.scope('reader').use(books).title(book)).toBeUndefined();
  expect((await theirs.admin.get(`/reader/needed/${book}`)).body).toEqual({ title: null });
});

test('People cannot join another company’s rooms, send into them, or receive from them', async () => {
  const [mine, stranger] = [await ours.admin.live(), await theirs.admin.live()];
  expect(await stranger.join(bookRoom, { id: book })).toEqual({ error: 'ERR_NO_PERMISSION' });
  expect(await stranger.send(bookRoom, { id: book }, 'page', 4)).toEqual({ error: 'ERR_NO_PERMISSION' });
  expect(await stranger.join(userRoom, { userId: ours.admin.id })).toEqual({ error: 'ERR_NO_PERMISSION' });
  expect(await mine.join(bookRoom, { id: book })).toEqual({ ok: true });
  await ours.admin.put(`/shelf/books/${book}`, { title: 'Sagarana' });
  await mine.receives('title');
  // Sent by the other company's own plugin into a room with exactly the same parameters.
  theirs.scope('shelf').rooms.emit(bookRoom, { id: book }, 'title', { title: 'from elsewhere' });
  await ours.admin.put(`/shelf/books/${book}`, { title: 'Grande sertão' });
  await mine.receives('title', ({ title }) => title === 'Grande sertão');
  expect(mine.received.filter(({ event }) => event === 'title').map(({ data }) => data['title'])).toEqual([
    'Sagarana',
    'Grande sertão',
  ]);
  expect(stranger.received.filter(({ event }) => event === 'title')).toEqual([]);
  const room = `${ours.id}/shelf.book/{"id":${book}}`;
  expect(await stranger.join({ kind: 'room', id: room }, {})).toEqual({ error: 'ERR_PLUGIN_DISABLED' });
});

test('A socket connected by an address cannot join a room that does not admit guests', async () => {
  const { address } = (await ours.admin.get<{ address: string }>('/shelf/address')).body;
  const guest = io(host.url, { transports: ['websocket'], reconnection: false, auth: { address, token: 'whatever' } });
  await new Promise((resolve) => guest.once('connect', () => resolve(undefined)));
  for (const [room, params] of [
    ['shelf.book', { id: book }],
    ['kernel.company', {}],
    ['kernel.user', { userId: ours.admin.id }],
  ] as const) {
    expect(await guest.timeout(5_000).emitWithAck('join', { room, params })).toEqual({ error: 'ERR_NO_PERMISSION' });
  }
  guest.close();
  for (const auth of [{}, { token: 'x' }, { address: 'x' }, { token: 5 }, { address, token: { a: 1 } }]) {
    const stranger = io(host.url, { transports: ['websocket'], reconnection: false, auth });
    const error = await new Promise<Error>((resolve) => stranger.once('connect_error', resolve));
    expect(error.message).toMatch(/^ERR_(SESSION_EXPIRED|NOT_FOUND)$/);
    stranger.close();
  }
});

test('A file opens with a token of the company that owns it, with no other and for no other plugin call', async () => {
  const form = new FormData();
  form.append('file', new Blob(['uma linha de texto\n'], { type: 'text/plain' }), 'nota.txt');
  const { path } = (await ours.admin.call<{ path: string }>('POST', '/shelf/files', form)).body;
  const token = (of: TestCompany) => of.admin.mediaToken;
  const get = (query: string) => fetch(`${host.url}/public/${path}${query}`).then(({ status }) => status);
  expect(await get(`?t=${token(ours)}`)).toBe(200);
  for (const query of ['', `?t=${token(theirs)}`, '?t=', '?t[]=x', '?s=1&e=9999999999'])
    expect(await get(query)).toBe(404);
  expect(await refusal(theirs.scope('shelf').storage.read(path))).toBe('ERR_NO_FILE_FOUND');
  await theirs.scope('shelf').storage.remove(path);
  expect(await get(`?t=${token(ours)}`)).toBe(200);
  expect(await theirs.scope('shelf').storage.used()).toBe(0);
});

test('A file no longer opens with the token of a person who logged out or was removed, or whose session ended', async () => {
  const form = new FormData();
  form.append('file', new Blob(['uma linha de texto\n'], { type: 'text/plain' }), 'nota.txt');
  const { path } = (await ours.admin.call<{ path: string }>('POST', '/shelf/files', form)).body;
  const get = (token: string) => fetch(`${host.url}/public/${path}?t=${token}`).then(({ status }) => status);
  const [removed, gone, moved] = [await ours.person(), await ours.person(), await ours.person()];
  const tokens = [removed, gone, moved].map(({ mediaToken }) => mediaToken);
  expect(new Set(tokens).size).toBe(3);
  for (const token of tokens) expect(await get(token)).toBe(200);
  await host.kernel.identity.people.forCompany(ours.id, undefined).remove(removed.id);
  await gone.delete('/auth/logout');
  const again = await host.logIn(moved.email, moved.password);
  for (const token of tokens) expect(await get(token)).toBe(403);
  expect(await get(again.mediaToken)).toBe(200);
  // The id of another company, person or session makes the signature invalid.
  for (const part of [0, 1, 2, 3]) {
    const parts = again.mediaToken.split('.');
    parts[part] = theirs.admin.mediaToken.split('.')[part] ?? '';
    if (parts.join('.') !== again.mediaToken) expect(await get(parts.join('.')), `part ${part}`).toBe(404);
  }
});

test('The same thing has a different address in each company, and only its owner can revoke it', async () => {
  const issue = (of: TestCompany) => of.scope('shelf').addresses.issue('door');
  const [mine, others] = [await issue(ours), await issue(theirs)];
  expect(mine).not.toBe(others);
  expect(mine.length).toBeGreaterThanOrEqual(22);
  await theirs.scope('shelf').addresses.revoke('door');
  await ours.scope('reader').addresses.revoke('door');
  expect((await host.nobody.get(`/shelf/window/${mine}`)).status).toBe(200);
  expect((await host.nobody.get(`/shelf/window/${others}`)).status).toBe(404);
  const reader = await ours.scope('reader').addresses.issue('door');
  expect((await host.nobody.get(`/shelf/window/${reader}`)).status).toBe(404);
});

test('The key of a job belongs to its company: another company can neither replace nor cancel it', async () => {
  const key = 'same';
  await ours.scope('shelf').jobs.schedule(stockJob, { title: 'ours' }, { key, at: new Date(Date.now() + 300) });
  await theirs.scope('shelf').jobs.schedule(stockJob, { title: 'theirs' }, { key, at: new Date(Date.now() + 300) });
  await theirs.scope('shelf').jobs.cancel(stockJob, key);
  await eventually(async () => (await shelfNotes(ours)).includes('stock ours'));
  expect(await shelfNotes(theirs)).not.toContain('stock theirs');
});

test('The login of plugins has no special rights and owns nothing', async () => {
  const run = ours.scope('shelf').sql;
  const role = await run.one(
    sql`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = current_user`,
  );
  expect(Object.values(role ?? { missing: true })).toEqual([false, false, false, false, false]);
  const owned = await run.one(
    sql`select count(*)::int as n from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in (current_user, 'balcao_app')`,
  );
  expect(owned).toEqual({ n: 0 });
});

const forbidden: [string, Sql][] = [
  ['read password hashes', sql`select password_hash from kernel."user"`],
  ['read whole accounts', sql`select * from kernel."user"`],
  ['read sessions', sql`select * from kernel.session`],
  ['read refresh tokens', sql`select * from kernel.session_token`],
  ['read reset codes', sql`select * from kernel.password_reset`],
  ['read settings', sql`select * from kernel.setting`],
  ['change settings', sql`insert into kernel.setting (company_id, key, value) values (1, 'a', 'b')`],
  ['read addresses of companies', sql`select email from kernel.company`],
  ['change companies', sql`update kernel.company set status = false`],
  ['make anybody a super user', sql`update kernel."user" set super = true`],
  ['read the events of all', sql`select * from kernel.outbox`],
  ['read mails', sql`select * from kernel.mail`],
  ['read addresses', sql`select * from kernel.address`],
  ['read files', sql`select * from kernel.file`],
  ['read jobs', sql`select * from jobs.job`],
  ['read grants', sql`select * from kernel.permission_grant`],
  ['read the key that proves companies', sql`select key from kernel.company_key`],
  ['prove a company', sql`select kernel.company_mark(1)`],
  ['make a proof', sql`select kernel.proof('1..')`],
  ['read the history of migrations', sql`select * from shelf.migration`],
  ['make tables', sql`create table shelf.mine (id int)`],
  ['make tables for all', sql`create table public.mine (id int)`],
  ['make temporary tables', sql`create temporary table mine (id int)`],
  ['change policies', sql`drop policy tenant on shelf.book`],
  ['switch policies off', sql`alter table shelf.book disable row level security`],
  ['become the owner', sql`set role postgres`],
  ['read the disk', sql`select pg_read_file('/etc/passwd')`],
  ['empty a table at once', sql`truncate shelf.book`],
];
test.each(forbidden)('A plugin cannot %s', async (_what, query) => {
  const code = await refusal(ours.scope('shelf').sql.rows(query));
  // Insufficient privilege; the owner's role may have another name, which then does not exist.
  expect(code).toMatch(/^(42501|42704|22023|SyntaxError: .*)$/);
});

test('A session variable that a plugin set is reset after its statement', async () => {
  const run = ours.scope('shelf').sql;
  await refusal(run.rows(sql`select "set_config"('app.company', ${String(theirs.id)}, false)`));
  for (let n = 0; n < 12; n += 1) {
    expect(await ours.scope('shelf').sql.rows(sql`select distinct company_id as id from shelf.book`)).toEqual([
      { id: ours.id },
    ]);
  }
});

test('Plugin code can access the platform’s companies only on behalf of a super user', async () => {
  const scope = ours.scope('shelf');
  expect(await scope.use(tenants).find(ours.id)).toMatchObject({ name: 'Ours' });
  const refused = [
    scope.use(tenants).find(theirs.id),
    scope.use(tenants).list(),
    scope.use(tenants).update(theirs.id, { status: false }),
    scope.use(tenants).remove(theirs.id),
    scope.use(tenants).create({ name: 'x', admin: { name: 'x', email: 'x@x.test', password: 'Senha-123' } }),
  ];
  for (const { status, reason } of await Promise.allSettled(refused).then(
    (all) => all as { status: string; reason: { code: string } }[],
  ))
    expect([status, reason.code]).toEqual(['rejected', 'ERR_NO_PERMISSION']);
  expect((await theirs.admin.get('/shelf/books')).status).toBe(200);
});

test('A plugin’s SQL can neither issue nor revoke tokens by itself, and cannot write to the platform’s log', async () => {
  const { sql: run, tokens } = ours.scope('shelf');
  await tokens.issue('mine');
  expect(await refusal(run.run(sql`select kernel.issue_token('reader', 'r', 'x'::bytea, 'guess')`))).toBe('42501');
  expect(await refusal(run.run(sql`select kernel.revoke_token('shelf', 'mine', 'guess')`))).toBe('42501');
  const entry = {
    request: 'forged',
    userName: 'x',
    super: true,
    ip: '',
    userAgent: '',
    plugin: 'x',
    action: 'x',
    subject: '',
    detail: {},
    platform: 'whole',
    companies: [],
  };
  await run.run(
    sql`with x as (insert into shelf.note (what) values ('x')) select kernel.audit_here(${JSON.stringify(entry)}::jsonb)`,
  );
  const { rows } = await host.kernel.database.owner.query(
    `select 1 from kernel.audit where request = 'forged' and company_id is null`,
  );
  expect(rows).toEqual([]);
});
