import { expect, test } from 'vitest';
import { readChosen, writeChosen } from './list/chosen-tags.ts';
import { applyTagUpdates } from './live/tag-updates.ts';
import { nameFault } from './page/tag-form.ts';
import { matching, findByName } from './spelling.ts';
import { knowsOf, withSteps } from './ticket/steps.ts';

const tag = (id: number, name: string) => ({ id, name, color: '#3673cb' });
const [family, urgent, late] = [tag(1, 'Família'), tag(2, 'Urgente'), tag(3, 'Prazo urgente')];

test('a tag is found by any part of its name ignoring case and accents, those that start with it first', () => {
  expect(matching([family, late, urgent], 'URG')).toEqual([urgent, late]);
  expect(matching([family, late], 'familia')).toEqual([family]);
  expect(matching([family, late], '  ')).toEqual([family, late]);
  expect(findByName([family], ' FAMILIA ')).toBe(family);
});

test('steps on the tags of a conversation are applied in order, and a refused one is reverted', () => {
  const steps = [
    { key: 1, kind: 'add', tag: late },
    { key: 2, kind: 'remove', tag: family },
  ] as const;
  expect(withSteps([family, urgent], steps)).toEqual([late, urgent]);
  expect(withSteps([family, urgent], steps.slice(1))).toEqual([urgent]);
  expect(withSteps([family, urgent], [])).toEqual([family, urgent]);
  expect([knowsOf([late], steps[0]), knowsOf([], steps[0]), knowsOf([], steps[1])]).toEqual([true, false, true]);
});

test('a row fetched before a tag was renamed or deleted shows the present tag', () => {
  const updated = new Map([
    [2, tag(2, 'Agora')],
    [3, null],
  ]);
  expect(applyTagUpdates([family, urgent, late], updated)).toEqual([tag(2, 'Agora'), family]);
  expect(applyTagUpdates([family], updated)).toEqual([family]);
});

test('the filter in the address is a JSON list of ids, and invalid input yields an empty list', () => {
  expect(writeChosen([4, 7])).toBe('[4,7]');
  expect(writeChosen([])).toBe('');
  expect(readChosen('[4,7,4]')).toEqual([4, 7]);
  expect(readChosen('4,7')).toEqual([4, 7]);
  expect(readChosen('[x,-1,0,1.5]')).toEqual([]);
});

test('a name of 2 to 50 characters is valid', () => {
  expect(['', ' a ', 'ab', 'a'.repeat(51)].map(nameFault)).toEqual(['required', 'tooShort', undefined, 'tooLong']);
});
