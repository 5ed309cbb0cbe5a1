import { sql, z, type Host } from '@balcao/sdk/server';
import type { TicketView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import type { SignedIn } from '../reader.ts';
import { changeBody, changeTicket } from './change-ticket.ts';
import { createTicket, newTicket } from './create-ticket.ts';
import { deleteTicket } from './delete-ticket.ts';
import { assertMayOpen, ticketById, ticketByUuid, type TicketRow } from './find-ticket.ts';
import { readTicket, unreadTicket } from './read-ticket.ts';
import { logAccess } from './log-access.ts';
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

export const ticketRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/tickets/u/:uuid', {
    access: 'signed-in',
    summary: 'A conversation by its uuid.',
    input: { params: byUuid },
    output: ticketOutput,
    handle: async ({ params }, scope) => {
      const row = await ticketByUuid(scope, params.uuid);
      const ticket = await opened(scope, row);
      await logAccess(scope, row);
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
};
