import { expect, test } from 'vitest';
import { courtOf, maskCnj, readCnj } from './cnj.ts';
import { numberForms } from './test/number-forms.ts';

const random = (below: number): number => Math.floor(Math.random() * below);
const digits = (value: number, length: number): string => String(value).padStart(length, '0');

/** The same arithmetic in pieces, without numbers that do not fit a double. */
const checkInPieces = (sequence: string, year: string, branchAndCourt: string, origin: string): string => {
  const first = Number(sequence) % 97;
  const second = Number(`${first}${year}${branchAndCourt}`) % 97;
  const third = Number(`${second}${origin}00`) % 97;
  return digits(98 - third, 2);
};
/** A valid number of a court of Santa Catarina, or of any other. */
const someNumber = (branchAndCourt = '824'): string => {
  const [sequence, year, origin] = [
    digits(random(10_000_000), 7),
    digits(1990 + random(40), 4),
    digits(random(10_000), 4),
  ];
  return `${sequence}${checkInPieces(sequence, year, branchAndCourt, origin)}${year}${branchAndCourt}${origin}`;
};
const isValid = (text: string): boolean => readCnj(text).state === 'valid';

test('20,000 random numbers are accepted with the check digits that a second implementation gives them, and with no others', () => {
  for (let turn = 0; turn < 20_000; turn += 1) {
    const cnj = someNumber();
    expect(isValid(cnj), cnj).toBe(true);
    const other = digits((Number(cnj.slice(7, 9)) + 1 + random(98)) % 100, 2);
    if (other !== cnj.slice(7, 9)) expect(isValid(`${cnj.slice(0, 7)}${other}${cnj.slice(9)}`), cnj).toBe(false);
  }
});

test('every wrong digit and every swap of neighbours is noticed', () => {
  for (let turn = 0; turn < 200; turn += 1) {
    const cnj = someNumber();
    for (let at = 0; at < 20; at += 1) {
      for (let digit = 0; digit < 10; digit += 1) {
        const wrong = `${cnj.slice(0, at)}${digit}${cnj.slice(at + 1)}`;
        if (wrong !== cnj) expect(isValid(wrong), wrong).toBe(false);
      }
      const swapped = `${cnj.slice(0, at)}${cnj[at + 1] ?? ''}${cnj[at]}${cnj.slice(at + 2)}`;
      if (at < 19 && swapped !== cnj) expect(isValid(swapped), swapped).toBe(false);
    }
  }
});

test('the courts of Brazil are named by 91 addresses of DataJud, and all other combinations of branch and court are unknown', () => {
  const found = new Set<string>();
  const others: string[] = [];
  for (let branch = 0; branch < 10; branch += 1)
    for (let court = 0; court < 100; court += 1) {
      const cnj = someNumber(`${branch}${digits(court, 2)}`);
      const known = courtOf(cnj);
      if (known?.alias) found.add(known.alias);
      else if (known) others.push(known.name);
      expect(readCnj(cnj).state).toBe(known ? 'valid' : 'court');
    }
  expect(found.size).toBe(91);
  expect(others).toEqual(['STF', 'CNJ']);
  for (const alias of ['stj', 'tst', 'tse', 'stm', 'trf6', 'trt24', 'tre-go', 'tre-dft', 'tjdft', 'tjsp', 'tjmsp'])
    expect(found.has(alias), alias).toBe(true);
});

test('the worked examples of the courts have their addresses, and wrong ones say what is wrong', () => {
  const aliasOf = (text: string): string | null | undefined => {
    const read = readCnj(text);
    return read.state === 'valid' ? read.court.alias : undefined;
  };
  expect(aliasOf('0000832-35.2018.4.01.3202')).toBe('trf1');
  expect(aliasOf('1234567-13.2024.8.26.0100')).toBe('tjsp');
  expect(aliasOf('0000001-97.2023.5.02.0001')).toBe('trt2');
  expect(aliasOf('0700123-63.2025.8.07.0016')).toBe('tjdft');
  expect(aliasOf('0001111-40.2025.8.19.0001')).toBe('tjrj');
  expect(aliasOf('0000003-66.2026.6.09.0136')).toBe('tre-go');
  expect(aliasOf('0800000-72.2026.9.26.0001')).toBe('tjmsp');
  expect(aliasOf('1000002-85.2026.3.00.0000')).toBe('stj');
  expect(aliasOf('0000005-25.2026.1.00.0000')).toBeNull();
  expect(readCnj('0000006-42.2026.8.28.0001')).toEqual({ state: 'court' });
  expect(readCnj('0000832-36.2018.4.01.3202')).toEqual({ state: 'check' });
  expect(readCnj('0000832-35.2018')).toEqual({ state: 'short', wanted: 7 });
  expect(readCnj('0000832-35.2018.4.01.3202 1')).toEqual({ state: 'long' });
  expect(readCnj(' - . ')).toEqual({ state: 'empty' });
});

test('one number in twenty forms is the same case', () => {
  const forms = numberForms;
  const [number = ''] = forms;
  expect(forms).toHaveLength(20);
  const read = forms.map((form) => readCnj(form));
  const wanted = readCnj(number);
  expect(wanted.state).toBe('valid');
  expect(read.map((one) => (one.state === 'valid' ? one.cnj : one.state))).toEqual(forms.map(() => number));
  expect(read.filter((one) => one.state === 'valid' && one.isPadded)).toHaveLength(3);
});

test('the mask grows with what is typed', () => {
  expect(maskCnj('0000832')).toBe('0000832');
  expect(maskCnj('00008323')).toBe('0000832-3');
  expect(maskCnj('000083235201')).toBe('0000832-35.201');
  expect(maskCnj('00008323520184013202')).toBe('0000832-35.2018.4.01.3202');
  expect(maskCnj('0000832-35.2018.4.01.3202 and more 99')).toBe('0000832-35.2018.4.01.3202');
});
