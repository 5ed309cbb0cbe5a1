/** Returns an example spreadsheet with the column names that the import recognises and fictitious people. */
export const exampleSheet = (titles: {
  name: string;
  number: string;
  email: string;
  origin: string;
  extra: string;
}): string => {
  const rows = [
    [titles.name, titles.number, titles.email, titles.origin, titles.extra],
    ['Maria Aparecida', '5511900000001', 'maria@exemplo.com.br', 'Instagram', '12/03/1985'],
    ['João Batista', '5511900000002', '', '', ''],
  ];
  const cell = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  // The byte order mark makes spreadsheet programs read it as UTF-8; semicolons are the separator of Brazilian
  // settings.
  return `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
};
