import { expect, test } from 'vitest';
import { itemColors } from '@balcao/sdk/colors';
import { unusedColor } from './queue-color.ts';
import { bodyOf, queueFaults, valuesOf } from './queue-form.ts';

const sound = { ...valuesOf(undefined, '#4e8ce6'), name: 'Trabalhista' };

test('a queue has a name of 2 to 50 characters and a colour', () => {
  expect(queueFaults(sound)).toEqual({});
  expect(queueFaults({ ...sound, name: ' ', color: '' })).toEqual({ name: 'required', color: 'required' });
  expect(queueFaults({ ...sound, name: '😀'.repeat(30) })).toEqual({});
  expect(queueFaults({ ...sound, name: 'T' })).toEqual({ name: 'tooShort' });
  expect(queueFaults({ ...sound, name: 'T'.repeat(51), greetingMessage: 'a'.repeat(4097) })).toEqual({
    name: 'tooLong',
    greetingMessage: 'tooLong',
  });
});

test('a delay typed as 1.500 is 1500 seconds, and an empty one 0', () => {
  expect(queueFaults({ ...sound, sendDelay: '1.500' })).toEqual({});
  expect(bodyOf({ ...sound, sendDelay: '1.500' })['sendDelay']).toBe(1500);
  expect(bodyOf({ ...sound, sendDelay: '' })['sendDelay']).toBe(0);
  for (const wrong of ['3601', '-1', '1,5', 'dez'])
    expect(queueFaults({ ...sound, sendDelay: wrong })).toEqual({ sendDelay: 'seconds' });
});

test('A new queue starts with an unused colour, and with none when all fifty are in use', () => {
  const taken: string[] = [];
  for (let queues = 0; queues < 50; queues += 1) {
    const color = unusedColor(taken);
    expect(itemColors).toContain(color);
    expect(taken).not.toContain(color);
    taken.push(color.toUpperCase(), color);
  }
  expect(unusedColor(taken)).toBe('');
});

test('the delay is a whole number of seconds, and a new queue has the default hours', () => {
  expect(queueFaults({ ...sound, sendDelay: '' })).toEqual({});
  for (const sendDelay of ['1.5', '-1', '3601', 'dois'])
    expect(queueFaults({ ...sound, sendDelay })).toEqual({ sendDelay: 'seconds' });
  expect(bodyOf({ ...sound, sendDelay: '' })).toMatchObject({ name: 'Trabalhista', sendDelay: 0 });
  expect(sound.schedules.map(({ startTime, endTime }) => `${startTime}–${endTime}`)).toEqual([
    ...Array<string>(5).fill('08:00–18:00'),
    '08:00–12:00',
    '00:00–00:00',
  ]);
  const half = [{ weekdayEn: 'monday', startTime: '08:', endTime: '18:00' }];
  expect(queueFaults({ ...sound, schedules: half })).toEqual({ schedules: 'schedules' });
});
