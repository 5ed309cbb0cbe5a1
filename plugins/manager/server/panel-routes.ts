import { Reply, z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../manifest.ts';
import { rowsPerRequest } from '../panel.ts';
import { desksJson, idsOf, rowsJson } from './desks.ts';
import { filterQuery, idList, seesAll } from './filters.ts';
import { panelOutput, rowOutput } from './output.ts';
import { panelPeople } from './people.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const perPage = 100;
const page = z.coerce.number().int().min(1).max(100_000).default(1);
const userId = z.coerce.number().int().min(0).max(2_147_483_647);

export const panelRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/manager/panel', {
    access: 'manager:panel',
    summary:
      'All people with their running conversations: numbers, the first ten, and ids of the others; `tags` and `queueIds` filter.',
    input: { query: filterQuery },
    output: panelOutput,
    handle: async ({ query }, scope) => {
      const [people, desks] = await Promise.all([panelPeople(scope), desksJson(scope, query)]);
      // The database's JSON is sent as it is, instead of being parsed and serialized again.
      return new Reply(200, `{"seesAll":${seesAll(scope)},"people":${JSON.stringify(people)},"desks":${desks}}`, json);
    },
  });

  host.route('GET', '/manager/rows', {
    access: 'manager:panel',
    summary: `Up to ${rowsPerRequest} running conversations as the panel shows them; those that the reader may not see are left out.`,
    input: { query: z.object({ ids: idList.pipe(z.array(z.number()).max(rowsPerRequest)) }) },
    output: z.object({ tickets: z.array(rowOutput) }),
    handle: async ({ query }, scope) => new Reply(200, `{"tickets":${await rowsJson(scope, query.ids)}}`, json),
  });

  host.route('GET', '/tickets-user/:userId', {
    access: 'manager:panel',
    summary: `Running conversations of one person (0: without attendant), ${perPage} per page, the longest wait first.`,
    input: { params: z.object({ userId }), query: filterQuery.extend({ pageNumber: page }) },
    output: z.object({ tickets: z.array(z.looseObject({ id: z.number() })), hasMore: z.boolean() }),
    handle: async ({ params, query }, scope) => {
      const span = { limit: perPage + 1, offset: (query.pageNumber - 1) * perPage };
      const ids = await idsOf(scope, params.userId, query, span);
      const found = await scope.use(tickets).findAll(ids.slice(0, perPage));
      return { tickets: found.map((ticket) => ({ ...ticket })), hasMore: ids.length > perPage };
    },
  });
};
