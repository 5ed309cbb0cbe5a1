/** Reads a number as people write it in Brazil: `1.234,50`, `R$ 10`, `-3`, and also `12.5`. Undefined: it is none. */
export const readNumber = (text: string): number | undefined => {
  const plain = text
    .trim()
    .replace(/^R\$\s*/i, '')
    .replace(/\s*%$/, '')
    .replace(/\s/g, '');
  if (/^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain)) return Number(plain.replaceAll('.', '').replace(',', '.'));
  if (/^[+-]?\d+(,\d+)?$/.test(plain)) return Number(plain.replace(',', '.'));
  if (/^[+-]?\d+\.\d+$/.test(plain)) return Number(plain);
  return undefined;
};
