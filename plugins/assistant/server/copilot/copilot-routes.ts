import { notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { passageOutput } from '../knowledge/ask-route.ts';
import { applyChoice } from './choices.ts';
import { suggestReplies } from './suggest.ts';

const ticketId = z.number().int().positive().max(2_147_483_647);
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const taken = z.union([
  z.object({ index: z.number().int().min(0).max(9) }),
  z.object({ part: z.enum(['queue', 'step']) }),
]);

/** The conversation of a suggestion, which the person may open. ERR_NO_SUGGESTION_FOUND (404). */
const readableTicket = async (scope: Scope, suggestionId: number): Promise<number> => {
  const row = await scope.sql.one<{ ticketId: number }>(
    sql`select ticket_id as "ticketId" from assistant.suggestion where id = ${suggestionId}`,
  );
  if (!row) throw notFound('ERR_NO_SUGGESTION_FOUND');
  await scope.use(tickets).assertReadable(row.ticketId);
  return row.ticketId;
};

/** Help for people who answer. Nothing is sent or changed by itself. */
export const copilotRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/assistant/suggestions', {
    access: 'signed-in',
    summary:
      'Suggests replies to a conversation, with sources, the queue and the choices of other plugins that fit and the next step. Nothing is sent or changed.',
    input: { body: z.object({ ticketId }) },
    output: z.object({
      id: z.number(),
      replies: z.array(z.object({ text: z.string(), sources: z.array(z.number()), doubts: z.array(z.string()) })),
      queue: z.object({ id: z.number(), name: z.string() }).nullable(),
      choices: z.array(
        z.object({ choice: z.string(), id: z.number(), name: z.string(), color: z.string().optional() }),
      ),
      nextStep: z.string().nullable(),
      passages: z.array(passageOutput),
    }),
    rate: 20,
    audit: false,
    handle: async ({ body }, scope) => {
      await scope.use(tickets).assertReadable(body.ticketId);
      const found = await suggestReplies(scope, body.ticketId, scope.signal);
      const by = scope.user.impersonating ? null : scope.user.id;
      const row = await scope.sql.one<{ id: number }>(
        sql`insert into assistant.suggestion (ticket_id, user_id, variants, has_queue, has_step, choices)
            values (${body.ticketId}, ${by}, ${found.replies.length}, ${found.queue !== null}, ${found.nextStep !== null}, ${found.choices.length})
         returning id::int as id`,
      );
      return { id: row?.id ?? 0, ...found };
    },
  });
  host.route('POST', '/assistant/suggestions/:id/used', {
    access: 'signed-in',
    summary: 'Notes what of a suggestion was taken: a reply by its index from 0, the queue, or the next step.',
    input: { params: z.object({ id }), body: taken },
    audit: false,
    handle: async ({ params, body }, scope) => {
      await readableTicket(scope, params.id);
      const change =
        'index' in body
          ? sql`used = ${body.index}`
          : body.part === 'queue'
            ? sql`took_queue = has_queue`
            : sql`took_step = has_step`;
      await scope.sql.run(sql`update assistant.suggestion set ${change} where id = ${params.id}`);
    },
  });
  host.route('POST', '/assistant/suggestions/:id/outcome', {
    access: 'signed-in',
    summary: 'Notes what became of an inserted reply: sent unchanged, sent edited, or discarded.',
    input: { params: z.object({ id }), body: z.object({ outcome: z.enum(['unchanged', 'edited', 'discarded']) }) },
    audit: false,
    handle: async ({ params, body: { outcome } }, scope) => {
      await readableTicket(scope, params.id);
      await scope.sql.run(
        sql`update assistant.suggestion set outcome = ${outcome} where id = ${params.id} and used is not null`,
      );
    },
  });
  host.route('POST', '/assistant/suggestions/:id/choices', {
    access: 'signed-in',
    summary: 'Applies a suggested choice, such as a tag, to the conversation.',
    input: {
      params: z.object({ id }),
      body: z.object({ choice: z.string().max(40), optionId: z.number().int().positive().max(2_147_483_647) }),
    },
    audit: false,
    handle: async ({ params, body: { choice, optionId } }, scope) => {
      await applyChoice(scope, await readableTicket(scope, params.id), choice, optionId);
      await scope.sql.run(
        sql`update assistant.suggestion set took_choices = least(took_choices + 1, choices) where id = ${params.id}`,
      );
    },
  });
};
