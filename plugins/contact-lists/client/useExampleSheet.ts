import { useT } from '@balcao/sdk/client';
import { offerFile } from './save-file.ts';

const cell = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns a function that downloads a sample spreadsheet with the columns that the import recognises. */
export function useExampleSheet(): () => void {
  const t = useT();
  return () => {
    const rows = [
      [t('field.name'), t('field.number'), t('field.email'), t('import.example.extra')],
      ['Maria Aparecida', '5511900000001', 'maria@exemplo.com.br', '42/198.334.127-0'],
      ['João Batista', '5511900000002', '', ''],
    ];
    // The byte order mark makes spreadsheet programs read it as UTF-8; semicolons are the separator of Brazil.
    const text = `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
    offerFile(new Blob([text], { type: 'text/csv' }), t('import.example.file'));
  };
}
