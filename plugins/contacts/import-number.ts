/** A phone number in scientific notation, as spreadsheet programs convert it: its digits are lost. */
const scientific = /^\d+([.,]\d+)?e\+?\d+$/i;

/**
 * Returns the digits of the first phone number in a cell. `countryCode` is put before a Brazilian number with its area
 * code (10 or 11 digits) that was not written with a plus sign.
 */
export const numberOf = (cell: string, countryCode: string): string => {
  if (scientific.test(cell.trim())) return '';
  const parts = cell.split(/[/;|]|,\s|\sou\s|\se\s/i).map((part) => part.trim());
  const first = parts.find((part) => part.replace(/\D/g, '').length >= 8) ?? cell.trim();
  const digits = first.replace(/\D/g, '');
  if (first.startsWith('+') || countryCode === '') return digits;
  const local = digits.replace(/^0+/, '');
  return local.length === 10 || local.length === 11 ? countryCode + local : digits;
};
