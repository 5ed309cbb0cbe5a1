import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, Person, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { bookRoom, stockJob } from './fixtures/shelf/contract.ts';
import { resourcesOf, type NodeResources } from './node-resources.ts';
import { fixture, shelfNotes } from './kernel-fixtures.ts';

/** `SWITCHES` makes the test as long as one likes. A leak of each switch shows with a tenth of them. */
const switches = Number(process.env['SWITCHES'] ?? 200);
const plugins = ['shelf', 'reader'].map(fixture);
let host: TestHost;
let child: ChildProcess;
let second: string;
let company: TestCompany;
const browsers: Socket[] = [];

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  const worker = path.join(import.meta.dirname, 'worker.ts');
  child = fork(worker, [host.databaseUrl, host.dataDir, ...plugins], { execArgv: [] });
  const [said] = (await once(child, 'message')) as [{ url: string }];
  second = said.url;
  company = await host.company({ settings: { shelfEnabled: true, 'plugin:reader': true } });
  const there = new Person(second, company.admin);
  await eventually(async () => (await there.get('/auth/me')).status === 200);
});
afterAll(async () => {
  for (const socket of browsers) socket.close();
  child.kill('SIGKILL');
  await host.close();
});

const open = async (url: string): Promise<Socket> => {
  const socket = io(url, { transports: ['websocket'], reconnection: false, auth: { token: company.admin.token } });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  browsers.push(socket);
  return socket;
};
const receives = (socket: Socket, on: boolean): Promise<void> =>
  new Promise((resolve) => {
    const listen = ({ event, data }: { event: string; data: { plugin?: string; on?: boolean } }): void => {
      if (event !== 'module' || data.plugin !== 'shelf' || data.on !== on) return;
      socket.off('room', listen);
      resolve();
    };
    socket.on('room', listen);
  });
const switchTo = async (on: boolean): Promise<void> => {
  const received = browsers.map((socket) => receives(socket, on));
  await (on ? company.enable('shelfEnabled') : company.disable('shelfEnabled'));
  await Promise.all(received);
};
const resourcesThere = async (): Promise<NodeResources> => {
  const said = once(child, 'message');
  child.send('held');
  return ((await said) as [NodeResources])[0];
};
const timersOf = ({ handles }: NodeResources): number => (handles.Timeout ?? 0) + (handles.Immediate ?? 0);
const othersOf = ({ handles: { Timeout: _timers, Immediate: _immediates, ...others } }: NodeResources): number =>
  Object.values(others).reduce((sum, count) => sum + count, 0);

test(
  'Hundreds of switches reach every open browser on both nodes, and leave no resources behind on either',
  { timeout: 300_000 },
  async () => {
    const { id } = (await company.admin.post<{ id: number }>('/shelf/books', { title: 'steady' })).body;
    for (const url of [host.url, second, host.url, second]) await open(url);
    const join = (socket: Socket): Promise<object> => socket.emitWithAck('join', { room: bookRoom.id, params: { id } });
    for (const socket of browsers) expect(await join(socket)).toEqual({ ok: true });
    await switchTo(false);
    await switchTo(true);
    const before = [resourcesOf(host.kernel), await resourcesThere()] as const;
    for (let n = 0; n < switches / 2; n += 1) {
      await switchTo(false);
      await switchTo(true);
    }
    // The last switches may still be finishing; a leak of each would be in the hundreds.
    for (const [node, now] of [() => resourcesOf(host.kernel), resourcesThere].entries()) {
      const was = before[node] as NodeResources;
      await eventually(async () => timersOf(await now()) <= timersOf(was) + 10);
      const is = await now();
      expect([is.ledger, is.listeners, is.rooms]).toEqual([was.ledger, was.listeners, was.rooms]);
      expect(othersOf(is)).toBeLessThan(othersOf(was) + 10);
    }
    for (const socket of browsers) expect(await join(socket)).toEqual({ ok: true });
    expect((await company.admin.get('/shelf/books')).status).toBe(200);
    await company.scope('shelf').jobs.schedule(stockJob, { title: 'after all' });
    await eventually(async () => (await shelfNotes(company)).includes('stock after all'));
  },
);
