import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatsFor } from './format.ts';

const space = (text: string) => text.replaceAll(/\s/g, ' ');

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-12T02:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('Dates use the company’s time zone, not the server’s or the reader’s', () => {
  const brazil = formatsFor('pt', 'America/Sao_Paulo');
  // 23:30 of the 11th in São Paulo is the 12th in UTC: an hour and a half earlier is still today.
  expect(brazil.day('2026-03-12T01:00:00Z')).toBe('Hoje');
  expect(brazil.day('2026-03-11T02:00:00Z')).toBe('Ontem');
  expect(brazil.clock('2026-03-12T02:05:00Z')).toBe('23:05');
  expect(brazil.date('2026-03-12T02:05:00Z')).toBe('11/03/2026');
  expect(formatsFor('pt', 'UTC').date('2026-03-12T02:05:00Z')).toBe('12/03/2026');
});

test('A waiting time is shown in the largest whole unit', () => {
  const { elapsed } = formatsFor('pt', 'America/Sao_Paulo');
  expect(elapsed('2026-03-12T02:29:40Z')).toBe('agora');
  expect(elapsed('2026-03-12T02:25:00Z')).toBe('5 min');
  expect(elapsed('2026-03-11T23:00:00Z')).toBe('3 h');
  expect(elapsed('2026-03-09T15:00:00Z')).toBe('2 d');
});

test('Relative times are short: now, minutes, hours, later today, tomorrow, yesterday, weekday, date', () => {
  const { relative } = formatsFor('pt', 'America/Sao_Paulo');
  expect(relative('2026-03-12T02:29:40Z')).toBe('agora');
  expect(relative('2026-03-12T02:25:00Z')).toBe('5 min');
  expect(relative('2026-03-11T23:00:00Z')).toBe('3 h');
  expect(relative('2026-03-12T02:55:00Z')).toBe('23:55');
  expect(relative('2026-03-12T15:00:00Z')).toBe('amanhã');
  expect(relative('2026-03-10T15:00:00Z')).toBe('ontem');
  expect(relative('2026-03-08T15:00:00Z')).toBe('dom.');
  expect(relative('2026-02-10T15:00:00Z')).toBe('10/02');
  expect(relative('2024-02-10T15:00:00Z')).toBe('10/02/2024');
});

test('Amounts in cents are shown in reais', () => {
  expect(space(formatsFor('pt', 'UTC').money(199_090))).toBe('R$ 1.990,90');
  expect(space(formatsFor('en', 'UTC').money(199_090))).toBe('R$1,990.90');
});

test('Phone numbers are grouped; masked ones stay masked', () => {
  const { phone } = formatsFor('pt', 'UTC');
  expect(phone('5511987654321')).toBe('+55 (11) 98765-4321');
  expect(phone('551133334444')).toBe('+55 (11) 3333-4444');
  expect(phone('55119****4321')).toBe('55119****4321');
  expect(phone('351912345678')).toBe('+351912345678');
});

test('An invalid date shows nothing', () => {
  expect(formatsFor('pt', 'UTC').dateTime('')).toBe('');
});
