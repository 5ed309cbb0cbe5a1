import { notFound, sql, z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const source = z.object({
  sourceId: z.number(),
  source: z.string(),
  kind: z.string(),
  heading: z.string(),
  url: z.string().nullable(),
  text: z.string(),
});
export const answerOutput = z.object({
  messageId: z.number(),
  body: z.string(),
  sources: z.array(source),
  doubts: z.array(z.string()).describe('Figures of `body` that none of the sources states.'),
  rating: z.union([z.literal(-1), z.literal(1)]).nullable(),
  at: z.string(),
});
type Answer = z.output<typeof answerOutput> & Record<string, unknown>;

/** Automatic answers with their sources and thumbs, for people who may open the conversation. */
export const answerRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/assistant/tickets/:ticketId/answers', {
    access: 'signed-in',
    summary: 'Automatic answers of a conversation, the latest first, with their sources.',
    input: { params: z.object({ ticketId: id.pipe(z.number().max(2_147_483_647)) }) },
    output: z.array(answerOutput),
    handle: async ({ params: { ticketId } }, scope) => {
      await scope.use(tickets).assertReadable(ticketId);
      return scope.sql.rows<Answer>(
        sql`select a.message_id::int as "messageId", left(m.body, 300) as body, a.sources, a.doubts, a.rating, to_json(a.created_at) #>> '{}' as at
              from assistant.answer a join tickets.public_message m on m.id = a.message_id
             where a.ticket_id = ${ticketId} order by a.message_id desc limit 20`,
      );
    },
  });
  host.route('PUT', '/assistant/answers/:messageId/rating', {
    access: 'signed-in',
    summary: 'Rates an automatic answer: 1 good, -1 bad, null takes it back.',
    input: {
      params: z.object({ messageId: id }),
      body: z.object({ rating: z.union([z.literal(-1), z.literal(1)]).nullable() }),
    },
    audit: false,
    handle: async ({ params: { messageId }, body: { rating } }, scope) => {
      const row = await scope.sql.one<{ ticketId: number }>(
        sql`select ticket_id as "ticketId" from assistant.answer where message_id = ${messageId}`,
      );
      if (!row) throw notFound('ERR_NO_ANSWER_FOUND');
      await scope.use(tickets).assertReadable(row.ticketId);
      const by = scope.user.impersonating ? null : scope.user.id;
      await scope.sql.run(
        sql`update assistant.answer set rating = ${rating}, rated_by = ${by}, rated_at = now() where message_id = ${messageId}`,
      );
    },
  });
};
