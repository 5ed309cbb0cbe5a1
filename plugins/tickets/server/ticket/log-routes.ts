import { sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { assertMayOpen, ticketById } from './find-ticket.ts';
import { logWhys } from './record.ts';

/** A conversation that ran for years is read from its end. */
const maxEntries = 1000;

const logRow = z.object({
  type: z.string(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  queue: z.object({ id: z.number(), name: z.string(), color: z.string() }).nullable(),
  createdAt: z.date(),
  /** The reason of a step that a rule made, or that the customer caused. */
  why: z.enum(logWhys).optional(),
  /** The data of entries that plugins added. */
  data: z.unknown().optional(),
});
type StoredRow = Omit<z.output<typeof logRow>, 'why'> & { why: (typeof logWhys)[number] | null };

export const logRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/tickets-log/:ticketId', {
    access: 'signed-in',
    summary: `The log of a conversation, oldest first: its last ${maxEntries} entries.`,
    input: { params: z.object({ ticketId: z.coerce.number().int().positive().max(2_147_483_647) }) },
    output: z.array(logRow),
    handle: async ({ params }, scope) => {
      assertMayOpen(scope, await ticketById(scope, params.ticketId));
      const entries = await scope.sql.rows<StoredRow>(
        sql`select l.type, l.created_at as "createdAt", l.data, l.why,
                   case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user,
                   case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue
              from tickets.log l
              left join kernel."user" u on u.company_id = l.company_id and u.id = l.user_id
              left join queues.public_queue q on q.company_id = l.company_id and q.id = l.queue_id
             where l.ticket_id = ${params.ticketId} order by l.id desc limit ${maxEntries}`,
      );
      return entries.toReversed().map(({ data, why, ...entry }) => ({
        ...entry,
        ...(why !== null && { why }),
        ...(data !== null && { data }),
      }));
    },
  });
};
