import { createHash } from 'node:crypto';

/** Returns one line of what a source wrote; null: it wrote nothing. */
export const clean = (text: string | null | undefined, most = 300): string | null => {
  const plain = (text ?? '').replaceAll('\0', '').toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return plain === '' ? null : plain.slice(0, most);
};

/** Returns the key of a step, by what makes it this one. */
export const keyOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(parts.join('|')).digest('hex');

/** Returns an amount as people write it. */
export const money = (amount: number | null | undefined): string | null =>
  amount === null || amount === undefined || !Number.isFinite(amount) || amount <= 0
    ? null
    : new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(amount);

/** Reads `SP284113`, `284113/SP` or `OAB 284.113 SP`. */
export const oabOf = (text: string | null | undefined): { oab: string | null; uf: string | null } => {
  const plain = (text ?? '').toUpperCase().replaceAll('OAB', ' ');
  return {
    oab: plain.replaceAll(/\D/g, '') || null,
    uf: /(?:^|[^A-Z])([A-Z]{2})(?:[^A-Z]|$)/.exec(plain)?.[1] ?? null,
  };
};
