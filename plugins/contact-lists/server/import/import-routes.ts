import { Readable } from 'node:stream';
import { Reply, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { spreadsheets, spreadsheetTypes } from '@balcao/contacts/contract';
import type manifest from '../../manifest.ts';
import type { ListColumnUse } from '../../import-columns.ts';
import { findList, id, params } from '../contact-list.ts';
import {
  findImport,
  importDetails,
  importOutput,
  importParams,
  publishProgress,
  refuseMasked,
  verdicts,
} from './import-row.ts';
import { correctRow, removeRow } from './judge.ts';
import { requestJudging } from './judge-again.ts';
import { storeFile } from './read-file.ts';
import { leftOutRows, sampleRows } from './report.ts';
import { startImport } from './run-import.ts';

const maxBytes = 20 * 1024 * 1024;

const use = z
  .string()
  .max(60)
  .refine((text) => /^(name|number|email|ignore|variable:[a-z0-9_]{1,40})$/.test(text), 'ERR_INVALID_VALUE')
  .transform((text) => text as ListColumnUse);
const mapping = z.object({
  columns: z.array(use).max(60),
  hasHeader: z.boolean(),
  countryCode: z.string().regex(/^\d{0,3}$/, 'ERR_INVALID_VALUE'),
});
const cell = z
  .string()
  .max(500)
  .transform((text) => text.replaceAll('\0', '').toWellFormed().trim());
const rowParams = importParams.extend({ line: id });

const rowOutput = z.object({
  line: z.number(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  variables: z.record(z.string(), z.string()),
  verdict: z.enum(verdicts),
  field: z.string().nullable(),
  note: z.string().nullable(),
});
type Row = z.output<typeof rowOutput>;

const perPage = 50;

/** Returns the rows of an import after a line. A refused row shows its cells as they are in the file. */
const rowsAfter = async (
  scope: Scope,
  importId: number,
  after: number,
  verdict: (typeof verdicts)[number] | undefined,
): Promise<{ rows: Row[]; hasMore: boolean }> => {
  const { mapping: used } = await findImport(scope, importId);
  const rows = await scope.sql.rows<
    Omit<Row, 'name' | 'number' | 'email' | 'variables'> & { cells: string[]; person: Row | null }
  >(
    sql`select line, cells, person, verdict, field, note from contact_lists.import_row
         where import_id = ${importId} and line > ${after} and ${verdict ? sql`verdict = ${verdict}` : sql`verdict is not null`}
         order by line limit ${perPage + 1}`,
  );
  const shown = rows.slice(0, perPage).map(({ cells, person, ...row }): Row => {
    const of = (wanted: ListColumnUse): string => cells[used.columns.indexOf(wanted)] ?? '';
    return {
      ...row,
      name: person?.name ?? of('name'),
      number: person?.number ?? of('number'),
      // A wrong address is shown as it is in the file.
      email: (row.note === 'email' ? of('email') : person?.email) ?? of('email'),
      variables: person?.variables ?? {},
    };
  });
  return { rows: shown, hasMore: rows.length > perPage };
};

const workbook = (rows: AsyncIterable<Uint8Array | string>, name: string): Reply =>
  new Reply(200, Readable.from(rows, { objectMode: false }), {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': `attachment; filename="${name}"`,
  });

export const importRoutes = (host: Host<typeof manifest>): void => {
  const access = 'contact-lists:view' as const;

  host.route('GET', '/contact-lists/sample', {
    access,
    summary: 'A sample of a spreadsheet to import, as an xlsx file, in the language of the company.',
    handle: async (_request, scope) =>
      workbook(scope.use(spreadsheets).write(scope.t('page.title'), sampleRows(scope)), scope.t('sample.file')),
  });

  host.route('POST', '/contact-lists/:id/upload', {
    access,
    summary:
      'Imports `file` (xlsx, xls, csv; 20 MB, 100,000 rows) into the list. A job reads it after the answer: follow `status`. With `review=true` it is only read and judged, for people to look at the columns and rows and then start it.',
    rate: 30,
    input: {
      params,
      files: { maxBytes, maxCount: 1, accept: spreadsheetTypes },
      body: z.object({ review: z.enum(['true', 'false', '']).optional() }),
    },
    output: importOutput,
    handle: async ({ params: { id: listId }, files: [file], body }, scope) => {
      refuseMasked(scope);
      const list = await findList(scope, listId);
      if (!list) throw notFound('ERR_NO_CONTACT_LIST_FOUND');
      if (!file) throw notFound('ERR_NO_FILE');
      return importDetails(scope, await storeFile(scope, list.id, file, body.review !== 'true'));
    },
  });

  host.route('GET', '/contact-lists/:id/imports', {
    access,
    summary: 'The latest ten imports into a list.',
    input: { params },
    output: z.array(importOutput),
    handle: async ({ params: { id: listId } }, scope) => {
      refuseMasked(scope);
      const rows = await scope.sql.rows<{ id: number }>(
        sql`select id from contact_lists.import where contact_list_id = ${listId} and status not in ('reading', 'judging', 'ready') order by id desc limit 10`,
      );
      return Promise.all(rows.map((row) => importDetails(scope, row.id)));
    },
  });

  host.route('GET', '/contact-lists/imports/:importId', {
    access,
    summary: 'An import with its columns, progress, and the number of rows of each verdict.',
    input: { params: importParams },
    output: importOutput,
    handle: (request, scope) => importDetails(scope, request.params.importId),
  });

  host.route('GET', '/contact-lists/imports/:importId/rows', {
    access,
    summary: 'Rows with their verdict, 50 at a time, after the line `after`.',
    input: {
      params: importParams,
      query: z.object({
        after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
        verdict: z.enum(verdicts).optional(),
      }),
    },
    output: z.object({ rows: z.array(rowOutput), hasMore: z.boolean() }),
    handle: (request, scope) => rowsAfter(scope, request.params.importId, request.query.after, request.query.verdict),
  });

  host.route('POST', '/contact-lists/imports/:importId/check', {
    access,
    audit: false,
    summary: 'Has every row judged with these columns: the status is `judging` until that is done.',
    input: { params: importParams, body: mapping },
    output: importOutput,
    handle: async (request, scope) => {
      await findImport(scope, request.params.importId);
      await requestJudging(scope, request.params.importId, request.body);
      return importDetails(scope, request.params.importId);
    },
  });

  host.route('PUT', '/contact-lists/imports/:importId/rows/:line', {
    access,
    audit: false,
    summary: 'Corrects cells of one row and judges it again, with the rows of the same number.',
    input: {
      params: rowParams,
      body: z.object({ name: cell.optional(), number: cell.optional(), email: cell.optional() }),
    },
    output: importOutput,
    handle: async ({ params: { importId, line }, body }, scope) => {
      await findImport(scope, importId);
      const { name, number, email } = body;
      await correctRow(scope, importId, line, {
        ...(name !== undefined && { name }),
        ...(number !== undefined && { number }),
        ...(email !== undefined && { email }),
      });
      return importDetails(scope, importId);
    },
  });

  host.route('DELETE', '/contact-lists/imports/:importId/rows/:line', {
    access,
    audit: false,
    summary: 'Leaves one row out.',
    input: { params: rowParams },
    output: importOutput,
    handle: async ({ params: { importId, line } }, scope) => {
      await findImport(scope, importId);
      await removeRow(scope, importId, line);
      return importDetails(scope, importId);
    },
  });

  host.route('POST', '/contact-lists/imports/:importId/start', {
    access,
    summary: 'Starts a judged import.',
    input: { params: importParams },
    output: importOutput,
    handle: async (request, scope) => {
      await findImport(scope, request.params.importId);
      await startImport(scope, request.params.importId);
      return importDetails(scope, request.params.importId);
    },
  });

  host.route('POST', '/contact-lists/imports/:importId/cancel', {
    access,
    summary: 'Stops an import. Rows imported so far remain.',
    input: { params: importParams },
    output: importOutput,
    handle: async ({ params: { importId } }, scope) => {
      await findImport(scope, importId);
      const stopped = await scope.sql.run(
        sql`update contact_lists.import set status = 'cancelled', finished_at = now()
             where id = ${importId} and status in ('reading', 'judging', 'ready', 'running')`,
      );
      if (stopped > 0) await publishProgress(scope, importId);
      return importDetails(scope, importId);
    },
  });

  host.route('GET', '/contact-lists/imports/:importId/report', {
    access,
    summary: 'The rows that stay out as an xlsx file: line, name, number, reason.',
    input: { params: importParams },
    handle: async ({ params: { importId } }, scope) => {
      await findImport(scope, importId);
      const rows = scope.use(spreadsheets).write(scope.t('report.sheet'), leftOutRows(scope, importId));
      return workbook(rows, `importacao-${importId}-linhas-fora.xlsx`);
    },
  });
};
