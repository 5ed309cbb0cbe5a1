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

test('what a plugin adds to the rows as a statement comes with the list, beside what another loads', async () => {
  expect(await extras()).toEqual(rows('by statement'));
});

test('where the statement fails the list asks the plugin to load it, and tells the log', async () => {
  marks.failsStatement = true;
  expect(await extras()).toEqual(rows('by load'));
  expect(logged.join('')).toContain('an addition to the statement of the ticket list failed');
});

test('where both fail the list is there without that mark', async () => {
  Object.assign(marks, { failsStatement: true, failsLoad: true });
  expect(await extras()).toEqual(rows(undefined));
  expect(logged.join('')).toContain('an addition to the ticket list failed');
});
