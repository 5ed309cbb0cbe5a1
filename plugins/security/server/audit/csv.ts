/** Neutralises cells that a spreadsheet would run as a formula: somebody else may have chosen a name. */
const harmless = (cell: string): string => (/^[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell);

/** Returns one CSV row with its line end. */
export const csvLine = (cells: readonly string[], separator: string): string =>
  `${cells
    .map((cell) => {
      const text = harmless(cell);
      return /["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(separator)}\r\n`;
