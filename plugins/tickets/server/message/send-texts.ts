import { conflict, invalid, notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type OutboundMessage } from '@balcao/connections/contract';
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

type Payload = NonNullable<OutboundMessage['template']>;
/** A message as it is stored. */
type Ready = CompanyText & { body: string; payload?: Payload };

/** Throws unless the company may write all of these messages now. Returns the connection of each conversation. */
const assertMayWrite = async (scope: Scope, messages: readonly CompanyText[]): Promise<Map<number, number | null>> => {
  const ticketIds = [...new Set(messages.map(({ ticketId }) => ticketId))];
  if (ticketIds.length === 0) return new Map();
  // A template may be sent at any time.
  const free = new Set(messages.flatMap(({ ticketId, template }) => (template ? [] : [ticketId])));
  const rows = await scope.sql.rows<Conversation & Record<string, unknown>>(
    sql`select t.id, t.status, t.channel, t.contact_id as "contactId", t.whatsapp_id as "whatsappId"
          from tickets.ticket t where t.id = any(${ticketIds}::int[])`,
  );
  if (rows.length < ticketIds.length) throw notFound('ERR_NO_TICKET_FOUND');
  for (const ticket of rows) {
    if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
    if (free.has(ticket.id)) await assertWindowOpen(scope, ticket, 'company');
  }
  return new Map(rows.map(({ id, whatsappId }) => [id, whatsappId]));
};

/** Replaces the text of a message that is a template by the template's. */
const prepared = async (scope: Scope, message: CompanyText, connectionId: number | null): Promise<Ready> => {
  const { template } = message;
  if (!template) return message;
  // 0: the connection was deleted, and no channel has templates for it.
  const { text, payload } = await scope.use(connections).prepareTemplate(connectionId ?? 0, template, undefined);
  return { ...message, body: text, payload: { name: template.name, language: template.language, payload } };
};

type Stored = MessageUpdate & { place: number; fresh: boolean };

/** Stores the messages in order, in one statement. A message whose client id is known already is returned as it is. */
const stored = (scope: Scope, messages: readonly Ready[]): Promise<Stored[]> => {
  const rows = messages.map(({ ticketId, body, clientId, isInternal = false, bulk }, place) => ({
    place,
    ticket: ticketId,
    body,
    client: clientId,
    internal: isInternal,
    paced: bulk === undefined ? null : bulk === 'paced',
  }));
  return scope.sql.rows<Stored & Record<string, unknown>>(
    sql`select w.place, e.* from (
          select r.place, r.body, r.client, r.internal, r.paced,
                 case when r.internal or r.paced is not null then r.ticket else tickets.release_waiting(r.ticket) end as ticket
            from json_to_recordset(${JSON.stringify(rows)}::json) as r(place int, ticket int, body text, client text, internal boolean, paced boolean)
           order by r.place offset 0) w,
        lateral tickets.enqueue(w.ticket, null::int, w.body, null::json, null::bigint, w.client, w.internal, ${maskedLive(scope)}, w.paced) e
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

/** The provider approved the exact text, so it is not signed. */
const storeTemplates = async (scope: Scope, rows: readonly Stored[], messages: readonly Ready[]): Promise<void> => {
  const templates = rows.flatMap(({ place, fresh, message_id: id }) => {
    const payload = messages[place]?.payload;
    return fresh && payload ? [{ id, template: payload }] : [];
  });
  if (templates.length === 0) return;
  await scope.sql.run(
    sql`update tickets.message m set template = x.template, is_signed = false
          from json_to_recordset(${JSON.stringify(templates)}::json) as x(id bigint, template jsonb) where m.id = x.id`,
  );
};

const readText = (message: CompanyText): CompanyText & { body: string } => {
  const { menu: given, isInternal = false } = message;
  const menu = readMenu(given);
  if (isInternal && (menu || message.template || message.bulk)) throw invalid({ isInternal: 'ERR_INVALID_VALUE' });
  const body = (message.body.trim() === '' && menu ? menuWords(menu) : message.body)
    .replaceAll('\0', '')
    .toWellFormed();
  if (body.trim() === '' && !message.template) throw invalid({ body: 'Required' });
  return { ...message, body, ...(menu && { menu }) };
};

/** Implements `Tickets.sendTexts`. */
export const sendTexts = async (scope: Scope, given: readonly CompanyText[]): Promise<MessageView[]> => {
  if (given.length === 0) return [];
  const read = given.map(readText);
  const connectionOf = await assertMayWrite(
    scope,
    read.filter(({ isInternal = false }) => !isInternal),
  );
  const messages: Ready[] = [];
  for (const message of read) messages.push(await prepared(scope, message, connectionOf.get(message.ticketId) ?? null));
  const rows = await stored(scope, messages);
  if (rows.length < messages.length) throw conflict('ERR_TICKET_CLOSED');
  await storeMenus(scope, rows, messages);
  await storeTemplates(scope, rows, messages);
  for (const row of rows) {
    if (!row.fresh) continue;
    publishMessage(scope, row, 'create', row.message);
    if (row.ticket) await publishRow(scope, row.ticket);
  }
  return rows.map(({ message }) => message);
};
