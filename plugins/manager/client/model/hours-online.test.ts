import { expect, test } from 'vitest';
import { onlineToday } from './hours-online.ts';

const saoPaulo = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
const dayOf = (time: number) => saoPaulo.format(time);
const now = Date.parse('2026-11-20T20:30:00Z');
const person = { online: true, firstOnline: '2026-11-20T12:18:00Z', lastOnline: '2026-11-20T19:00:00Z' };

test('who is online has been since the first coming of the day', () => {
  expect(onlineToday(person, now, dayOf)).toEqual({ hours: 8, minutes: 12 });
});

test('who left was here until the last sight', () => {
  expect(onlineToday({ ...person, online: false }, now, dayOf)).toEqual({ hours: 6, minutes: 42 });
});

test('who did not come today has no hours, by the calendar of the company', () => {
  expect(onlineToday({ ...person, firstOnline: null }, now, dayOf)).toBeUndefined();
  // 02:30 in UTC is still the day before in São Paulo.
  expect(onlineToday({ ...person, firstOnline: '2026-11-20T02:30:00Z' }, now, dayOf)).toBeUndefined();
});
