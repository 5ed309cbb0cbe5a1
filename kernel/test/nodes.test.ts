import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { companyRoom } from '@balcao/sdk/server';
import { eventually, Person, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { bookRoom, stockJob } from './fixtures/shelf/contract.ts';
import { fixture, readerNotes, shelfNotes } from './kernel-fixtures.ts';

const plugins = ['shelf', 'reader'].map(fixture);
let host: TestHost;
let child: ChildProcess;
/** URL of the second node, another process on the same database. */
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
/** Waits until the other node knows a new company, which it learns by message. */
const known = (person: Person) => eventually(async () => (await asOn(second, person).get('/auth/me')).status === 200);
const refresh = (url: string, cookie: string) =>
  fetch(`${url}/api/auth/refresh_token`, { method: 'POST', headers: { cookie } });
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('jrt='))
    ?.split(';')[0] ?? '';

test('A person who logged in on one node can continue and refresh on the other', async () => {
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

test('A session that ended on one node is refused on the other, and its browser is notified there', async () => {
  const person = await company.person();
  await known(person);
  const there = asOn(second, person);
  const live = await there.live();
  await person.delete('/auth/logout');
  await live.receives('session-ended', ({ reason }) => reason === 'logout');
  await eventually(async () => (await there.get('/shelf/books')).status === 403);
});

test('A login on one node ends the session that the same person had on the other', async () => {
  const person = await company.person();
  await known(person);
  const there = asOn(second, person);
  const live = await there.live();
  await host.logIn(person.email, person.password);
  await live.receives('session-ended', ({ reason }) => reason === 'elsewhere');
  await eventually(async () => (await there.get('/shelf/books')).status === 403);
});

test('A client that joins a room on one node learns when the last message was sent, on whichever node', async () => {
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

test('A change on one node is shown in browsers of the other, in order', async () => {
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

test('Browsers of a node that missed messages of the other for a moment must fetch everything again', async () => {
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
  // They find the nodes connected again.
  const live = await asOn(second, company.admin).live();
  const { id } = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'start' })).body;
  expect(await live.join(bookRoom, { id })).toEqual({ ok: true });
  await company.admin.put(`/shelf/books/${id}`, { title: 'told' });
  await live.receives('title', ({ title }) => title === 'told');
  live.close();
});

test('Data that a module writes on one node can be read on the other at once, and its toggle takes effect on both', async () => {
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

test('Events, jobs and toggles of a killed node are taken over by the other, and none is lost', async () => {
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
