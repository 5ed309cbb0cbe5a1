import { conflict, notFound, sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { Media, MessageData, OutboundMenu, OutboundMessage } from '@balcao/connections/contract';
import type { MessageView, TicketView } from '../../contract.ts';
import { publishMessage, publishRow } from '../live/publish-ticket.ts';
import { maskedLive } from '../reader.ts';
import { furtherJson, shownFile, storable } from './files.ts';
import { storeSignature } from './signature.ts';

/**
 * A message to be sent. What comes after `internal`, `bulk` excepted, is written by statements of its own, so it needs a
 * transaction.
 */
export interface Outgoing {
  ticketId: number;
  /** The author; null: the company itself. */
  userId: number | null;
  body: string;
  media?: Media;
  /** The files after `media`. */
  further?: readonly Media[];
  quotedId?: number | null;
  /** Identifies the message: a repeat returns the existing one. */
  clientId?: string | null;
  internal?: boolean;
  /** The author's name stands above the text; overrides the company's setting. */
  signed?: boolean;
  /** Marks the message as forwarded. */
  forwarded?: boolean;
  /**
   * Sent by a program, behind everything that people write: `paced` at the connection's bulk interval, `fast` as fast
   * as the channel accepts it.
   */
  bulk?: 'paced' | 'fast';
  /** Options to tap, where the channel supports them; the body lists the same by number. */
  menu?: OutboundMenu;
  /** Content beside text and file, such as a place or a contact card. */
  data?: MessageData;
  /** Another plugin owns the file, and it must not be deleted with the message. */
  sharesFile?: boolean;
  /** The template of the channel by which the message is sent. */
  template?: NonNullable<OutboundMessage['template']>;
  /** The subject, where the channel has subjects. */
  subject?: string | undefined;
}

/** A row of the SQL functions that change messages. `ticket` is null when nothing that a list shows has changed. */
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

/** The SQL functions raise it when the same message is being stored by another call: the caller reads that one. */
const knownMessage = 'P0C02';
export const isKnownMessage = (error: unknown): boolean =>
  [error, (error as { cause?: unknown }).cause].some(
    (one) => (one as { code?: unknown } | undefined)?.code === knownMessage,
  );

/**
 * Returns the conversation's id for `tickets.enqueue`. A message of a person first releases the bulk messages that wait in
 * the conversation, which are older and must leave before it.
 */
const idAfterRelease = ({ ticketId, internal, bulk }: Outgoing): Sql =>
  internal || bulk ? sql`${ticketId}::int` : sql`tickets.release_waiting(${ticketId}::int)`;

/** `offset 0` keeps the planner from evaluating the release elsewhere than first, and once. */
const insert = (scope: Scope, message: Outgoing): Promise<(MessageUpdate & { fresh: boolean }) | undefined> =>
  scope.sql.one<MessageUpdate & { fresh: boolean }>(
    sql`select e.* from (select ${idAfterRelease(message)} as id offset 0) t, lateral tickets.enqueue(t.id, ${message.userId}::int, ${message.body},
          ${mediaJson(message.media)}::json, ${message.quotedId ?? null}::bigint,
          ${message.clientId ?? null}::text, ${message.internal ?? false}, ${maskedLive(scope)},
          ${message.bulk ? message.bulk === 'paced' : null}::boolean) e`,
  );

const storeData = async (scope: Scope, row: MessageUpdate, data: MessageData): Promise<void> => {
  await scope.sql.run(
    sql`update tickets.message set data = ${JSON.stringify(data)}::jsonb where id = ${row.message_id}`,
  );
  row.message = { ...row.message, dataJson: data };
  const isLast = await scope.sql.run(
    sql`update tickets.ticket set last_message_type = ${data.kind} where id = ${row.ticket_id} and last_message_id = ${row.message_id}`,
  );
  if (row.ticket && isLast > 0) row.ticket = { ...row.ticket, lastMessageType: data.kind };
};

/**
 * Refers to a shared file, which then stays as long as the message does. ERR_NO_FILE_FOUND when it is being removed.
 */
const referToSharedFile = async (scope: Scope, messageId: number, path: string): Promise<void> => {
  const used = await scope.sql.run(
    sql`update tickets.message set shares_file = true where id = ${messageId} and kernel.use_file(${path}, 'tickets')`,
  );
  if (used === 0) throw notFound('ERR_NO_FILE_FOUND');
};

/**
 * Stores a message and puts it into the send queue of its conversation. Text and file are one statement; the rest has
 * statements of its own. ERR_TICKET_CLOSED (409) when the conversation is closed.
 */
export const enqueue = async (scope: Scope, message: Outgoing): Promise<MessageView> => {
  const row = await insert(scope, message);
  if (!row) throw conflict('ERR_TICKET_CLOSED');
  if (row.fresh) {
    if (message.signed !== undefined) await storeSignature(scope, row.message_id, message.signed);
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
    if (message.sharesFile && message.media) await referToSharedFile(scope, row.message_id, message.media.path);
    if (message.template)
      await scope.sql.run(
        sql`update tickets.message set template = ${JSON.stringify(message.template)}::jsonb where id = ${row.message_id}`,
      );
    if (message.data) await storeData(scope, row, message.data);
    publishMessage(scope, row, 'create', row.message);
    if (row.ticket) await publishRow(scope, row.ticket);
  }
  return row.message;
};
