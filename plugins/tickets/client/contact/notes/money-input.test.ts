import { describe, expect, it } from 'vitest';
import { moneyFault, moneyTyped } from './money-input.ts';

describe('the value of a note', () => {
  it('has points for commas', () => {
    expect(moneyTyped('1500,5')).toBe('1500.5');
    expect(moneyTyped(',5')).toBe('.5');
  });
  it('drops what is no digit', () => {
    expect(moneyTyped('R$ 15a0')).toBe('150');
    expect(moneyTyped('-20')).toBe('20');
    expect(moneyTyped('dez')).toBe('');
  });
  it('keeps one point and at most 2 decimals', () => {
    expect(moneyTyped('10.2.3')).toBe('10.23');
    expect(moneyTyped('10,999')).toBe('10.99');
    expect(moneyTyped('10.')).toBe('10.');
  });
  it('is required and numeric', () => {
    expect(moneyFault('')).toBe('required');
    for (const text of ['.', '10.', '.5']) expect(moneyFault(text)).toBe('value');
    for (const text of ['0', '10', '10.5', '10.55']) expect(moneyFault(text)).toBeUndefined();
  });
});
