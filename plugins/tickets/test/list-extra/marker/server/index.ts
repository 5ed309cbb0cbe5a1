import { definePlugin, sql } from '@balcao/sdk/server';
import { ticketListExtra } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';
import { marks } from '../marks.ts';

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(ticketListExtra, {
      id: 'mark',
      rows: (ticketIds) =>
        marks.failsStatement
          ? sql`select i.id as ticket_id, to_json(1 / (i.id - i.id)) as value from unnest(${ticketIds}) as i(id)`
          : sql`select i.id as ticket_id, to_json('by statement'::text) as value from unnest(${ticketIds}) as i(id)`,
      async load(ticketIds) {
        if (marks.failsLoad) throw new Error('the marker cannot load');
        return new Map(ticketIds.map((id) => [id, 'by load']));
      },
    });
    host.contribute(ticketListExtra, {
      id: 'loaded',
      load: async (ticketIds) => new Map(ticketIds.map((id) => [id, `number ${id}`])),
    });
  },
});
