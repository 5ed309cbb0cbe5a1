import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { companyRoom } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { fixture } from '../test/kernel-fixtures.ts';

let host: TestHost;
let company: TestCompany;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [fixture('shelf')] });
  company = await host.company({ settings: { shelfEnabled: true } });
});
afterAll(() => host?.close());

/** Counts how often a live message is serialised to JSON. */
const writings = async (): Promise<number> => {
  let written = 0;
  company.scope('shelf').rooms.emit(companyRoom, {}, 'counted', { toJSON: () => ({ written: (written += 1) }) });
  await new Promise((resolve) => setImmediate(resolve));
  return written;
};

test('A message for an empty room is measured but not serialised, and a later join reports its age', async () => {
  const began = performance.now();
  expect(await writings()).toBe(1);
  const socket = io(host.url, { transports: ['websocket'], reconnection: false, auth: { token: company.admin.token } });
  const joined = (await socket.emitWithAck('join', { room: companyRoom.id, quiet: true })) as { quiet: number };
  // Without a record the message would count as old as the server.
  expect(joined.quiet).toBeLessThanOrEqual(performance.now() - began);
  const received = new Promise((resolve) => socket.on('room', ({ data }) => resolve(data)));
  expect(await writings()).toBeGreaterThan(1);
  expect(await received).toHaveProperty('written');
  socket.close();
});
