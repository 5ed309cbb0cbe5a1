/** Maximum number of digits before the comma; more are no plausible sum. */
const maxDigits = 12;
const grouped = /^\d{1,3}(\.\d{3})+$/;

/**
 * Parses a typed sum into hundredths: `4.500,00`, `4500,5`, `R$ 12.345` and `10.50` alike. A point before three digits
 * groups thousands, as in Brazil; a comma begins the decimals. Undefined: not a sum.
 */
export function readAmount(typed: string): number | undefined {
  const text = typed.replace(/^\s*R\$/, '').replace(/\s/g, '');
  const [whole = '', decimals, ...more] = text.includes(',') ? text.split(',') : splitPoint(text);
  if (more.length > 0 || (decimals !== undefined && !/^\d{1,2}$/.test(decimals))) return undefined;
  const digits = grouped.test(whole) ? whole.replaceAll('.', '') : whole;
  if (!/^\d+$/.test(digits) || digits.length > maxDigits) return undefined;
  return Number(digits) * 100 + Number((decimals ?? '').padEnd(2, '0'));
}

/**
 * Splits a number without a comma: its point groups thousands if three digits follow, and begins the decimals
 * otherwise.
 */
const splitPoint = (text: string): string[] => (grouped.test(text) ? [text] : text.split('.'));

/** Formats hundredths for a field: 450000 → `4.500,00`. */
export const amountText = (hundredths: number): string => {
  const whole = `${Math.trunc(hundredths / 100)}`.replace(/\B(?=(\d{3})+$)/g, '.');
  return `${whole},${`${hundredths % 100}`.padStart(2, '0')}`;
};
