import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { assertMayOpen, ticketById } from '../ticket/find-ticket.ts';
import { earlierOf } from './earlier.ts';
import { earlierTicket } from './earlier-ticket.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);

export const historyRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/tickets/:id/earlier', {
    access: 'signed-in',
    summary: 'The other conversations with the same contact, running ones first, then the last closed; 20 per page.',
    input: {
      params: z.object({ id }),
      query: z.object({ pageNumber: z.coerce.number().int().min(1).max(10_000).default(1) }),
    },
    output: z.object({ tickets: z.array(earlierTicket), hasMore: z.boolean() }),
    handle: async ({ params, query }, scope) => {
      const ticket = await ticketById(scope, params.id);
      assertMayOpen(scope, ticket);
      return earlierOf(scope, ticket, query.pageNumber);
    },
  });
};
