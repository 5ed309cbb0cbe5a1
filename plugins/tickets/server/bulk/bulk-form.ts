import { z } from '@balcao/sdk/server';
import { changeBody } from '../ticket/change-ticket.ts';

const maxTickets = 500;
const id = z.number().int().positive().max(2_147_483_647);
const ids = z
  .array(id)
  .min(1, 'Required')
  .max(maxTickets)
  .transform((list) => [...new Set(list)]);

const { defaultRemoveUserQueue, sendCloseMessage, justClose, note } = changeBody.shape;

export const bulkBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('resolve'), ids, defaultRemoveUserQueue, sendCloseMessage, justClose }),
  z.object({
    action: z.literal('transfer'),
    ids,
    queueId: id.nullish(),
    userId: id.nullish(),
    notifyUser: z.boolean().nullish(),
    note,
  }),
  z.object({ action: z.literal('accept'), ids }),
  z.object({ action: z.literal('read'), ids }),
  z.object({ action: z.literal('unread'), ids }),
  // The former assignment of each, which a closed ticket no longer has; by default open, with the caller.
  z.object({
    action: z.literal('reopen'),
    tickets: z
      .array(
        z.object({
          id,
          status: z.enum(['open', 'pending']).default('open'),
          userId: id.nullish(),
          queueId: id.nullish(),
        }),
      )
      .min(1, 'Required')
      .max(maxTickets),
  }),
]);
export type BulkBody = z.output<typeof bulkBody>;

export const bulkOutput = z.object({
  done: z.array(z.number()),
  /** Failures, each with the error code of the single call. */
  failed: z.array(
    z.object({ id: z.number(), error: z.string(), context: z.record(z.string(), z.unknown()).optional() }),
  ),
});
export type BulkAnswer = z.output<typeof bulkOutput>;
