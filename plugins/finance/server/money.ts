import { z } from '@balcao/sdk/server';

/**
 * Parses `1234,5`, `1234.50` or a number to cents: up to seven digits before the comma, two after it, never negative.
 */
export const cents = z.union([z.number(), z.string()], 'Required').transform((value, context) => {
  const text = String(value).trim().replace(',', '.');
  if (/^\d{1,7}(\.\d{1,2})?$/.test(text)) return Math.round(Number(text) * 100);
  context.addIssue({ code: 'custom', message: text === '' ? 'Required' : 'ERR_INVALID_VALUE' });
  return z.NEVER;
});

/** Formats cents as `149.90`, for providers and the wire. */
export const decimal = (value: number): string => (value / 100).toFixed(2);

/** Parses cents of `149.90`; undefined if it is no amount. */
export const centsOf = (value: unknown): number | undefined => {
  const text = String(value);
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
};

/** Formats `R$ 1.499,00`, the same in every language: the currency is Brazil’s. */
export const reais = (cents: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100).replaceAll('\u00A0', ' ');
