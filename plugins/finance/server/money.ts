import { z } from '@balcao/sdk/server';

/** `1234,5`, `1234.50` or a number as cents: up to seven digits before the comma, two after it, never negative. */
export const cents = z.union([z.number(), z.string()], 'Required').transform((value, context) => {
  const text = String(value).trim().replace(',', '.');
  if (/^\d{1,7}(\.\d{1,2})?$/.test(text)) return Math.round(Number(text) * 100);
  context.addIssue({ code: 'custom', message: text === '' ? 'Required' : 'ERR_INVALID_VALUE' });
  return z.NEVER;
});

/** `149.90`, as providers and the wire have it. */
export const decimal = (value: number): string => (value / 100).toFixed(2);

/** Cents of `149.90`; undefined for what is no amount. */
export const centsOf = (value: unknown): number | undefined => {
  const text = String(value);
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
};

/** `R$ 1.499,00`, as people read it in every language: the currency is Brazil's. */
export const reais = (cents: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100).replaceAll('\u00A0', ' ');
