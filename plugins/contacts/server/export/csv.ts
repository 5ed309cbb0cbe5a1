import type { Scope } from '@balcao/sdk/server';

/** What spreadsheets of the reader's language part cells by: where the comma is in numbers, it is the semicolon. */
export const csvSeparator = (scope: Scope): ';' | ',' => (scope.company.language === 'en' ? ',' : ';');

/** What a spreadsheet would run as a formula is written as text: somebody else may have chosen their own name. */
export const harmless = (cell: string): string => (/^[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell);

/** One row with its line end. */
export const csvLine = (cells: readonly string[], separator: string): string =>
  `${cells
    .map((cell) => {
      const text = harmless(cell);
      return /["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(separator)}\r\n`;
