import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { bookRoom } from './fixtures/shelf/contract.ts';
import { roomName } from '../sockets/rooms.ts';
import { fixture } from './kernel-fixtures.ts';

let host: TestHost;
let company: TestCompany;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [fixture('shelf')] });
  company = await host.company({ settings: { shelfEnabled: true } });
});
afterAll(() => host?.close());

const open = async ({ token }: Person): Promise<Socket> => {
  const socket = io(host.url, { transports: ['websocket'], reconnection: false, auth: { token } });
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  return socket;
};
const membersOf = (book: number): number => {
  const { rooms } = host.kernel.sockets.io.of('/').adapter;
  return [...rooms].find(([name]) => name.includes(bookRoom.id) && name.includes(String(book)))?.[1].size ?? 0;
};

test('A browser with too many operations waiting does not keep others in rooms that are closed to them', async () => {
  const { id } = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'apagado' })).body;
  const other = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'fica' })).body.id;
  const busy = await open(await company.person());
  const quiet = await open(await company.person());
  expect(await quiet.emitWithAck('join', { room: bookRoom.id, params: { id } })).toEqual({ ok: true });
  expect(membersOf(id)).toBe(1);
  const cut = new Promise((resolve) => busy.once('disconnect', resolve));

  // The answers to the joins wait for the lock.
  const client = await host.kernel.database.owner.connect();
  try {
    await client.query('begin; lock table shelf.book in access exclusive mode');
    for (let n = 0; n < 600; n += 1) busy.emit('join', { room: bookRoom.id, params: { id: other } });
    const refused = new Promise((resolve) => busy.emit('join', { room: bookRoom.id, params: { id: other } }, resolve));
    expect(await refused).toEqual({ error: 'ERR_TOO_MANY_REQUESTS' });
    host.kernel.sockets.recheck(company.id, {});
    await client.query('delete from shelf.book where id = $1', [id]);
    await client.query('commit');
  } finally {
    client.release();
  }
  // The busy one reads everything again when it reconnects, and the other has left.
  expect(await cut).toBe('transport close');
  await eventually(() => membersOf(id) === 0);
  quiet.close();
});

test('A browser whose session ended on a node that died before it could announce it is disconnected', async () => {
  const [ended, other] = [await company.person(), await company.person()];
  const [gone, stays] = [await open(ended), await open(other)];
  const cut = new Promise((resolve) => gone.once('disconnect', resolve));
  await host.kernel.database.owner.query(
    `update kernel.session set ended_at = now(), ended_reason = 'removed' where user_id = $1`,
    [ended.id],
  );
  await host.kernel.sockets.closeEndedSessions();
  expect(await cut).toBe('io server disconnect');
  expect(stays.connected).toBe(true);
  stays.close();
});

test('A browser is told which room it lost when its row is removed, and when the module is switched off', async () => {
  const reader = await open(await company.person());
  const left: string[] = [];
  reader.on('left', (name: string) => left.push(name));
  const books: number[] = [];
  for (const title of ['sai antes', 'sai depois']) {
    const { id } = (await company.admin.post<{ id: number }>('/shelf/books', { title })).body;
    expect(await reader.emitWithAck('join', { room: bookRoom.id, params: { id } })).toEqual({ ok: true });
    books.push(id);
  }
  const names = books.map((id) => roomName(company.id, bookRoom.id, { id }));
  await host.kernel.database.owner.query('delete from shelf.book where id = $1', [books[0]]);
  host.kernel.sockets.recheck(company.id, {});
  await eventually(() => left.length > 0);
  expect(left).toEqual(names.slice(0, 1));
  await company.disable('shelfEnabled');
  await eventually(() => left.length > 1);
  expect(left).toEqual(names);
  expect(books.map(membersOf)).toEqual([0, 0]);
  reader.close();
});
