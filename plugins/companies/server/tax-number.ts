const weigh = (digits: readonly number[], weights: readonly number[]): number => {
  const rest = weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};
const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first - index);
const cnpjWeights = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => ((count - 1 - index) % 8) + 2);

/**
 * Returns whether a CPF or CNPJ, with or without punctuation, has valid check digits. A CNPJ may contain letters before
 * them: each counts as its ASCII code minus that of '0'.
 */
export const isTaxNumber = (text: string): boolean => {
  const plain = text.toUpperCase().replace(/[.\-/\s]/g, '');
  const digits = [...plain].map((sign) => sign.charCodeAt(0) - 48);
  if (/^(.)\1*$/.test(plain)) return false;
  if (/^\d{11}$/.test(plain))
    return digits[9] === weigh(digits, from(10, 9)) && digits[10] === weigh(digits, from(11, 10));
  if (/^[0-9A-Z]{12}\d{2}$/.test(plain))
    return digits[12] === weigh(digits, cnpjWeights(12)) && digits[13] === weigh(digits, cnpjWeights(13));
  return false;
};
