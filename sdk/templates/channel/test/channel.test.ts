import type { TestHost } from '@balcao/sdk/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { channelId } from '../channel.ts';
import { ConnectedCompany, startProduct } from './connected-company.ts';
import { Gateway, gatewayKey } from './gateway.ts';

let gateway: Gateway;
let host: TestHost;

beforeAll(async () => {
  gateway = await Gateway.start();
  host = await startProduct();
});
afterAll(async () => {
  await host?.close();
  await gateway?.stop();
});

const soon = { timeout: 30_000, interval: 100 };

test('A text message opens a conversation with the number as its contact', async () => {
  const desk = await ConnectedCompany.open(host, gateway);
  expect(await desk.write('Are you open today?')).toBe(200);
  const [ticket, ...others] = await desk.tickets();
  expect(others).toEqual([]);
  expect(ticket?.contact).toMatchObject({ name: 'Helena', number: '5511970010001' });
});

test('A recorded request is rejected after its signature has expired', async () => {
  const desk = await ConnectedCompany.open(host, gateway);
  expect(await desk.write('Again', Date.now() - 3_600_000)).toBe(401);
  expect(await desk.tickets()).toEqual([]);
});

test('A connection without a key is down, and comes up when the key is set', async () => {
  const desk = await ConnectedCompany.open(host, gateway);
  const { settings } = desk.company.scope(channelId);
  await settings.set('exampleSmsKey', '');
  await vi.waitFor(async () => expect(await desk.status()).toBe('DISCONNECTED'), soon);
  await settings.set('exampleSmsKey', gatewayKey);
  await vi.waitFor(async () => expect(await desk.status()).toBe('CONNECTED'), soon);
});

test('The address of a connection is shown to its own company only, and removed with the connection', async () => {
  const [ours, theirs] = [await ConnectedCompany.open(host, gateway), await ConnectedCompany.open(host, gateway)];
  expect((await theirs.company.admin.get(`/example-sms/connections/${ours.connectionId}`)).status).toBe(404);
  await theirs.company.admin.delete(`/whatsapp/${theirs.connectionId}`);
  expect(await theirs.write('Too late')).toBe(404);
});
