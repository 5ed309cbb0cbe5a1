import { expect, test } from 'vitest';
import { contactFaults, digitsOf, filledLines, mergeLines } from './contact-form.ts';

const sound = { name: 'Josefa Lima', number: '5511988887777', email: '', extraInfo: [] };

test('A contact needs a name of 2 to 50 characters, a number of 8 to 50 digits and, if any, a valid e-mail address', () => {
  expect(contactFaults(sound, true)).toEqual({});
  expect(contactFaults({ ...sound, name: '', number: '', email: 'x@y' }, true)).toEqual({
    name: 'required',
    number: 'numberShort',
    email: 'email',
  });
  expect(contactFaults({ ...sound, name: 'J', number: '1'.repeat(51) }, true)).toEqual({
    name: 'nameShort',
    number: 'numberLong',
  });
  expect(contactFaults({ ...sound, name: 'J'.repeat(51) }, true)).toEqual({ name: 'nameLong' });
});

test('A masked number is neither validated nor sent', () => {
  expect(contactFaults({ ...sound, number: '*********7777' }, false)).toEqual({});
});

test('Only the digits of a pasted number are stored', () => {
  expect(digitsOf('+55 (11) 98888-7777')).toBe('5511988887777');
});

test('Extra information without a name or a value is reported, and empty lines are left out', () => {
  expect(contactFaults({ ...sound, extraInfo: [{ name: 'CPF', value: ' ' }] }, true)).toEqual({ extraInfo: 'extra' });
  expect(
    filledLines([
      { name: ' CPF ', value: '1' },
      { name: '', value: ' ' },
      { id: 3, name: 'RG', value: '2' },
    ]),
  ).toEqual([
    { name: 'CPF', value: '1' },
    { id: 3, name: 'RG', value: '2' },
  ]);
});

test('Lines of extra information that a colleague changed or removed stay so, and one’s own changes are applied to the others', () => {
  const line = (id: number, value: string) => ({ id, name: `Linha ${id}`, value });
  const opened = [line(1, 'a'), line(2, 'b'), line(3, 'c'), line(4, 'd')];
  const mine = [line(1, 'a'), line(2, 'mine'), line(3, 'c'), { name: 'Nova', value: 'x' }];
  const now = [line(1, 'theirs'), line(2, 'b'), line(4, 'd'), line(5, 'e')];
  expect(mergeLines(mine, opened, now)).toEqual([
    line(1, 'theirs'),
    line(2, 'mine'),
    line(5, 'e'),
    { name: 'Nova', value: 'x' },
  ]);
});
