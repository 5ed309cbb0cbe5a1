import { expect, test } from 'vitest';
import { addMonths, daysBetween, isDay, renewed, todayIn } from '../server/billing/due-date.ts';

test('31 January plus a month is the last of February, and 31 again in March', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
  expect(addMonths('2026-02-28', 1, 31)).toBe('2026-03-31');
  expect(addMonths('2026-03-31', 1, 31)).toBe('2026-04-30');
  expect(addMonths('2026-12-31', 2, 31)).toBe('2027-02-28');
  expect(addMonths('2024-02-29', 12, 29)).toBe('2025-02-28');
  expect(addMonths('2025-02-28', 36, 29)).toBe('2028-02-29');
});

test('A year of monthly payments never loses the intended day of the month', () => {
  let due = '2026-01-31';
  const days: string[] = [];
  for (let month = 0; month < 13; month += 1) {
    days.push(due.slice(8));
    due = renewed({ dueDate: due, anchor: 31, recurrence: 'MENSAL', today: due }).dueDate;
  }
  expect(days).toEqual(['31', '28', '31', '30', '31', '30', '31', '31', '30', '31', '30', '31', '31']);
});

test('Each recurrence moves the due date by its months', () => {
  const next = (recurrence: 'MENSAL' | 'BIMESTRAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL') =>
    renewed({ dueDate: '2026-08-31', anchor: 31, recurrence, today: '2026-08-30' }).dueDate;
  expect([next('MENSAL'), next('BIMESTRAL'), next('TRIMESTRAL'), next('SEMESTRAL'), next('ANUAL')]).toEqual([
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2027-02-28',
    '2027-08-31',
  ]);
});

test('A slightly late payment keeps the day; a very late one counts from the day of the payment; nobody loses days', () => {
  const pay = (dueDate: string | null, today: string) => renewed({ dueDate, anchor: 10, recurrence: 'MENSAL', today });
  expect(pay('2026-03-10', '2026-03-20')).toEqual({ dueDate: '2026-04-10', anchor: 10 });
  expect(pay('2026-03-10', '2026-05-22')).toEqual({ dueDate: '2026-06-22', anchor: 22 });
  // Paid ahead, or after a super user moved the due date forward: every payment adds its month.
  expect(pay('2026-06-10', '2026-03-20')).toEqual({ dueDate: '2026-07-10', anchor: 10 });
  expect(pay(null, '2026-03-20')).toEqual({ dueDate: '2026-04-20', anchor: 20 });
});

test('Today is the day in the company’s time zone', () => {
  const late = new Date('2026-03-01T01:30:00Z');
  expect(todayIn('America/Sao_Paulo', late)).toBe('2026-02-28');
  expect(todayIn('Europe/Lisbon', late)).toBe('2026-03-01');
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
});

test('Only valid calendar days are accepted', () => {
  expect(['2026-02-28', '2026-02-30', '2026-13-01', 'amanhã', '2026-2-1'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
