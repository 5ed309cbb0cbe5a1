import { sql, z, type Host } from '@balcao/sdk/server';
import type { TicketView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import type { SignedIn } from '../reader.ts';
import { changeBody, changeTicket } from './change-ticket.ts';
import { createTicket, newTicket } from './create-ticket.ts';
import { deleteTicket } from './delete-ticket.ts';
import { assertMayOpen, ticketById, ticketByUuid, type TicketRow } from './find-ticket.ts';
import { readTicket, unreadTicket } from './read-ticket.ts';
import { showTicket } from './show-ticket.ts';
import { ticketOutput } from './ticket-output.ts';
import { closingText } from '../rules/closing-text.ts';
import { replyWindow } from '../window/reply-window.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const byId = z.object({ id });
const byUuid = z.object({ uuid: z.uuid() });

const opened = async (scope: SignedIn, row: TicketRow): Promise<TicketView> => {
  assertMayOpen(scope, row);
  const [ticket, window] = await Promise.all([showTicket(scope, row.id), replyWindow(scope, row)]);
  return { ...ticket, window };
};

/** Logs that somebody opened a conversation of others, once an hour. */
const noteAccess = async (scope: SignedIn, row: TicketRow): Promise<void> => {
  if (row.owner === null || row.owner.id === scope.user.id) return;
  await scope.sql.run(
    sql`insert into tickets.log (ticket_id, type, user_id, queue_id)
        select ${row.id}, 'access', ${scope.user.id}, ${row.queueId} where not exists (
          select 1 from tickets.log l where l.ticket_id = ${row.id} and l.type = 'access' and l.user_id = ${scope.user.id}
             and l.created_at > now() - interval '1 hour')`,
  );
};

const logRow = z.object({
  type: z.string(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  queue: z.object({ id: z.number(), name: z.string(), color: z.string() }).nullable(),
  createdAt: z.date(),
  /** The data of entries that plugins added. */
  data: z.unknown().optional(),
});
type LogRow = z.output<typeof logRow>;

export const ticketRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/tickets/u/:uuid', {
    access: 'signed-in',
    summary: 'A conversation by its uuid.',
    input: { params: byUuid },
    output: ticketOutput,
    handle: async ({ params }, scope) => {
      const row = await ticketByUuid(scope, params.uuid);
      const ticket = await opened(scope, row);
      await noteAccess(scope, row);
      return ticket;
    },
  });

  host.route('GET', '/tickets/:contactId/show', {
    access: 'signed-in',
    summary: 'The running conversation of a contact, or an empty object.',
    input: { params: z.object({ contactId: id }) },
    output: z
      .object({
        id: z.number(),
        uuid: z.string(),
        status: z.string(),
        userId: z.number().nullable(),
        queueId: z.number().nullable(),
      })
      .partial(),
    handle: ({ params }, scope) =>
      scope.sql.one<{ id: number; uuid: string; status: string; userId: number | null; queueId: number | null }>(
        sql`select id, uuid, status, user_id as "userId", queue_id as "queueId" from tickets.ticket
             where contact_id = ${params.contactId} and status in ('open', 'pending') order by updated_at desc limit 1`,
      ),
  });

  host.route('GET', '/tickets/:id', {
    access: 'signed-in',
    summary: 'A conversation by its id.',
    input: { params: byId },
    output: ticketOutput,
    handle: async ({ params }, scope) => opened(scope, await ticketById(scope, params.id)),
  });

  host.route('POST', '/tickets', {
    access: 'signed-in',
    summary: 'Starts a conversation. A queue is required unless the caller is admin; a connection always.',
    input: { body: newTicket },
    output: ticketOutput,
    handle: ({ body }, scope) => createTicket(scope, body),
  });

  host.route('PUT', '/tickets/:uuid/read', {
    access: 'signed-in',
    summary: 'Marks a conversation as read.',
    input: { params: byUuid },
    handle: ({ params }, scope) => readTicket(scope, params.uuid),
  });

  host.route('PUT', '/tickets/:uuid/unread', {
    access: 'signed-in',
    summary: 'Marks a conversation as unread.',
    input: { params: byUuid },
    handle: ({ params }, scope) => unreadTicket(scope, params.uuid),
  });

  host.route('GET', '/tickets/:id/closing', {
    access: 'signed-in',
    summary: 'The closing text that the customer receives when this conversation is resolved; empty: none.',
    input: { params: byId },
    output: z.object({ text: z.string() }),
    handle: async ({ params }, scope) => {
      const row = await ticketById(scope, params.id);
      assertMayOpen(scope, row);
      return { text: (await closingText(scope, row))?.completion.trim() ?? '' };
    },
  });

  host.route('PUT', '/tickets/:id', {
    access: 'signed-in',
    summary: 'Accepts, returns, resolves, reopens or transfers a conversation.',
    input: { params: byId, body: changeBody },
    output: ticketOutput,
    handle: ({ params, body }, scope) => changeTicket(scope, params.id, body),
  });

  host.route('DELETE', '/tickets/:id', {
    access: 'ticket-options:deleteTicket',
    summary: 'Deletes a conversation with its messages and files.',
    input: { params: byId },
    handle: ({ params }, scope) => deleteTicket(scope, params.id),
  });

  host.route('GET', '/tickets-log/:ticketId', {
    access: 'signed-in',
    summary: 'The log of a conversation, oldest first.',
    input: { params: z.object({ ticketId: id }) },
    output: z.array(logRow),
    handle: async ({ params }, scope) => {
      assertMayOpen(scope, await ticketById(scope, params.ticketId));
      const entries = await scope.sql.rows<LogRow>(
        sql`select l.type, l.created_at as "createdAt", l.data,
                   case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user,
                   case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue
              from tickets.log l
              left join kernel."user" u on u.company_id = l.company_id and u.id = l.user_id
              left join queues.public_queue q on q.company_id = l.company_id and q.id = l.queue_id
             where l.ticket_id = ${params.ticketId} order by l.id`,
      );
      return entries.map(({ data, ...entry }) => (data === null ? entry : { ...entry, data }));
    },
  });
};
