import { AppError, z, type Host, type Scope } from '@balcao/sdk/server';
import { ticketChanged, ticketListExtra, tickets } from '@balcao/tickets/contract';
import { models, noteSummary, summaries, type Summary } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { laterFor } from '../runs/passing.ts';
import { summaryExtra } from './summary-extra.ts';
import { storedSummary } from './summary-rows.ts';

const output = z.object({
  reason: z.string(),
  done: z.string(),
  pending: z.string(),
  data: z.string(),
  uptoMessageId: z.number(),
  newer: z.number(),
  isExtractive: z.boolean(),
  createdAt: z.string(),
});

const noteOf = (scope: Scope, { reason, done, pending, data }: Summary): string =>
  [
    scope.t('summary.note'),
    ...(
      [
        ['summary.reason', reason],
        ['summary.done', done],
        ['summary.pending', pending],
        ['summary.data', data],
      ] as const
    ).flatMap(([label, text]) => (text === '' ? [] : [`${scope.t(label)}: ${text}`])),
  ].join('\n');

const later = (scope: Scope, ticketId: number, since: number): Promise<void> =>
  scope.jobs.schedule(noteSummary, { ticketId, since }, { key: `summary:${ticketId}` });

export const summaryRoutes = (host: Host<typeof manifest>): void => {
  host.contribute(ticketListExtra, summaryExtra);
  host.route('GET', '/tickets/:id/summary', {
    access: 'signed-in',
    summary:
      'The summary of a conversation up to its last message, written if needed; with `stored=1` only what is stored, or null.',
    rate: 60,
    input: {
      params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
      query: z.object({ stored: z.literal('1').optional() }),
    },
    output: z.object({ summary: output.nullable() }),
    async handle({ params: { id }, query: { stored } }, scope) {
      await scope.use(tickets).assertReadable(id);
      if (stored) return { summary: (await storedSummary(scope, id)) ?? null };
      return { summary: await scope.use(summaries).ofTicket(id, { signal: scope.signal }) };
    },
  });
  host.on(ticketChanged, 'summary', async ({ ticketId, action }, scope, { createdAt }) => {
    if (action !== 'resolve' || !scope.settings.get<boolean>('aiSummaryOnClose')) return;
    if ((await scope.use(models).available('summary')).isReady) await later(scope, ticketId, createdAt.getTime());
  });
  host.job(noteSummary, {
    data: z.object({ ticketId: z.number(), since: z.number().optional() }),
    async handle({ ticketId, since }, scope) {
      // Former versions stored no time. It is stored now, so that all attempts count from the first.
      if (since === undefined) return later(scope, ticketId, Date.now());
      try {
        const summary = await scope.use(summaries).ofTicket(ticketId, { signal: scope.signal });
        const clientId = `ai-summary:${summary.uptoMessageId}`;
        await scope.use(tickets).send(ticketId, { body: noteOf(scope, summary), isInternal: true, by: null, clientId });
      } catch (error) {
        // The node is stopping, and another one repeats the job.
        scope.signal.throwIfAborted();
        const again = laterFor(error, since);
        if (again) throw again;
        if (!(error instanceof AppError)) throw error;
        // The conversation may have been deleted, and the budget spent: a note is no more than a help.
        scope.log.warn({ ticket: ticketId, code: error.code }, 'the summary of a closed conversation was not written');
      }
    },
  });
};
