import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { marksOf, pin, snooze, unpin, wake } from './marks.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

/** Pins and snoozes, which each person has for themselves. */
export const markRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/tickets/marks', {
    access: 'signed-in',
    summary: 'Which conversations the reader pinned, and which they snoozed.',
    output: z.object({
      pinned: z.array(z.number()),
      snoozed: z.array(z.object({ ticketId: z.number(), until: z.date(), inMs: z.number(), isBack: z.boolean() })),
    }),
    handle: (_request, scope) => marksOf(scope),
  });
  host.route('PUT', '/tickets/:id/pin', {
    access: 'signed-in',
    summary: 'Keeps a conversation on top of the reader’s lists.',
    input: { params },
    handle: ({ params: { id } }, scope) => pin(scope, id),
  });
  host.route('DELETE', '/tickets/:id/pin', {
    access: 'signed-in',
    summary: 'Lets a conversation stand where it would again.',
    input: { params },
    handle: ({ params: { id } }, scope) => unpin(scope, id),
  });
  host.route('PUT', '/tickets/:id/snooze', {
    access: 'signed-in',
    summary: 'Takes a conversation out of the reader’s lists until then, or until the customer writes.',
    input: { params, body: z.object({ until: z.iso.datetime({ offset: true }).transform((text) => new Date(text)) }) },
    handle: ({ params: { id }, body }, scope) => snooze(scope, id, body.until),
  });
  host.route('DELETE', '/tickets/:id/snooze', {
    access: 'signed-in',
    summary: 'Brings a conversation back into the reader’s lists.',
    input: { params },
    handle: ({ params: { id } }, scope) => wake(scope, id),
  });
};
