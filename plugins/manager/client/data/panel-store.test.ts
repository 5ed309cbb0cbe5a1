import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nobody, type PanelPerson } from '../../panel.ts';
import { panelOf, ticket } from '../model/examples.ts';
import { PanelStore } from './panel-store.ts';
import { readings } from './readings.ts';

const ana: PanelPerson = {
  id: 1,
  name: 'Ana',
  profile: 'user',
  super: false,
  companyId: 1,
  profilePicUrl: null,
  isVirtual: false,
  queueIds: [7],
  online: false,
  firstOnline: '2026-11-19T12:00:00Z',
  lastOnline: '2026-11-19T20:00:00Z',
};
const all = { queueIds: [], tagIds: [] };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const opened = () => {
  const store = new PanelStore((time) => new Date(time).toISOString().slice(0, 10));
  const tickets = Array.from({ length: 40 }, (_, index) => ticket(index + 1, { userId: index % 2 ? 1 : null }));
  store.load({ ...panelOf(tickets), people: [ana] }, all, []);
  const drawn = { all: 0, ana: 0, nobody: 0 };
  store.watchAll(() => (drawn.all += 1));
  store.watchCard(1, () => (drawn.ana += 1));
  store.watchCard(nobody, () => (drawn.nobody += 1));
  return { store, drawn };
};

test('a rush of messages is drawn once, and only on the cards that it concerns', () => {
  const { store, drawn } = opened();
  for (let turn = 0; turn < 200; turn += 1) {
    const id = 2 * (turn % 20) + 2;
    store.receive(id, { ticket: ticket(id, { userId: 1, unreadMessages: turn, lastMessage: `nº ${turn}` }) });
  }
  expect(drawn).toEqual({ all: 0, ana: 0, nobody: 0 });
  vi.runOnlyPendingTimers();
  expect(drawn).toEqual({ all: 1, ana: 1, nobody: 0 });
  expect(store.entry(40)?.row?.lastMessage).toBe('nº 199');
  store.stop();
});

test('The panel follows live messages after the session ended while some were gathered', () => {
  const { store, drawn } = opened();
  store.receive(2, { ticket: ticket(2, { userId: 1, lastMessage: 'antes' }) });
  store.receive(4, { isTyping: true });
  store.stop();
  vi.advanceTimersByTime(60_000);
  store.receive(6, { ticket: ticket(6, { userId: 1, lastMessage: 'depois' }) });
  vi.advanceTimersByTime(1_000);
  expect(drawn.ana).toBe(1);
  expect(store.entry(2)?.row?.lastMessage).toBe('antes');
  expect(store.entry(6)?.row?.lastMessage).toBe('depois');
  expect(store.entry(4)?.isTyping).toBe(false);
  store.stop();
});

test('an own action is drawn at once', () => {
  const { store, drawn } = opened();
  store.applyNow(1, { ticket: ticket(1, { userId: 1 }) });
  expect(drawn).toEqual({ all: 1, ana: 1, nobody: 1 });
  expect(store.counts(1).total).toBe(21);
});

test('messages that arrive while the panel is being read are applied to the answer, which may be older', () => {
  const { store } = opened();
  readings.begin();
  store.receive(1, { ticket: ticket(1, { userId: 1 }) });
  store.receive(2, { isGone: true });
  store.load({ ...panelOf([ticket(1), ticket(2, { userId: 1 })]), people: [ana] }, all, readings.end());
  expect(store.counts(nobody).total).toBe(0);
  expect(store.entries(1).map(({ id }) => id)).toEqual([1]);
  store.stop();
});

test('a person who comes for the first time of the day has been here since then', () => {
  const { store } = opened();
  store.receivePresence(1, true);
  vi.runOnlyPendingTimers();
  const here = store.person(1);
  expect(here).toMatchObject({ online: true });
  expect(here?.firstOnline?.slice(0, 10)).toBe('2026-11-20');
  vi.setSystemTime(new Date('2026-11-20T18:00:00Z'));
  store.receivePresence(1, false);
  vi.runOnlyPendingTimers();
  store.receivePresence(1, true);
  vi.runOnlyPendingTimers();
  expect(store.person(1)?.firstOnline).toBe(here?.firstOnline);
});

test('a customer who stops typing without saying so does not type for ever', () => {
  const { store } = opened();
  store.receive(2, { isTyping: true });
  vi.advanceTimersByTime(1_000);
  expect(store.entry(2)?.isTyping).toBe(true);
  vi.advanceTimersByTime(15_000);
  expect(store.entry(2)?.isTyping).toBe(false);
});

test('of two readings only the one on the screen is fresh', () => {
  const [first, second] = [{}, {}];
  expect(readings.isFresh(first)).toBe(true);
  readings.live = first;
  expect([readings.isFresh(first), readings.isFresh(second), readings.isFresh(undefined)]).toEqual([true, false, false]);
  readings.live = undefined;
});
