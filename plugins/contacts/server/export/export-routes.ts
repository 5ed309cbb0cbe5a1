import { Readable } from 'node:stream';
import { csvLine, csvSeparator, Reply, writeWorkbook, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { exportRows } from './export-rows.ts';

const query = z.object({
  searchParam: z.string().max(200).optional(),
  format: z.enum(['csv', 'xlsx']).default('csv'),
});

async function* csv(rows: AsyncIterable<readonly string[]>, separator: ';' | ','): AsyncGenerator<string> {
  // The byte order mark tells spreadsheet programs that the file is UTF-8.
  yield '\ufeff';
  for await (const cells of rows) yield csvLine(cells, separator);
}

export const exportRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/contacts/export', {
    access: 'contacts-page:exportContacts',
    audit: 'contacts.exported',
    summary: 'The contacts that `searchParam` finds, or all, as a file (`csv` or `xlsx`). Masked numbers stay masked.',
    rate: 20,
    input: { query },
    handle: async ({ query: { searchParam, format } }, scope) => {
      const rows = exportRows(scope, searchParam?.trim() ?? '');
      const isCsv = format === 'csv';
      const body = Readable.from(isCsv ? csv(rows, csvSeparator(scope)) : writeWorkbook(scope.t('page.title'), rows), {
        objectMode: false,
      });
      return new Reply(200, body, {
        'content-type': isCsv
          ? 'text/csv; charset=utf-8'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'content-disposition': `attachment; filename="contatos.${format}"`,
      });
    },
  });
};
