import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type TestHost } from '@balcao/testing';
import { Receiver } from './receiver.ts';
import { ApiFixture, startServer } from './api-fixture.ts';

let host: TestHost;
let after: TestHost | undefined;
let child: ChildProcess | undefined;
let receiver: Receiver;

beforeAll(async () => {
  host = await startServer();
  receiver = await Receiver.open({ 'sistema.example': ['127.0.0.1'] });
});
afterAll(async () => {
  child?.kill('SIGKILL');
  receiver.close();
  await after?.close();
  await host.close();
});

test('An event is delivered though the node that delivered it was killed, and the receiver can recognise the repeat', async () => {
  const shop = await ApiFixture.open(host);
  const url = receiver.url('sistema.example');
  const made = await shop.company.admin.post<{ id: number }>('/webhooks', { name: 'ERP', url, events: ['bell.rang'] });
  // From here on only the other process delivers.
  await host.kernel.dispatcher.stop();
  child = fork(path.join(import.meta.dirname, 'worker.ts'), [host.databaseUrl, host.dataDir, String(receiver.port)], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  await once(child, 'message');

  // The receiver gets the call and never answers: it was committed and received, and nobody knows.
  receiver.answer = () => undefined;
  for (const bell of [1, 2, 3]) await shop.company.admin.post('/line/ring', { bell });
  await eventually(() => receiver.received.length === 3);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await shop.company.admin.post('/line/ring', { bell: 4 });

  receiver.answer = (response) => response.end();
  after = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      'users',
      'queues',
      'contacts',
      'connections',
      'tickets',
      'messages-api',
      path.join(import.meta.dirname, 'line'),
    ],
    sameDatabaseAs: host,
  });
  await eventually(async () => {
    const { body } = await shop.company.admin.get<{ deliveries: { status: string }[] }>(
      `/webhooks/${made.body.id}/deliveries?status=sent`,
    );
    return body.deliveries.length === 4;
  });
  const bells = new Map<unknown, Set<unknown>>();
  for (const { data, headers } of receiver.received) {
    const ids = bells.get(data['bell']) ?? new Set();
    bells.set(data['bell'], ids.add(headers['webhook-id']));
  }
  expect([...bells].map(([bell, ids]) => [bell, ids.size]).toSorted()).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
  ]);
});
