import { Readable } from 'node:stream';
import { AppError, Reply, conflict, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { exportReport, forgetExports } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { filterQuery, filterSchema, readFilter, readerOf, readerSchema } from '../filter.ts';
import { fileName, workbook, workbookType } from './export.ts';
import { totalOf } from './summary.ts';

/** Up to so many rows the browser waits for the file; tests lower the limit. */
const directRows = (): number => Number(process.env['REPORT_DIRECT_ROWS'] ?? 200_000);
/** A file is kept for a day. */
const kept = sql`now() - interval '24 hours'`;
/** A file that is not written after an hour was given up: the retries of its job have ended by then. */
const givenUp = sql`now() - interval '1 hour'`;
const id = z.coerce.number().int().positive().max(2_147_483_647);

interface Stored {
  userId: number | null;
  asked: unknown;
  reader: unknown;
}

/**
 * Writes the file that a person asked for, and tells them. When two nodes do it, the file of the first stays; one whose
 * node is killed before it is noted stays on the disk without a row, and the job writes another.
 */
const write = async (scope: Scope, fileId: number): Promise<void> => {
  const stored = await scope.sql.one<Stored>(
    sql`select user_id as "userId", asked, reader from reports.export_file where id = ${fileId} and state = 'running'`,
  );
  if (!stored) return;
  const filter = await readFilter(scope, filterSchema.parse(stored.asked), readerSchema.parse(stored.reader));
  let state: 'ready' | 'failed' = 'ready';
  let path: string | null = null;
  try {
    const body = Readable.from(workbook(scope, filter), { objectMode: false });
    ({ path } = await scope.storage.store({ name: fileName, mime: workbookType, body }, { received: false }));
  } catch (error) {
    // A full quota does not pass by itself; anything else is tried again.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    scope.log.warn({ error: error.code, fileId }, 'the report was not written');
    state = 'failed';
  }
  const isFirst = await scope.sql.run(
    sql`update reports.export_file set state = ${state}, path = ${path} where id = ${fileId} and state = 'running'`,
  );
  if (isFirst === 0) {
    if (path !== null) await scope.storage.remove(path);
    return;
  }
  if (stored.userId === null) return;
  await scope.find(notifications)?.notify([stored.userId], {
    id: `report:${fileId}:${Date.now()}`,
    kind: 'reports.file',
    title: scope.t(`server.file.${state}`),
    body: scope.t(`server.file.${state}Text`),
    path: '/reports',
    tag: `report:${fileId}`,
  });
};

const removeOld = async (scope: Scope): Promise<void> => {
  const rows = await scope.sql.rows<{ id: number; path: string | null }>(
    sql`select id, path from reports.export_file where asked_at < ${kept}`,
  );
  // The file before its row: a kill in between leaves no file that nothing names.
  for (const { id: fileId, path } of rows) {
    if (path !== null) await scope.storage.remove(path);
    await scope.sql.run(sql`delete from reports.export_file where id = ${fileId}`);
  }
};

const fileOutput = z.object({
  id: z.number(),
  state: z.enum(['running', 'ready', 'failed']),
  rows: z.number(),
  askedAt: z.string(),
});

/** Files of many rows: a job writes them, a notice leads to the page that has them. */
export const exportJobs = (host: Host<typeof manifest>): void => {
  host.job(exportReport, {
    data: z.object({ fileId: z.number() }),
    handle: ({ fileId }, scope) => write(scope, fileId),
  });
  host.job(forgetExports, { data: z.object({}), every: '1 hour', handle: (_data, scope) => removeOld(scope) });

  host.route('POST', '/ticketreport/exports', {
    access: 'signed-in',
    audit: 'reports.exported',
    summary:
      'Has the file written by a job, for filters that select many rows. The person is notified when it is ready.',
    rate: 20,
    input: { body: z.object(filterQuery) },
    output: z.object({ id: z.number() }),
    handle: async ({ body }, scope) => {
      const total = await totalOf(scope, await readFilter(scope, body));
      await scope.audit({ action: 'reports.exported', subject: fileName, detail: { rows: total } });
      // A super user inside another company is none of its people, to whom a file could belong.
      if (scope.user.impersonating) throw conflict('ERR_REPORT_VISITOR');
      return scope.tx(async (inner) => {
        await inner.sql.run(
          sql`update reports.export_file set state = 'failed'
               where user_id = ${scope.user.id} and state = 'running' and asked_at < ${givenUp}`,
        );
        const row = await inner.sql.one<{ id: number }>(sql`
          insert into reports.export_file (user_id, asked, reader, row_count)
          values (${scope.user.id}, ${JSON.stringify(asParams(body))}::jsonb, ${JSON.stringify(readerOf(scope))}::jsonb, ${total})
          on conflict do nothing returning id`);
        if (!row) throw conflict('ERR_REPORT_EXPORT_RUNS');
        await inner.jobs.schedule(exportReport, { fileId: row.id }, { key: String(row.id) });
        return row;
      });
    },
  });
  host.route('GET', '/ticketreport/exports', {
    access: 'signed-in',
    summary: 'The files of many rows that the reader asked for, newest first; each is kept for a day.',
    output: z.object({
      directRows: z.number().describe('Up to so many rows the file is requested directly.'),
      files: z.array(fileOutput),
    }),
    handle: async (_request, scope) => {
      const rows = await scope.sql.rows<Omit<z.output<typeof fileOutput>, 'askedAt'> & { askedAt: Date }>(
        sql`select id, state, row_count as rows, asked_at as "askedAt" from reports.export_file
             where user_id = ${scope.user.id} and asked_at >= ${kept} order by asked_at desc limit 20`,
      );
      const files = rows.map(({ askedAt, ...row }) => ({ ...row, askedAt: askedAt.toISOString() }));
      return { directRows: directRows(), files };
    },
  });
  host.route('GET', '/ticketreport/exports/:id/file', {
    access: 'signed-in',
    audit: 'reports.downloaded',
    summary: 'The file, for the person who asked for it.',
    rate: 30,
    input: { params: z.object({ id }) },
    handle: async ({ params }, scope) => {
      const row = await scope.sql.one<{ path: string }>(
        sql`select path from reports.export_file
             where id = ${params.id} and user_id = ${scope.user.id} and state = 'ready' and asked_at >= ${kept}`,
      );
      if (!row) throw notFound('ERR_NO_REPORT_FILE_FOUND');
      const { stream } = await scope.storage.read(row.path);
      return new Reply(200, stream, {
        'content-type': workbookType,
        'content-disposition': `attachment; filename="${fileName}"`,
      });
    },
  });
};

/** The filter as parameters again, so that the job reads it as a request is read. */
const asParams = (asked: z.output<typeof filterSchema>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
