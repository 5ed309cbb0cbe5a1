import { expect, test } from 'vitest';
import type { Holiday } from '../../contract.ts';
import { firstFault, holidayFault, nationalHolidays } from './holidays.ts';

const christmas: Holiday = { date: '2026-12-25', name: 'Natal', startTime: '', endTime: '' };

test('a holiday has a unique date, a name, and either no hours or both', () => {
  expect(firstFault([christmas, { ...christmas, date: '2026-12-24', startTime: '08:00', endTime: '12:00' }])).toBe(
    undefined,
  );
  expect(holidayFault({ ...christmas, date: '' }, [])).toBe('date');
  expect(firstFault([christmas, { ...christmas, name: 'Outro' }])).toBe('twice');
  expect(holidayFault({ ...christmas, name: ' ' }, [])).toBe('name');
  for (const [startTime, endTime] of [
    ['08:00', ''],
    ['8', '12:00'],
    ['08:00', '25:00'],
  ] as const)
    expect(holidayFault({ ...christmas, startTime, endTime }, []), `${startTime}–${endTime}`).toBe('hours');
});

test('the national holidays of a year are computed, with Good Friday two days before Easter', () => {
  expect(nationalHolidays(2026)).toHaveLength(10);
  const fridays = [2024, 2025, 2026, 2027, 2038].map(
    (year) => nationalHolidays(year).find(({ key }) => key === 'goodFriday')?.date,
  );
  expect(fridays).toEqual(['2024-03-29', '2025-04-18', '2026-04-03', '2027-03-26', '2038-04-23']);
});
