/** A sheet to begin from: the columns that the import knows by name, with people that nobody is. */
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
  // The mark in front is what makes spreadsheets read it as UTF-8; semicolons, as they are set in Brazil.
  return `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
};
