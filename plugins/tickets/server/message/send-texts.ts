import { conflict, invalid, notFound, sql, type Scope } from '@balcao/sdk/server';
import type { CompanyText, MessageView } from '../../contract.ts';
import { publishMessage, publishRow } from '../live/publish-ticket.ts';
import { maskedLive } from '../reader.ts';
import { assertWindowOpen } from '../window/reply-window.ts';
import type { MessageUpdate } from './enqueue.ts';
import { menuWords, readMenu } from './menu.ts';

interface Conversation {
  id: number;
  status: string;
  channel: string;
  contactId: number;
  whatsappId: number | null;
}

/** Throws unless the company may write in all of these conversations now. */
const assertMayWrite = async (scope: Scope, ticketIds: readonly number[]): Promise<void> => {
  const rows = await scope.sql.rows<Conversation & Record<string, unknown>>(
    sql`select t.id, t.status, t.channel, t.contact_id as "contactId", t.whatsapp_id as "whatsappId"
          from tickets.ticket t where t.id = any(${[...ticketIds]}::int[])`,
  );
  if (rows.length < ticketIds.length) throw notFound('ERR_NO_TICKET_FOUND');
  for (const ticket of rows) {
    if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
    await assertWindowOpen(scope, ticket, 'company');
  }
};

type Stored = MessageUpdate & { place: number; fresh: boolean };

/** Stores the messages in order, in one statement. A message whose client id is known already is returned as it is. */
const stored = (scope: Scope, messages: readonly (CompanyText & { body: string })[]): Promise<Stored[]> => {
  const rows = messages.map(({ ticketId, body, clientId, isInternal = false }, place) => ({
    place,
    ticket: ticketId,
    body,
    client: clientId,
    internal: isInternal,
  }));
  return scope.sql.rows<Stored & Record<string, unknown>>(
    sql`select w.place, e.* from (
          select r.place, r.body, r.client, r.internal,
                 case when r.internal then r.ticket else tickets.release_waiting(r.ticket) end as ticket
            from json_to_recordset(${JSON.stringify(rows)}::json) as r(place int, ticket int, body text, client text, internal boolean)
           order by r.place offset 0) w,
        lateral tickets.enqueue(w.ticket, null::int, w.body, null::json, null::bigint, w.client, w.internal, ${maskedLive(scope)}, null::boolean) e
        order by w.place`,
  );
};

const storeMenus = async (scope: Scope, rows: readonly Stored[], messages: readonly CompanyText[]): Promise<void> => {
  const menus = rows.flatMap(({ place, fresh, message_id: id }) => {
    const menu = messages[place]?.menu;
    return fresh && menu ? [{ id, menu }] : [];
  });
  if (menus.length === 0) return;
  await scope.sql.run(
    sql`update tickets.message m set menu = x.menu
          from json_to_recordset(${JSON.stringify(menus)}::json) as x(id bigint, menu jsonb) where m.id = x.id`,
  );
};

const readText = (message: CompanyText): CompanyText & { body: string } => {
  const { menu: given, isInternal = false } = message;
  const menu = readMenu(given);
  if (isInternal && menu) throw invalid({ isInternal: 'ERR_INVALID_VALUE' });
  const body = (message.body.trim() === '' && menu ? menuWords(menu) : message.body)
    .replaceAll('\0', '')
    .toWellFormed();
  if (body.trim() === '') throw invalid({ body: 'Required' });
  return { ...message, body, ...(menu && { menu }) };
};

/** Implements `Tickets.sendTexts`. */
export const sendTexts = async (scope: Scope, given: readonly CompanyText[]): Promise<MessageView[]> => {
  if (given.length === 0) return [];
  const messages = given.map(readText);
  const outward = messages.filter(({ isInternal = false }) => !isInternal).map(({ ticketId }) => ticketId);
  await assertMayWrite(scope, [...new Set(outward)]);
  const rows = await stored(scope, messages);
  if (rows.length < messages.length) throw conflict('ERR_TICKET_CLOSED');
  await storeMenus(scope, rows, messages);
  for (const row of rows) {
    if (!row.fresh) continue;
    publishMessage(scope, row, 'create', row.message);
    if (row.ticket) await publishRow(scope, row.ticket);
  }
  return rows.map(({ message }) => message);
};
