import { Readable } from 'node:stream';
import { AppError, Reply, z, type Host } from '@balcao/sdk/server';
import { reportDimension } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { filterQuery, readFilter } from '../filter.ts';
import { minutes } from '../sums.ts';
import { beginExport, fileName, workbook, workbookType } from './export.ts';
import { extrasOf, readPage } from './rows.ts';
import { summaryOf, summaryOutput, totalOf } from './summary.ts';

/** Rows that may be skipped to reach a page; further pages need a narrower filter. */
const maxSkipped = 10_000;

const row = z.object({
  id: z.number(),
  uuid: z.string(),
  no: z.number(),
  whatsappName: z.string().nullable(),
  channel: z.string(),
  contactName: z.string(),
  userName: z.string().nullable(),
  queueName: z.string().nullable(),
  queueColor: z.string().nullable(),
  status: z.enum(['pending', 'open', 'closed']),
  lastMessage: z.string(),
  lastMessageType: z.string(),
  createdAt: z.string(),
  closedAt: z.string().nullable(),
  waitTime: z.number().nullable().describe('Minutes.'),
  supportTime: z.number().nullable().describe('Minutes.'),
  transfers: z.number(),
  NPS: z.number().nullable().describe('The rating, 1 to 3.'),
  extra: z.record(z.string(), z.string()),
});
const choice = z.object({ value: z.string(), label: z.string() });

export const reportRoutes = (host: Host<typeof manifest>): void => {
  host.open(reportDimension);
  host.route('GET', '/ticketreport/reports', {
    access: 'signed-in',
    summary: 'Attendances, newest first. Attendants see their own and those of their queues.',
    input: {
      query: z.object({
        ...filterQuery,
        pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
        pageSize: z.coerce
          .number()
          .int()
          .min(1)
          .max(99_999_999)
          .default(20)
          .transform((size) => Math.min(size, 500)),
      }),
    },
    output: z.object({
      tickets: z.array(row),
      totalTickets: z.object({ total: z.number() }),
      columns: z.array(z.object({ id: z.string(), label: z.string() })),
    }),
    handle: async ({ query: { pageNumber, pageSize, ...asked } }, scope) => {
      if ((pageNumber - 1) * pageSize > maxSkipped) throw new AppError(400, 'ERR_REPORT_TOO_FAR');
      const filter = await readFilter(scope, asked);
      const [rows, total] = await Promise.all([readPage(scope, filter, pageNumber, pageSize), totalOf(scope, filter)]);
      const extras = await extrasOf(
        scope,
        rows.map(({ id }) => id),
      );
      return {
        tickets: rows.map(({ openedAt, closedAt, waitS, supportS, rate, ...rest }) => ({
          ...rest,
          createdAt: openedAt.toISOString(),
          closedAt: closedAt?.toISOString() ?? null,
          waitTime: minutes(waitS),
          supportTime: minutes(supportS),
          NPS: rate,
          extra: Object.fromEntries(
            extras.flatMap(({ id, of }) => (of.has(rest.id) ? [[id, of.get(rest.id) ?? '']] : [])),
          ),
        })),
        totalTickets: { total },
        columns: extras.map(({ id, label }) => ({ id, label })),
      };
    },
  });

  host.route('GET', '/ticketreport/summary', {
    access: 'signed-in',
    summary: 'The figures of the attendances that a filter selects; times in minutes.',
    input: { query: z.object(filterQuery) },
    output: summaryOutput,
    handle: async ({ query }, scope) => summaryOf(scope, await readFilter(scope, query)),
  });

  host.route('GET', '/ticketreport/dimensions', {
    access: 'signed-in',
    summary: 'Filters of the report that plugins contribute, with their choices.',
    output: z.array(z.object({ param: z.string(), label: z.string(), options: z.array(choice) })),
    handle: async (_request, scope) => {
      const found = await Promise.all(
        scope.contributions(reportDimension).map(async ({ item, scope: own, run }) => ({
          param: item.param,
          label: own.t(item.label),
          options: [...(await run((one, its) => one.options(its)).catch(() => []))],
        })),
      );
      return found.filter(({ options }) => options.length > 0);
    },
  });

  host.route('GET', '/ticketreport/reports/export', {
    access: 'signed-in',
    audit: 'reports.exported',
    summary: 'The attendances that a filter selects as an xlsx file, streamed. Masked numbers stay masked.',
    rate: 20,
    input: { query: z.object(filterQuery) },
    handle: async ({ query }, scope) => {
      const end = beginExport(scope);
      try {
        const filter = await readFilter(scope, query);
        await scope.audit({
          action: 'reports.exported',
          subject: fileName,
          detail: { rows: await totalOf(scope, filter) },
        });
        const content = Readable.from(workbook(scope, filter), { objectMode: false }).once('close', end);
        return new Reply(200, content, {
          'content-type': workbookType,
          'content-disposition': `attachment; filename="${fileName}"`,
        });
      } catch (error) {
        end();
        throw error;
      }
    },
  });
};
