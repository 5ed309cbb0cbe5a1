/**
 * Returns what was typed as a price in reais, in micro-BRL; empty is 0. Undefined: it cannot be read, or in two ways
 * (`1.234`). The comma is the decimal mark, as the form shows it; a point is accepted where it can be nothing else.
 */
export const microsOf = (text: string): number | undefined => {
  const typed = text.trim();
  if (typed === '') return 0;
  const isGrouped = /^\d{1,3}(\.\d{3})+,\d+$/.test(typed);
  const isPlain = /^\d+([.,]\d+)?$/.test(typed) && !/^[1-9]\d{0,2}\.\d{3}$/.test(typed);
  if (!isGrouped && !isPlain) return undefined;
  const value = Number((isGrouped ? typed.replaceAll('.', '') : typed).replace(',', '.'));
  const micros = Math.round(value * 1_000_000);
  return Number.isSafeInteger(micros) ? micros : undefined;
};

export const priceKinds = ['inputMicros', 'cachedMicros', 'outputMicros', 'minuteMicros'] as const;
/** A row of the table of prices, as it was typed. */
export type TypedPrice = Record<(typeof priceKinds)[number] | 'model', string>;

/** Nothing was typed in the row: it is not stored. */
export const isBlank = (row: TypedPrice): boolean => Object.values(row).every((text) => text.trim() === '');

/** Returns what is wrong with a field of the row; undefined: nothing. A price without its model is not dropped unnoticed. */
export const faultOf = (row: TypedPrice, name: keyof TypedPrice): 'modelMissing' | 'unreadable' | undefined => {
  if (name !== 'model') return microsOf(row[name]) === undefined ? 'unreadable' : undefined;
  return row.model.trim() === '' && !isBlank(row) ? 'modelMissing' : undefined;
};
