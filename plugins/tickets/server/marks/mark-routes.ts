import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { marksOf, pin, snooze, unpin, wake } from './marks.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

/** Pins and snoozes, which each person has for themselves. */
export const markRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/tickets/marks', {
    access: 'signed-in',
    summary: 'The conversations that the reader pinned or snoozed.',
    output: z.object({
      pinned: z.array(z.number()),
      snoozed: z.array(z.object({ ticketId: z.number(), until: z.date(), inMs: z.number(), isBack: z.boolean() })),
    }),
    handle: (_request, scope) => marksOf(scope),
  });
  host.route('PUT', '/tickets/:id/pin', {
    access: 'signed-in',
    summary: 'Pins a conversation to the top of the reader’s lists.',
    input: { params },
    handle: ({ params: { id } }, scope) => pin(scope, id),
  });
  host.route('DELETE', '/tickets/:id/pin', {
    access: 'signed-in',
    summary: 'Unpins a conversation.',
    input: { params },
    handle: ({ params: { id } }, scope) => unpin(scope, id),
  });
  host.route('PUT', '/tickets/:id/snooze', {
    access: 'signed-in',
    summary: 'Hides a conversation from the reader’s lists until then, or until the customer writes.',
    input: { params, body: z.object({ until: z.iso.datetime({ offset: true }).transform((text) => new Date(text)) }) },
    handle: ({ params: { id }, body }, scope) => snooze(scope, id, body.until),
  });
  host.route('DELETE', '/tickets/:id/snooze', {
    access: 'signed-in',
    summary: 'Ends the snooze of a conversation.',
    input: { params },
    handle: ({ params: { id } }, scope) => wake(scope, id),
  });
};
