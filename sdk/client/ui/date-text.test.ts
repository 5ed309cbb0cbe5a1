import { expect, test } from 'vitest';
import { dateText, dateValue, maskDate } from './date-text.ts';

test.each([
  ['pt', '31/12/2026'],
  ['es', '31/12/2026'],
  ['en', '12/31/2026'],
] as const)('in %s a day is read and written as %s', (language, text) => {
  expect(dateText('2026-12-31', language)).toBe(text);
  expect(dateValue(text, language, false)).toBe('2026-12-31');
  expect(dateText('2026-12-31T09:30', language)).toBe(`${text} 09:30`);
  expect(dateValue(`${text} 09:30`, language, true)).toBe('2026-12-31T09:30');
});

test.each([
  ['3', '3'],
  ['3112', '31/12'],
  ['31122026', '31/12/2026'],
  ['31/12/2026', '31/12/2026'],
  ['1/', '01/'],
  ['01/2/', '01/02/'],
  ['1/2/2026', '01/02/2026'],
  ['31.12.2026', '31/12/2026'],
  ['311220269', '31/12/2026'],
  ['abc', ''],
])('typed as %j it stands as %j', (typed, shown) => {
  expect(maskDate(typed, false)).toBe(shown);
});

test('A date field with time formats and parses the hour after the day', () => {
  expect(maskDate('311220260930', true)).toBe('31/12/2026 09:30');
  expect(maskDate('3112202609', true)).toBe('31/12/2026 09');
});

test.each(['30/02/2026', '31/13/2026', '00/01/2026', '31/12/202', '', '31/12/2026 10:00'])('%j is no day', (text) => {
  expect(dateValue(text, 'pt', false)).toBeUndefined();
});

test.each(['31/12/2026', '31/12/2026 24:00', '31/12/2026 10:60'])('%j is no moment', (text) => {
  expect(dateValue(text, 'pt', true)).toBeUndefined();
});

test('An empty text is no day', () => {
  expect([dateText('', 'pt'), dateText('31/12', 'pt')]).toEqual(['', '']);
});
