import { expect, test } from 'vitest';
import { lengthOf, readLog, sumsAt, type LogEntry } from './read-log.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const ana = { id: 1, name: 'Ana' };
const beto = { id: 2, name: 'Beto' };
const sales = { id: 7, name: 'Vendas', color: '#1f9d55' };
const support = { id: 8, name: 'Suporte', color: '#b3261e' };

const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString();
const entry = (minutes: number, type: string, user: LogEntry['user'] = null, queue: LogEntry['queue'] = sales) => ({
  type,
  user,
  queue,
  createdAt: at(minutes),
});
const minutes = (ms: number) => ms / 60_000;
/** Minutes of waiting and of attendance until then. */
const sums = (summary: ReturnType<typeof readLog>['summary'], until: number) => {
  const { waited, attended } = sumsAt(summary, start + until * 60_000);
  return [minutes(waited), minutes(attended)];
};

test('the wait lasts from the creation to the acceptance, whatever the departments between', () => {
  const { steps } = readLog([entry(0, 'create', null, null), entry(2, 'queue'), entry(12, 'open', ana)]);
  expect(steps.map(({ ended }) => ended && [ended.phase, minutes(ended.ms)])).toEqual([
    undefined,
    undefined,
    ['waiting', 12],
  ]);
});

test('time with the automatic service is no waiting for a person', () => {
  const { steps, summary } = readLog([
    entry(0, 'create'),
    entry(0, 'chatBot'),
    entry(3, 'queue', null, sales),
    entry(8, 'open', ana),
    entry(10, 'closed', ana),
  ]);
  expect(steps.map(({ ended }) => ended && [ended.phase, minutes(ended.ms)])).toEqual([
    undefined,
    ['waiting', 0],
    ['automatic', 3],
    ['waiting', 5],
    ['attending', 2],
  ]);
  expect(sums(summary, 1000)).toEqual([5, 2]);
});

test('a transfer is one step from one person to another, and ends the time of the first', () => {
  const { steps, summary } = readLog([
    entry(0, 'open', ana),
    entry(30, 'transfered', beto, sales),
    entry(30, 'receivedTransfer', beto, support),
  ]);
  expect(steps).toHaveLength(2);
  expect(steps[1]).toMatchObject({
    entry: { user: { name: 'Beto' } },
    from: { user: 'Ana', queue: 'Vendas' },
    to: { user: 'Beto', queue: 'Suporte' },
    ended: { phase: 'attending', ms: 30 * 60_000 },
  });
  expect(summary).toMatchObject({ transfers: 1, now: { phase: 'attending' } });
});

test('a transfer to a department makes the customer wait again', () => {
  const { steps, summary } = readLog([
    entry(0, 'open', ana),
    entry(5, 'transfered', ana, sales),
    entry(5, 'receivedTransfer', null, support),
    entry(25, 'open', beto, support),
  ]);
  expect(steps[1]).toMatchObject({ from: { user: 'Ana', queue: 'Vendas' }, to: { user: null, queue: 'Suporte' } });
  expect(steps[2]?.ended).toEqual({ phase: 'waiting', ms: 20 * 60_000 });
  expect(sums(summary, 30)).toEqual([20, 10]);
});

test('looking at a conversation and entries of plugins end nothing', () => {
  const { steps } = readLog([
    entry(0, 'create'),
    entry(1, 'access', beto),
    entry(2, 'kanban.moved', beto),
    entry(9, 'open', ana),
  ]);
  expect(steps.map(({ ended }) => ended?.ms)).toEqual([undefined, undefined, undefined, 9 * 60_000]);
});

test('a closed conversation that the customer reopens was closed for a while, and waits', () => {
  const { steps, summary } = readLog([entry(0, 'closed', ana), entry(60, 'reopen', null)]);
  expect(steps[1]?.ended).toEqual({ phase: 'closed', ms: 60 * 60_000 });
  expect(summary.now).toEqual({ phase: 'waiting', since: start + 60 * 60_000 });
});

test('a transfer whose other half is missing is shown as it is', () => {
  const { steps } = readLog([entry(0, 'open', ana), entry(1, 'transfered', ana)]);
  expect(steps[1]).toEqual({ entry: entry(1, 'transfered', ana) });
});

test('lengths are given in their two largest units', () => {
  const minute = 60_000;
  expect(lengthOf(59_000)).toEqual({ unit: 'short' });
  expect(lengthOf(12 * minute)).toEqual({ unit: 'minutes', minutes: 12 });
  expect(lengthOf(65 * minute)).toEqual({ unit: 'hours', hours: 1, minutes: 5 });
  expect(lengthOf(50 * 60 * minute)).toEqual({ unit: 'days', days: 2, hours: 2 });
});
