import { definePlugin, sql, z } from '@balcao/sdk/server';
import { ticketListQuery, tickets } from '@balcao/tickets/contract';
import { filterParameter, levels, type Level } from '../contract.ts';
import manifest from '../manifest.ts';

const params = z.object({ ticketId: z.coerce.number().int().positive().max(2_147_483_647) });
const level = z.enum(levels);

export default definePlugin(manifest, {
  migrations: [
    {
      name: '0001-init',
      sql: [
        `create table acme_urgency.mark (
           company_id int not null default kernel.current_company(),
           ticket_id int not null,
           level text not null,
           primary key (company_id, ticket_id),
           foreign key (company_id, ticket_id) references tickets.ticket (company_id, id) on delete cascade)`,
      ],
    },
  ],
  setup(host) {
    host.route('GET', '/urgency/:ticketId', {
      access: 'signed-in',
      summary: 'The urgency of a conversation.',
      input: { params },
      output: z.object({ level }),
      handle: async ({ params: { ticketId } }, scope) => {
        await scope.use(tickets).assertReadable(ticketId);
        const mark = await scope.sql.one<{ level: Level }>(
          sql`select level from acme_urgency.mark where ticket_id = ${ticketId}`,
        );
        return { level: mark?.level ?? 'normal' };
      },
    });
    host.route('PUT', '/urgency/:ticketId', {
      access: 'signed-in',
      summary: 'Sets the urgency of a conversation.',
      input: { params, body: z.object({ level }) },
      output: z.object({ level }),
      handle: async ({ params: { ticketId }, body }, scope) => {
        await scope.use(tickets).assertReadable(ticketId);
        await scope.tx(async (inner) => {
          await inner.sql.run(
            sql`insert into acme_urgency.mark (ticket_id, level) values (${ticketId}, ${body.level})
                on conflict (company_id, ticket_id) do update set level = excluded.level`,
          );
          await inner.use(tickets).touched(ticketId);
        });
        return body;
      },
    });
    host.contribute(ticketListQuery, {
      id: 'urgency',
      param: filterParameter,
      schema: level,
      where: (wanted) => sql`coalesce((select m.level from acme_urgency.mark m
        where m.company_id = t.company_id and m.ticket_id = t.id), 'normal') = ${wanted}`,
    });
  },
});
