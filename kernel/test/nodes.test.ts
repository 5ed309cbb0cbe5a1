import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { companyRoom } from '@balcao/sdk/server';
import { Person, startTestHost, type TestCompany, type TestHost } from '@balcao/sdk/testing';
import { bookRoom, stockJob } from './fixtures/shelf/contract.ts';
import { eventually, fixture, readerNotes, shelfNotes } from './stage.ts';

const plugins = ['shelf', 'reader'].map(fixture);
let host: TestHost;
let child: ChildProcess;
/** Where the second node listens: another process on the same database. */
let second: string;
let company: TestCompany;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  child = fork(path.join(import.meta.dirname, 'worker.ts'), [host.databaseUrl, host.dataDir, ...plugins], {
    execArgv: [],
  });
  const [said] = (await once(child, 'message')) as [{ url: string }];
  second = said.url;
  company = await host.company({ settings: { shelfEnabled: true, 'plugin:reader': true } });
});
afterAll(async () => {
  child.kill('SIGKILL');
  await host.close();
});

const asOn = (url: string, person: Person): Person =>
  new Person(url, { id: person.id, email: person.email, password: person.password, token: person.token });
/** The other node learns of a new company by message. */
const known = (person: Person) => eventually(async () => (await asOn(second, person).get('/auth/me')).status === 200);
const refresh = (url: string, cookie: string) =>
  fetch(`${url}/api/auth/refresh_token`, { method: 'POST', headers: { cookie } });
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('jrt='))
    ?.split(';')[0] ?? '';

test('who logged in at one node goes on at the other, and refreshes there', async () => {
  const person = await company.person('gestor');
  await known(person);
  const { email, password } = person;
  const login = await fetch(`${host.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const again = await refresh(second, cookieOf(login));
  expect(again.status).toBe(200);
  const back = await refresh(host.url, cookieOf(again));
  expect(back.status).toBe(200);
  expect((await refresh(second, cookieOf(back))).status).toBe(200);
});

test('a session that ended at one node is refused at the other, and its browser is told there', async () => {
  const person = await company.person();
  await known(person);
  const there = asOn(second, person);
  const live = await there.live();
  await person.delete('/auth/logout');
  await live.receives('session-ended', ({ reason }) => reason === 'logout');
  await eventually(async () => (await there.get('/shelf/books')).status === 403);
});

test('a login at one node ends the session that the same person had at the other', async () => {
  const person = await company.person();
  await known(person);
  const there = asOn(second, person);
  const live = await there.live();
  await host.logIn(person.email, person.password);
  await live.receives('session-ended', ({ reason }) => reason === 'elsewhere');
  await eventually(async () => (await there.get('/shelf/books')).status === 403);
});

test('who joins at one node is told for how long the room was silent, whichever node spoke', async () => {
  const { id } = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'start' })).body;
  await known(company.admin);
  const { token } = company.admin;
  const socket = io(second, { auth: { token }, transports: ['websocket'], forceNew: true });
  try {
    const quietAt = async (book: number): Promise<number> =>
      (
        (await socket.timeout(5_000).emitWithAck('join', {
          room: bookRoom.id,
          params: { id: book },
          quiet: true,
        })) as { quiet: number }
      ).quiet;
    const begun = performance.now();
    await company.admin.put(`/shelf/books/${id}`, { title: 'spoken' });
    await eventually(async () => (await quietAt(id)) < performance.now() - begun);
    const silent = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'silent' })).body.id;
    expect(await quietAt(silent)).toBeGreaterThan(performance.now() - begun);
  } finally {
    socket.close();
  }
});

test('a change made at one node shows in browsers of the other, in order', async () => {
  const { id } = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'start' })).body;
  await known(company.admin);
  const live = await asOn(second, company.admin).live();
  expect(await live.join(bookRoom, { id })).toEqual({ ok: true });
  for (let n = 0; n < 20; n += 1) await company.admin.put(`/shelf/books/${id}`, { title: `title ${n}` });
  await live.receives('title', ({ title }) => title === 'title 19');
  expect(live.received.filter(({ event }) => event === 'title').map(({ data }) => data['title'])).toEqual(
    Array.from({ length: 20 }, (_, n) => `title ${n}`),
  );
  live.close();
});

test('browsers of a node that could not hear the other for a moment are made to ask for everything anew', async () => {
  await known(company.admin);
  const socket = io(second, { transports: ['websocket'], reconnection: false, auth: { token: company.admin.token } });
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  const cut = new Promise((resolve) => socket.once('disconnect', resolve));
  const { rowCount } = await host.kernel.database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'balcao sockets' and query like 'LISTEN%'`,
  );
  expect(rowCount).toBe(2);
  expect(await cut).toBe('transport close');
  // They find the nodes in touch again.
  const live = await asOn(second, company.admin).live();
  const { id } = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'start' })).body;
  expect(await live.join(bookRoom, { id })).toEqual({ ok: true });
  await company.admin.put(`/shelf/books/${id}`, { title: 'told' });
  await live.receives('title', ({ title }) => title === 'told');
  live.close();
});

test('what a module writes at one node the other reads at once, and its switch acts at both', async () => {
  await known(company.admin);
  const there = asOn(second, company.admin);
  const live = await there.live();
  await company.disable('shelfEnabled');
  await live.receives('module', ({ plugin, on }) => plugin === 'shelf' && on === false);
  expect((await there.get('/shelf/books')).status).toBe(404);
  await there.put('/settings/shelfEnabled', { value: 'enabled' });
  await eventually(async () => (await company.admin.get('/shelf/books')).status === 200);
  expect(live.received.filter(({ event, room }) => event === 'module' && room === companyRoom.id)).toHaveLength(2);
  live.close();
});

test('a node that is killed leaves nothing undone: events, jobs and switches are taken over by the other', async () => {
  await known(company.admin);
  const there = asOn(second, company.admin);
  const titles = Array.from({ length: 40 }, (_, n) => `taken over ${n}`);
  for (const [n, title] of titles.entries()) {
    expect((await (n % 2 ? there : company.admin).post('/shelf/books', { title })).status).toBe(200);
    if (n === 20) await company.scope('shelf').jobs.schedule(stockJob, { title: 'taken over' });
    if (n === 29) {
      child.kill('SIGKILL');
      await once(child, 'exit');
      break;
    }
  }
  const [stored, rest] = [titles.slice(0, 30), titles.slice(30)];
  for (const title of rest) expect((await company.admin.post('/shelf/books', { title })).status).toBe(200);
  await eventually(async () => {
    const notes = new Set(await readerNotes(company));
    return [...stored, ...rest].every((title) => notes.has(`heard ${title}`));
  });
  await eventually(async () => (await shelfNotes(company)).includes('stock taken over'));
  await company.disable('shelfEnabled');
  expect((await company.admin.get('/shelf/books')).status).toBe(404);
  await company.enable('shelfEnabled');
  await company.scope('shelf').jobs.schedule(stockJob, { title: 'alone' });
  await eventually(async () => (await shelfNotes(company)).includes('stock alone'));
});
