import type { Scope } from '@balcao/sdk/server';

/**
 * The cell separator of spreadsheets in the reader’s language: the semicolon where the comma is the decimal separator.
 */
export const csvSeparator = (scope: Scope): ';' | ',' => (scope.company.language === 'en' ? ',' : ';');

/** Prefixes a cell that a spreadsheet would run as a formula, since contacts choose their own names. */
export const harmless = (cell: string): string => (/^[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell);

/** Returns one row with its line end. */
export const csvLine = (cells: readonly string[], separator: string): string =>
  `${cells
    .map((cell) => {
      const text = harmless(cell);
      return /["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(separator)}\r\n`;
