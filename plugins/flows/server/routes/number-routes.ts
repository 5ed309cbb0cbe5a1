import { Readable } from 'node:stream';
import { notFound, Reply, z, type Host, type Scope } from '@balcao/sdk/server';
import { spreadsheets } from '@balcao/contacts/contract';
import type { FlowGraph } from '../../graph/types.ts';
import type manifest from '../../manifest.ts';
import { readDrawing } from '../check-flow.ts';
import { findFlow } from '../flow-store.ts';
import { flowNumbers, ticketsAt } from '../numbers/numbers.ts';
import { flowReport } from '../numbers/report.ts';
import { reportCsv, reportRows } from '../numbers/report-file.ts';
import { params, rangeOfVersion } from './fields.ts';

const nodeNumbers = z.object({
  entered: z.number(),
  left: z.record(z.string(), z.number()),
  dropped: z.number(),
  handed: z.number(),
  errors: z.number(),
  medianMs: z.number().nullable(),
  attempts: z.number().nullable(),
  waiting: z.number(),
});
const numbersOutput = z.object({
  sessions: z.object({ started: z.number(), running: z.number(), ended: z.record(z.string(), z.number()) }),
  nodes: z.record(z.string(), nodeNumbers),
  countedAt: z.string().nullable(),
});
const totals = z.object({
  started: z.number(),
  completed: z.number(),
  handed: z.number(),
  dropped: z.number(),
  failed: z.number(),
});
const reportOutput = z.object({
  days: z.array(totals.extend({ day: z.string() })),
  totals,
  medianMs: z.number().nullable(),
  drops: z.array(z.object({ nodeId: z.string(), dropped: z.number(), entered: z.number() })),
  questions: z.array(z.object({ nodeId: z.string(), entered: z.number(), attempts: z.number() })),
  starts: z.array(z.object({ origin: z.string(), count: z.number() })),
  answered: z.number(),
});

/** ERR_NO_FLOW_FOUND (404). */
const drawingOf = async (scope: Scope, flowId: number): Promise<FlowGraph> => {
  const flow = await findFlow(scope, flowId);
  if (!flow) throw notFound('ERR_NO_FLOW_FOUND');
  return readDrawing(flow.draft);
};

const assertFlow = async (scope: Scope, flowId: number): Promise<void> => {
  if (!(await findFlow(scope, flowId))) throw notFound('ERR_NO_FLOW_FOUND');
};

export const numberRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/flow/:id/numbers', {
    access: 'flows:view',
    summary: 'Entries, exits and stops of each node, of the last 30 days unless `from` and `to` say otherwise.',
    input: { params, query: rangeOfVersion },
    output: numbersOutput,
    async handle({ params: { id: flowId }, query }, scope) {
      await assertFlow(scope, flowId);
      return flowNumbers(scope, flowId, query) as Promise<z.input<typeof numbersOutput>>;
    },
  });
  host.route('GET', '/flow/:id/numbers/:nodeId/tickets', {
    access: 'flows:view',
    summary: 'The conversations behind a number of a node, newest first, 40 a page.',
    input: {
      params: params.extend({ nodeId: z.string().min(1).max(100) }),
      query: rangeOfVersion.extend({
        what: z.enum(['waiting', 'dropped', 'handed', 'errors', 'entered']),
        pageNumber: z.coerce.number().int().min(1).max(10_000).default(1),
      }),
    },
    output: z.object({
      tickets: z.array(z.object({ ticketId: z.number(), uuid: z.string(), name: z.string(), at: z.string() })),
      hasMore: z.boolean(),
    }),
    handle: ({ params: { id: flowId, nodeId }, query: { what, pageNumber, ...asked } }, scope) =>
      ticketsAt(scope, flowId, nodeId, what, asked, pageNumber),
  });
  host.route('GET', '/flow/:id/report', {
    access: 'flows:view',
    summary:
      'Sessions by day, of all versions or one, what started them, where customers stop, and how many answers questions took.',
    input: { params, query: rangeOfVersion },
    output: reportOutput,
    async handle({ params: { id: flowId }, query }, scope) {
      await assertFlow(scope, flowId);
      return flowReport(scope, flowId, query);
    },
  });
  host.route('GET', '/flow/:id/report/export', {
    access: 'flows:view',
    audit: 'flows.exported',
    summary:
      'The report by day, the places where customers stop and the attempts at questions, as a file (`csv`: the days only, or `xlsx`).',
    rate: 30,
    input: { params, query: rangeOfVersion.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }) },
    async handle({ params: { id: flowId }, query: { format, ...asked } }, scope) {
      const report = await flowReport(scope, flowId, asked);
      const drawing = await drawingOf(scope, flowId);
      const body =
        format === 'csv'
          ? reportCsv(scope, report)
          : Readable.from(
              scope.use(spreadsheets).write(scope.t('server.report.sheet'), reportRows(scope, report, drawing)),
              {
                objectMode: false,
              },
            );
      return new Reply(200, body, {
        'content-type':
          format === 'csv'
            ? 'text/csv; charset=utf-8'
            : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'content-disposition': `attachment; filename="fluxo-${flowId}.${format}"`,
      });
    },
  });
};
