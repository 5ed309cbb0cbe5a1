import { expect, it } from 'vitest';
import { bestVariant, queued, reached, shownState } from './campaign-state.ts';
import { durationParts } from './duration.ts';
import { forecast } from './form/forecast.ts';
import { unknownVariables } from './form/form-values.ts';
import { fieldTime, instantOf } from './form/zone.ts';

const pause = (reason: 'window' | 'failures') => ({ reason, until: null, at: '2026-11-24T12:00:00Z', detail: null });

it('A running campaign waits for its hours, or stands still until somebody helps', () => {
  expect(shownState({ status: 'EM_ANDAMENTO', pause: null })).toBe('running');
  expect(shownState({ status: 'EM_ANDAMENTO', pause: pause('window') })).toBe('waiting');
  expect(shownState({ status: 'EM_ANDAMENTO', pause: pause('failures') })).toBe('stopped');
  expect(shownState({ status: 'CANCELADA', pause: null })).toBe('cancelled');
});

it('Who answered has also read, received and been sent the message', () => {
  expect(reached({ sent: 21, delivered: 104, read: 151, answered: 57 })).toEqual({
    sent: 333,
    delivered: 312,
    read: 208,
    answered: 57,
  });
  expect(queued({ waiting: 290, asked: 5, confirmed: 1, released: 4 })).toBe(300);
});

it('A variant is the best only if it leads by more than two points', () => {
  const variant = (index: number, answered: number) => ({
    index,
    total: 110,
    sent: 100,
    delivered: 100,
    read: 50,
    answered,
  });
  expect(bestVariant([variant(1, 22), variant(2, 24)])).toBeUndefined();
  expect(bestVariant([variant(1, 20), variant(2, 24)])).toBe(2);
  expect(bestVariant([variant(1, 20)])).toBeUndefined();
});

it('A time span has two units at most', () => {
  expect(durationParts(40)).toEqual({ key: 'seconds', values: { seconds: 40 } });
  expect(durationParts(6720)).toEqual({ key: 'hours', values: { hours: 1, minutes: 52 } });
  expect(durationParts(2 * 86_400 + 3 * 3600)).toEqual({ key: 'days', values: { count: 2, hours: 3 } });
});

it('The forecast fills the days of sending up to the daily limit, and skips the others', () => {
  const days = forecast(
    {
      remaining: 450,
      interval: 20,
      dailyCap: 200,
      hours: { from: '08:00', until: '20:00', days: [1, 2, 3, 4, 5, 6] },
      // A Saturday.
      startsAt: '2026-11-21T12:00:00.000Z',
    },
    'America/Sao_Paulo',
  );
  expect(days.map(({ date, count }) => [date.getUTCDate(), count])).toEqual([
    [21, 200],
    [23, 200],
    [24, 50],
  ]);
});

it('A variable that nobody defined is named', () => {
  expect(unknownVariables('Oi {nome}, {beneficio} e {x} {x}', ['nome', 'numero', 'beneficio'])).toEqual(['x']);
});

it('The time of a campaign is typed and shown in the time zone of the company', () => {
  expect(instantOf('2026-11-24T15:00', 'America/Sao_Paulo')).toBe('2026-11-24T18:00:00.000Z');
  expect(fieldTime('2026-11-24T18:00:00.000Z', 'America/Sao_Paulo')).toBe('2026-11-24T15:00');
});
