import { notFound, sql, z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { publishFollowUp } from './publish-follow-up.ts';

const params = z.object({ ticketId: z.coerce.number().int().positive().max(2_147_483_647) });
const state = z.object({
  state: z.enum(['waiting', 'window', 'done', 'ended']),
  dueAt: z.date().nullable(),
  step: z.number(),
  sentAt: z.date().nullable(),
});

/** Routes of the follow-up of one card. */
export const followUpRoutes = (host: Host<typeof manifest>): void => {
  host.route('PUT', '/kanban-follow-ups/:ticketId', {
    access: 'signed-in',
    summary: 'Postpones the follow-up of a card by some hours, or cancels it.',
    input: {
      params,
      body: z
        .object({ postponeHours: z.number().int().min(1).max(8_760).optional(), cancel: z.literal(true).optional() })
        .refine(({ postponeHours, cancel }) => (postponeHours === undefined) !== (cancel === undefined)),
    },
    output: state,
    handle: async ({ params: { ticketId }, body }, scope) => {
      await scope.use(tickets).assertReadable(ticketId);
      return scope.tx(async (inner) => {
        const set =
          body.postponeHours === undefined
            ? sql`due_at = null, state = 'ended'`
            : sql`due_at = greatest(due_at, clock_timestamp()) + make_interval(hours => ${body.postponeHours})`;
        const row = await inner.sql.one<z.output<typeof state>>(sql`
          update kanban.follow_up set ${set} where ticket_id = ${ticketId} and (due_at is not null or ${body.cancel === true} and state = 'window')
          returning state, due_at as "dueAt", step, sent_at as "sentAt"`);
        if (!row) throw notFound('ERR_NO_FOLLOW_UP');
        await inner.use(tickets).log(ticketId, {
          type: 'kanban.follow-up-changed',
          data: body.cancel ? { change: 'cancelled' } : { change: 'postponed', hours: body.postponeHours },
        });
        await publishFollowUp(inner, ticketId);
        return row;
      });
    },
  });
};
