import type { Scope } from './scope.ts';

/**
 * Returns the separator of cells that spreadsheets expect in the company's language: the semicolon where the comma is
 * the decimal separator.
 */
export const csvSeparator = ({ company }: Pick<Scope, 'company'>): ';' | ',' => (company.language === 'en' ? ',' : ';');

/**
 * Prefixes a cell that a spreadsheet would run as a formula. See OWASP, "CSV Injection":
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const withoutFormula = (cell: string): string => (/^[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell);

/**
 * Returns one row of a CSV file (RFC 4180) with its line end. Cells that a spreadsheet would run as a formula begin with
 * an apostrophe, because other people may have chosen their text. Begin the file with a byte order mark (`\uFEFF`), or
 * spreadsheets misread accents.
 * @example
 * const line = csvLine([contact.name, contact.number], csvSeparator(scope));
 */
export const csvLine = (cells: readonly string[], separator: ';' | ','): string =>
  `${cells
    .map((cell) => {
      const text = withoutFormula(cell);
      return /["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(separator)}\r\n`;
