import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { io } from 'socket.io-client';
import { faultyJob, faultyRoom, roomChecks } from './fixtures/faulty/server/index.ts';
import { bookRoom } from './fixtures/shelf/contract.ts';
import { figure, fixture, readerNotes, shelfNotes } from './kernel-fixtures.ts';

let host: TestHost;
let company: TestCompany;
const lines: string[] = [];
const logged = (text: string): string | undefined => lines.find((line) => line.includes(text));
const failures = (where: string) => figure(host, 'balcao_plugin_failures_total', { plugin: 'faulty', where });

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['shelf', 'reader', 'faulty'].map(fixture),
    // Everything fails often here; the consequences are tested for the circuit breaker.
    limits: { failures: 1_000 },
    log: (line) => lines.push(line),
  });
  company = await host.company({ settings: { shelfEnabled: true, 'plugin:reader': true, 'plugin:faulty': true } });
});
afterAll(() => host.close());

test.each(['error', 'text', 'nothing', 'unwritable', 'big'])(
  'A route that breaks by "%s" answers 500 without its reason, is counted and logged',
  async (how) => {
    const before = await failures('route');
    const { status, body } = await company.admin.get(`/faulty/${how}`);
    expect([status, body]).toEqual([500, { error: 'ERR_INTERNAL' }]);
    expect(await failures('route')).toBe(before + 1);
    const line = lines.findLast((one) => one.includes('request failed'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ plugin: 'faulty', route: 'GET /faulty/:how' });
    expect((await company.admin.get('/shelf/books')).status).toBe(200);
  },
);

test('An intended refusal is an answer and not counted as a failure', async () => {
  const before = await failures('route');
  const { status, body } = await company.admin.get('/faulty/refuses');
  expect([status, body]).toEqual([409, { error: 'ERR_ON_PURPOSE', context: { left: 1 } }]);
  expect(await failures('route')).toBe(before);
});

test('The cause of a defect is in the log, without what people typed', async () => {
  await company.admin.get('/faulty/error');
  expect(logged('the spring broke')).toContain('faulty/server/index.ts');
  const { status } = await company.admin.post('/faulty/typed', { phone: '5511987654321' });
  expect(status).toBe(400);
  expect(lines.filter((line) => line.includes('5511987654321'))).toEqual([]);
});

test('A login continues when a plugin that extends logins breaks, and the failure is counted', async () => {
  const person = await company.person();
  expect((await person.get('/auth/me')).status).toBe(200);
  expect(await failures('login')).toBeGreaterThan(0);
  expect(logged('the login check broke')).toContain('faulty');
});

test('A plugin cannot emit an event of another plugin', async () => {
  expect((await company.admin.post('/faulty/pretends')).status).toBe(500);
  expect(logged('does not name under emits')).toBeDefined();
});

test('A listener that breaks delays neither the other listeners nor the caller', async () => {
  const { status } = await company.admin.post('/shelf/books', { title: 'poison' });
  expect(status).toBe(200);
  await eventually(async () => (await readerNotes(company)).includes('heard poison'));
  await eventually(async () => (await shelfNotes(company)).includes('added poison'));
  await eventually(async () => (await failures('event')) > 0);
  await eventually(() => logged('the listener broke'));
});

test('A job that breaks is counted, logged and retried, and the others run', async () => {
  await company.scope('faulty').jobs.schedule(faultyJob, {});
  await eventually(async () => (await failures('job')) > 0);
  await eventually(() => logged('the job broke'));
});

test('A room that breaks refuses with a code, is counted, and the socket stays connected', async () => {
  const live = await company.admin.live();
  expect(await live.join(faultyRoom, { how: 'join' })).toEqual({ error: 'ERR_INTERNAL' });
  expect(await live.join(faultyRoom, { how: 'well' })).toEqual({ ok: true });
  expect(await live.send(faultyRoom, { how: 'well' }, 'shout', {})).toEqual({ error: 'ERR_INTERNAL' });
  expect(await failures('room')).toBe(2);
  expect(JSON.parse(logged('the message broke') ?? '{}')).toMatchObject({ plugin: 'faulty' });
  const { id } = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'whole' })).body;
  expect(await live.join(bookRoom, { id })).toEqual({ ok: true });
  expect(await live.send(bookRoom, { id }, 'page', 'not a number')).toEqual({ error: 'ERR_VALIDATION' });
  expect(await live.send(bookRoom, { id }, 'constructor', 1)).toEqual({ error: 'ERR_NOT_FOUND' });
});

test('When membership of a room cannot be checked, the socket is disconnected and can join again over the next one', async () => {
  const socket = io(host.url, { transports: ['websocket'], auth: { token: company.admin.token } });
  const joined: unknown[] = [];
  socket.on('connect', () => {
    socket.emit('join', { room: faultyRoom.id, params: { how: 'later' } }, (answer: unknown) => joined.push(answer));
  });
  await eventually(() => joined.length === 1);
  company.scope('faulty').rooms.recheck(faultyRoom, { how: 'later' });
  await eventually(() => joined.length === 2);
  expect(joined).toEqual([{ ok: true }, { ok: true }]);
  socket.close();
});

test('The room check of a module that was switched off is not run again for people who had joined', async () => {
  const live = await company.admin.live();
  expect(await live.join(faultyRoom, { how: 'off' })).toEqual({ ok: true });
  const { rooms } = company.scope('faulty');
  await company.disable('plugin:faulty');
  await live.receives('module', ({ plugin, on }) => plugin === 'faulty' && on === false);
  rooms.recheck(faultyRoom, { how: 'off' });
  const { id } = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'later' })).body;
  // Waits for the check, because a socket's operations run one after another.
  expect(await live.join(bookRoom, { id })).toEqual({ ok: true });
  await company.enable('plugin:faulty');
  expect(roomChecks.filter((how) => how === 'off')).toHaveLength(1);
});

test('A live message that is not JSON is counted and logged, and the process keeps running', async () => {
  const before = await failures('room');
  const live = await company.admin.live();
  await live.join(faultyRoom, { how: 'well' });
  expect(await live.send(faultyRoom, { how: 'well' }, 'mumble', {})).toEqual({ ok: true });
  await eventually(() => logged('live message could not be sent'));
  expect(await failures('room')).toBe(before + 1);
});

test('The server stays up and refuses with a code whatever a browser sends over a socket', async () => {
  const socket = io(host.url, { transports: ['websocket'], reconnection: false, auth: { token: company.admin.token } });
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  let deep: unknown = 1;
  for (let n = 0; n < 2_000; n += 1) deep = [deep];
  const hostile: unknown[] = [
    null,
    5,
    'join',
    [],
    {},
    { room: 5 },
    { room: 'shelf.book', params: { id: 1e30 } },
    { room: 'shelf.book', params: { id: '\0' } },
    { room: '__proto__', params: {} },
    { room: 'shelf.book', params: deep },
    { room: 'x'.repeat(50_000) },
    deep,
  ];
  for (const event of ['join', 'leave', 'send']) {
    for (const payload of hostile) {
      socket.emit(event, payload, 'not an acknowledgement');
      socket.emit(event, payload);
      const answer = (await socket.timeout(5_000).emitWithAck(event, payload)) as { ok?: true; error?: string };
      expect(String(answer.ok ?? answer.error), `${event} ${JSON.stringify(payload)?.slice(0, 80)}`).toMatch(
        /^(true|ERR_(VALIDATION|PLUGIN_DISABLED|NO_PERMISSION|NOT_FOUND))$/,
      );
    }
    socket.emit(event);
  }
  socket.emit('nothing of ours', {}, 5);
  expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
  socket.close();
});
