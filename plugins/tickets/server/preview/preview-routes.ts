import { forbidden, job, notFound, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { mayOpen, ticketById } from '../ticket/find-ticket.ts';
import { linkIn } from './link-in.ts';
import { deleteOldPreviews, previewOf } from './link-preview.ts';

const tidy = job<Record<string, never>>('tickets.link-previews.tidy');

/** Previews of links: the reader's browser never requests the page itself. */
export const previewRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/messages/:id/preview', {
    access: 'signed-in',
    rate: 240,
    summary: 'The metadata of the page behind a message’s first link, or an empty object.',
    input: { params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }) },
    output: z
      .object({ url: z.string(), title: z.string(), description: z.string(), site: z.string(), image: z.string() })
      .partial(),
    handle: async ({ params }, scope) => {
      const message = await scope.sql.one<{ ticketId: number; body: string; isDeleted: boolean }>(
        sql`select ticket_id as "ticketId", body, is_deleted as "isDeleted" from tickets.message where id = ${params.id}`,
      );
      if (!message) throw notFound('ERR_NO_MESSAGE_FOUND');
      const ticket = await ticketById(scope, message.ticketId);
      if (!mayOpen(scope, ticket) && !scope.can('tickets-manager:viewchats')) throw forbidden();
      if (message.isDeleted || scope.settings.get('linkPreviews') !== 'enabled') return {};
      const url = linkIn(message.body);
      return url === undefined ? {} : ((await previewOf(scope, url)) ?? {});
    },
  });

  host.job(tidy, { data: z.object({}), every: '1 day', handle: (_data, scope) => deleteOldPreviews(scope) });
};
