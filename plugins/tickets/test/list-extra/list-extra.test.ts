import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';
import { Attendance, type ListAnswer } from '../attendance.ts';
import { forgetCalls } from '../channel/provider.ts';
import { marks } from './marker/marks.ts';

let host: TestHost;
let desk: Attendance;
let ids: number[];
const logged: string[] = [];

beforeAll(async () => {
  forgetCalls();
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      ...['users', 'queues', 'contacts', 'connections', 'tickets'],
      path.join(import.meta.dirname, '../channel'),
      path.join(import.meta.dirname, 'marker'),
    ],
    log: (line) => logged.push(line),
  });
  desk = await Attendance.of(host, { 'plugin:list-marker': 'enabled' });
  const first = await desk.arrives(desk.number(), 'Um');
  const second = await desk.arrives(desk.number(), 'Dois');
  ids = [second.ticketId, first.ticketId];
});
beforeEach(() => {
  Object.assign(marks, { failsStatement: false, failsLoad: false });
  logged.length = 0;
});
afterAll(() => host?.close());

const extras = async () => {
  const { status, body } = await desk.admin.get<ListAnswer>('/tickets?status=pending&showAll=true');
  expect(status).toBe(200);
  expect(body.tickets.map(({ id }) => id)).toEqual(ids);
  return body.tickets.map(({ extra }) => [extra['mark'], extra['loaded']]);
};
const rows = (mark: string | undefined) => ids.map((id) => [mark, `number ${id}`]);

test('An extra that a plugin adds as a statement comes with the list, beside one that is loaded', async () => {
  expect(await extras()).toEqual(rows('by statement'));
});

test('When the statement of an extra fails the list calls its load function, and logs the failure', async () => {
  marks.failsStatement = true;
  expect(await extras()).toEqual(rows('by load'));
  expect(logged.join('')).toContain('the statement of a ticket list extra failed');
});

test('When statement and load function fail the list comes without that extra', async () => {
  Object.assign(marks, { failsStatement: true, failsLoad: true });
  expect(await extras()).toEqual(rows(undefined));
  expect(logged.join('')).toContain('loading a ticket list extra failed');
});
