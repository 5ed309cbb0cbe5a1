import { Reply, z, type Host } from '@balcao/sdk/server';
import type { TicketView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { ticketOutput } from '../ticket/ticket-output.ts';
import { listParameters, readQuery } from './list-query.ts';
import { ticketCounts } from './ticket-counts.ts';
import { ticketPage, withExtras } from './ticket-list.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };

export const listRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/tickets', {
    access: 'signed-in',
    summary: 'Conversations that the reader may see, 40 per page, newest first or in the order of `sort`.',
    input: { query: listParameters },
    output: z.object({ tickets: z.array(ticketOutput), hasMore: z.boolean(), count: z.number() }),
    handle: async ({ query }, scope) => {
      const { tickets, missing, hasMore, count } = await ticketPage(scope, await readQuery(scope, query));
      // The database's JSON is sent as it is, instead of being parsed and serialized again.
      if (missing.length === 0)
        return new Reply(200, `{"tickets":${tickets},"hasMore":${hasMore},"count":${count}}`, json);
      return { tickets: await withExtras(scope, JSON.parse(tickets) as TicketView[], missing), hasMore, count };
    },
  });

  host.route('GET', '/tickets/counts', {
    access: 'signed-in',
    summary:
      'The number of conversations of each tab, and of those with unread or unsent messages, with the parameters of the list.',
    input: { query: listParameters },
    output: z.object({
      open: z.object({ assigned: z.number(), pending: z.number() }),
      closed: z.number(),
      unread: z.number(),
      unsent: z.number(),
    }),
    handle: async ({ query }, scope) => ticketCounts(scope, await readQuery(scope, query)),
  });
};
