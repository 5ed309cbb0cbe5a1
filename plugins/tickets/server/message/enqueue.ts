import { conflict, notFound, sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { Media, MessageData, OutboundMenu, OutboundMessage } from '@balcao/connections/contract';
import type { MessageView, TicketView } from '../../contract.ts';
import { publishMessage, publishRow } from '../live/publish-ticket.ts';
import { maskedLive } from '../reader.ts';
import { furtherJson, shownFile, storable } from './files.ts';
import { keepSignature } from './signature.ts';

export interface Outgoing {
  ticketId: number;
  /** Who writes; null: the company itself. */
  userId: number | null;
  body: string;
  media?: Media;
  /** The files after that one. Only inside a transaction, as `signed`. */
  further?: readonly Media[];
  quotedId?: number | null;
  /** Names the message once: a repeat answers the same one. */
  clientId?: string | null;
  internal?: boolean;
  /** Otherwise than the company's setting says. Only inside a transaction: it is written in a second step. */
  signed?: boolean;
  /** It was said to somebody else before. Only inside a transaction, as `signed`. */
  forwarded?: boolean;
  /**
   * A program writes it, and what people write goes first: at the connection's pace for bulk, or as fast as the channel
   * takes it.
   */
  bulk?: 'paced' | 'fast';
  /** Choices to tap, where the channel can: the words say the same by numbers. Only inside a transaction, as `signed`. */
  menu?: OutboundMenu;
  /** What it carries beside text and file. Only inside a transaction, as `signed`. */
  data?: MessageData;
  /** Its file stays somebody else's, and it refers to it. Only inside a transaction, as `signed`. */
  sharesFile?: boolean;
  /** It is this template of its channel. Only inside a transaction, as `signed`. */
  template?: NonNullable<OutboundMessage['template']>;
  /** Above the words, where the channel knows such a thing. Only inside a transaction, as `signed`. */
  subject?: string | undefined;
}

/** A row of the SQL functions that tell what changed. `ticket` is null when the list's row did not change. */
export interface MessageUpdate {
  ticket_id: number;
  ticket_uuid: string;
  message_id: number;
  queue_id: number | null;
  user_id: number | null;
  ticket: TicketView | null;
  message: MessageView;
}

export const mediaJson = (media: Media | undefined): string | null => (media ? JSON.stringify(storable(media)) : null);

export const isKnownMessage = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'P0C02' || (error as { cause?: { code?: unknown } }).cause?.code === 'P0C02';

/** What waits in bulk in the conversation goes out before what is said after it. */
const conversation = ({ ticketId, internal, bulk }: Outgoing): Sql =>
  internal || bulk ? sql`${ticketId}::int` : sql`tickets.hasten(${ticketId}::int)`;

const stored = (scope: Scope, message: Outgoing): Promise<(MessageUpdate & { fresh: boolean }) | undefined> =>
  scope.sql.one<MessageUpdate & { fresh: boolean }>(
    sql`select e.* from (select ${conversation(message)} as id offset 0) t, lateral tickets.enqueue(t.id, ${message.userId}::int, ${message.body},
          ${mediaJson(message.media)}::json, ${message.quotedId ?? null}::bigint,
          ${message.clientId ?? null}::text, ${message.internal ?? false}, ${maskedLive(scope)},
          ${message.bulk ? message.bulk === 'paced' : null}::boolean) e`,
  );

const carry = async (scope: Scope, row: MessageUpdate, data: MessageData): Promise<void> => {
  await scope.sql.run(
    sql`update tickets.message set data = ${JSON.stringify(data)}::jsonb where id = ${row.message_id}`,
  );
  row.message = { ...row.message, dataJson: data };
  const isLast = await scope.sql.run(
    sql`update tickets.ticket set last_message_type = ${data.kind} where id = ${row.ticket_id} and last_message_id = ${row.message_id}`,
  );
  if (row.ticket && isLast > 0) row.ticket = { ...row.ticket, lastMessageType: data.kind };
};

/** From here on the file stays as long as the message does; one that is just going is there no more. */
const referTo = async (scope: Scope, messageId: number, path: string): Promise<void> => {
  const used = await scope.sql.run(
    sql`update tickets.message set shares_file = true where id = ${messageId} and kernel.use_file(${path}, 'tickets')`,
  );
  if (used === 0) throw notFound('ERR_NO_FILE_FOUND');
};

/** Stores what is said and puts it in the queue of its channel, in one step. ERR_TICKET_CLOSED when it is closed. */
export const enqueue = async (scope: Scope, message: Outgoing): Promise<MessageView> => {
  const row = await stored(scope, message);
  if (!row) throw conflict('ERR_TICKET_CLOSED');
  if (row.fresh) {
    if (message.signed !== undefined) await keepSignature(scope, row.message_id, message.signed);
    if (message.forwarded) {
      await scope.sql.run(sql`update tickets.message set is_forwarded = true where id = ${row.message_id}`);
      row.message = { ...row.message, isForwarded: true };
    }
    if (message.subject) {
      await scope.sql.run(sql`update tickets.message set subject = ${message.subject} where id = ${row.message_id}`);
      row.message = { ...row.message, subject: message.subject };
    }
    if (message.further && message.further.length > 0) {
      await scope.sql.run(
        sql`update tickets.message set files = ${furtherJson(message.further)} where id = ${row.message_id}`,
      );
      row.message = { ...row.message, files: [...row.message.files, ...message.further.map(shownFile)] };
    }
    if (message.menu) {
      await scope.sql.run(
        sql`update tickets.message set menu = ${JSON.stringify(message.menu)}::jsonb where id = ${row.message_id}`,
      );
    }
    if (message.sharesFile && message.media) await referTo(scope, row.message_id, message.media.path);
    if (message.template)
      await scope.sql.run(
        sql`update tickets.message set template = ${JSON.stringify(message.template)}::jsonb where id = ${row.message_id}`,
      );
    if (message.data) await carry(scope, row, message.data);
    publishMessage(scope, row, 'create', row.message);
    if (row.ticket) await publishRow(scope, row.ticket);
  }
  return row.message;
};
