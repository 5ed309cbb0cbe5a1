import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { StoredFile } from '@balcao/sdk/server';
import type { Kernel } from '@balcao/kernel';
import type { Composed, Message } from './compose.ts';
import type { KnownContact } from './contacts.ts';
import { pdf, photo } from './files.ts';
import { insert, takeIds } from './write.ts';

/** A conversation with its state. */
export interface PlacedTicket extends Composed {
  who: KnownContact;
  connection: { id: number; channel: 'sandbox' | 'webchat' };
  queueId: number | null;
  attendantId: number;
  /** The colleague who attended it before. */
  formerId?: number;
}
export interface WrittenTicket extends PlacedTicket {
  id: number;
}
interface Line {
  ticket: WrittenTicket;
  message: Message;
  id: number;
  media: { type: 'image' | 'document'; path: string; name: string; mime: string; size: number } | null;
}

type Keep = (message: Message) => Promise<Line['media']>;

/** Stores a separate file for each message: deleting a conversation deletes its files. */
const fileStore = (kernel: Kernel, companyId: number): Keep => {
  const { storage } = kernel.scope(companyId, 'tickets');
  let letter: Uint8Array | undefined;
  return async ({ file }) => {
    if (!file) return null;
    const title = file.name.replace(/\.pdf$/, '');
    const body =
      file.kind === 'photo'
        ? (letter ??= photo())
        : pdf(title, ['Documento de exemplo, sem valor legal.', 'Prado & Menezes Advocacia']);
    const { path, name, mime, size }: StoredFile = await storage.store({ name: file.name, body });
    return { type: file.kind === 'photo' ? 'image' : 'document', path, name, mime, size };
  };
};

const externalIdOf = ({ id, message, ticket: { who, connection } }: Line): string | null => {
  if (message.from === 'note' || message.failed) return null;
  if (message.from === 'customer') return connection.channel === 'webchat' ? `${who.visitor}:demo-${id}` : `demo-${id}`;
  return connection.channel === 'webchat' ? `webchat-${id}-demo` : `sandbox-out-${id}`;
};

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

const ticketRow = (companyId: number, lines: readonly Line[], ticket: WrittenTicket) => {
  const own = lines.filter((line) => line.ticket === ticket);
  const last = own.findLast(({ message }) => message.from !== 'note');
  if (!last) throw new Error('a conversation without messages');
  const { status, attendantId, who, connection, queueId, unreadCount, acceptedAt, closedAt } = ticket;
  const lastAt = last.message.sentAt;
  const answered = own.findLastIndex(({ message }) => message.from === 'company');
  const unanswered = own.slice(answered + 1).find(({ message }) => message.from === 'customer');
  const lastFromCustomer = own.findLast(({ message }) => message.from === 'customer');
  return {
    id: ticket.id,
    company_id: companyId,
    uuid: randomUUID(),
    status,
    contact_id: who.id,
    whatsapp_id: connection.id,
    channel: connection.channel,
    queue_id: queueId,
    user_id: status === 'pending' ? null : attendantId,
    closed_by: status === 'closed' ? attendantId : null,
    is_group: false,
    unread: unreadCount,
    last_message: (last.message.body || last.media?.name || '').slice(0, 500),
    last_message_type: last.media?.type ?? 'text',
    last_message_id: last.id,
    last_message_ack: last.message.from === 'company' ? last.message.ack : null,
    last_at: iso(lastAt),
    created_at: iso(own[0]?.message.sentAt ?? lastAt),
    waiting_since:
      status === 'closed' ? null : iso(unanswered?.message.sentAt ?? (status === 'pending' ? lastAt : null)),
    customer_wrote_at: iso(lastFromCustomer?.message.sentAt ?? null),
    updated_at: iso(Math.max(lastAt, closedAt ?? 0)),
    accepted_at: iso(acceptedAt),
    closed_at: iso(closedAt),
  };
};

const messageRow = (companyId: number, line: Line) => {
  const { id, ticket, message, media } = line;
  return {
    id,
    company_id: companyId,
    ticket_id: ticket.id,
    whatsapp_id: ticket.connection.id,
    external_id: externalIdOf(line),
    user_id: message.from === 'customer' ? null : ticket.attendantId,
    body: message.body,
    from_me: message.from !== 'customer',
    ack: message.ack,
    failure: message.failed ? 'retry' : null,
    failure_reason: message.failed ? 'o telefone não respondeu' : null,
    media_type: media?.type ?? null,
    media_path: media?.path ?? null,
    media_name: media?.name ?? null,
    media_mime: media?.mime ?? null,
    media_size: media?.size ?? null,
    is_deleted: false,
    only_internal: message.from === 'note',
    sent_at: iso(message.sentAt),
  };
};

const logRows = (ticket: WrittenTicket) => {
  const { id, status, queueId, attendantId, formerId, messages, acceptedAt, closedAt, lastAt } = ticket;
  const began = messages[0]?.sentAt ?? lastAt;
  const step = (type: string, user_id: number | null, at: number) => ({
    ticket_id: id,
    type,
    user_id,
    queue_id: queueId,
    created_at: iso(at),
  });
  const attended = (from: number) => {
    if (formerId === undefined) return [step('open', attendantId, from)];
    const handedOver = from + (lastAt - from) / 3;
    return [
      step('open', formerId, from),
      step('transfered', formerId, handedOver),
      step('receivedTransfer', attendantId, handedOver),
    ];
  };
  return [
    step('create', null, began),
    ...(queueId === null ? [] : [step('queue', null, began)]),
    ...(acceptedAt === null ? [] : attended(acceptedAt)),
    ...(status === 'pending' && acceptedAt !== null ? [step('pending', attendantId, lastAt)] : []),
    ...(closedAt === null ? [] : [step('closed', attendantId, closedAt)]),
  ];
};

/** Returns the row of a message that reached a simulated telephone, which shows the same conversation. */
const receivedRow = (companyId: number, line: Line) => ({
  id: line.id,
  company_id: companyId,
  connection_id: line.ticket.connection.id,
  number: line.ticket.who.number,
  message_id: line.id,
  external_id: externalIdOf(line),
  body: line.message.body,
  media: line.media,
  ack: line.message.ack,
  received_at: iso(line.message.sentAt + 800),
});

/** Creates conversations, their messages and logs, as the product itself would have stored them. */
export const makeTickets = async (
  client: PoolClient,
  kernel: Kernel,
  companyId: number,
  placed: readonly PlacedTicket[],
): Promise<WrittenTicket[]> => {
  const inOrder = placed.toSorted((one, other) => (one.messages[0]?.sentAt ?? 0) - (other.messages[0]?.sentAt ?? 0));
  const ids = await takeIds(client, 'tickets.ticket', inOrder.length);
  const tickets = inOrder.map((ticket, index): WrittenTicket => ({ ...ticket, id: ids[index] ?? 0 }));
  const received = tickets
    .flatMap((ticket) => ticket.messages.map((message) => ({ ticket, message })))
    .toSorted((one, other) => one.message.sentAt - other.message.sentAt);
  const messageIds = await takeIds(client, 'tickets.message', received.length);
  const store = fileStore(kernel, companyId);
  const lines: Line[] = [];
  for (const [index, one] of received.entries())
    lines.push({ ...one, id: messageIds[index] ?? 0, media: await store(one.message) });

  await insert(
    client,
    'tickets.ticket',
    tickets.map((ticket) => ticketRow(companyId, lines, ticket)),
  );
  await insert(
    client,
    'tickets.message',
    lines.map((line) => messageRow(companyId, line)),
  );
  const log = tickets
    .flatMap(logRows)
    .toSorted((one, other) => String(one.created_at).localeCompare(String(other.created_at)));
  const logIds = await takeIds(client, 'tickets.log', log.length);
  await insert(
    client,
    'tickets.log',
    log.map((step, index) => ({ id: logIds[index], company_id: companyId, ...step })),
  );
  await client.query('select tickets.fold_tally($1)', [companyId]);

  if (kernel.registry.plugins.has('channel-sandbox')) {
    const received = lines.filter(
      ({ message, ticket }) => message.from === 'company' && message.ack > 0 && ticket.connection.channel === 'sandbox',
    );
    const receivedIds = await takeIds(client, 'channel_sandbox.received', received.length);
    const rows = received.map((line, index) => ({ ...receivedRow(companyId, line), id: receivedIds[index] }));
    await insertReceived(client, rows);
  }
  return tickets;
};

/** The id column is generated always, so explicit ids need OVERRIDING. */
const insertReceived = async (client: PoolClient, rows: readonly object[]): Promise<void> => {
  await client.query(
    `insert into channel_sandbox.received overriding system value
     select * from json_populate_recordset(null::channel_sandbox.received, $1)`,
    [JSON.stringify(rows)],
  );
};
