import { AppError, invalid, z, type Host, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../manifest.ts';
import { tagId } from './tag-form.ts';
import { changeTags, maxTags } from './ticket-tags.ts';

const maxTickets = 500;
const some = z.array(tagId).max(maxTags).default([]);
const body = z.object({
  ticketIds: z
    .array(tagId)
    .min(1, 'Required')
    .max(maxTickets)
    .transform((ids) => [...new Set(ids)]),
  add: some,
  remove: some,
});
const output = z.object({
  done: z.array(z.number()),
  failed: z.array(
    z.object({ id: z.number(), error: z.string(), context: z.record(z.string(), z.unknown()).optional() }),
  ),
});

/** Returns an expected refusal with its code; logs any other error. */
const refusal = (scope: Scope, ticketId: number, error: unknown): AppError => {
  if (error instanceof AppError) return error;
  scope.log.error({ err: error, ticketId }, 'tags of one ticket of a bulk change could not be changed');
  return new AppError(500, 'ERR_INTERNAL');
};

export const bulkRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/tags/bulk', {
    access: 'signed-in',
    summary: 'Adds tags to up to 500 conversations and removes others; their other tags are unchanged.',
    input: { body },
    output,
    async handle({ body: { ticketIds, add, remove } }, scope) {
      if (add.length + remove.length === 0) throw invalid({ add: 'Required' });
      const answer: z.output<typeof output> = { done: [], failed: [] };
      for (const id of ticketIds) {
        if (scope.signal.aborted) break;
        try {
          await scope.use(tickets).assertReadable(id);
          await changeTags(scope, id, (present) => [...present.filter((tag) => !remove.includes(tag)), ...add]);
          answer.done.push(id);
        } catch (error) {
          const { code, context } = refusal(scope, id, error);
          answer.failed.push({ id, error: code, ...(context ? { context: { ...context } } : {}) });
        }
      }
      return answer;
    },
  });
};
