import { sql, type Scope } from '@balcao/sdk/server';
import type { InboundMessage, InboundResult } from '@balcao/connections/contract';
import type { MessageView } from '../../contract.ts';
import { inTurn } from '../channel/in-turn.ts';
import { tellMessage, tellTicket } from '../live/ticket-news.ts';
import { enqueue, type News } from '../message/enqueue.ts';
import { maskedLive } from '../reader.ts';
import type { TicketRow } from '../ticket/find-ticket.ts';
import type { ClosingWords } from './closing-words.ts';

// A queue's question on a connection that says nothing of ratings.
const usualMinutes = 60;

/** Asks once for a rating, before the conversation closes in the same transaction. */
export const askForRating = async (scope: Scope, row: TicketRow, words: ClosingWords): Promise<void> => {
  if (scope.settings.get('userRating') !== 'enabled' || row.isGroup || words.rating.trim() === '') return;
  const minutes = words.ratingMinutes || usualMinutes;
  await enqueue(scope, { ticketId: row.id, userId: null, body: words.rating });
  await scope.sql.run(
    sql`insert into tickets.rating (ticket_id, user_id, queue_id, question, expires_at, most_wrong)
        values (${row.id}, ${row.userId ?? scope.user?.id ?? null}, ${row.queueId}, ${words.rating},
                clock_timestamp() + make_interval(mins => ${minutes}), ${words.mostWrongRatings})`,
  );
};

interface Taken extends News {
  fresh: boolean;
  question: MessageView | null;
}

/**
 * A message that answers the question for a rating, kept with the conversation it is about. Undefined: it is a message
 * like any other.
 */
export const takeRating = async (
  scope: Scope,
  connectionId: number,
  { externalId, from, body, sentAt, media, data, fromMe, group }: InboundMessage,
): Promise<InboundResult | undefined> => {
  if (scope.settings.get('userRating') !== 'enabled') return undefined;
  // Whoever sends a picture or a place begins something new.
  if (fromMe || group || media || data || externalId === '' || Number.isNaN(sentAt.getTime())) return undefined;
  const { channel, scope: within, kind, value } = from;
  const taken = await inTurn(() =>
    scope.sql.one<Taken>(
      sql`select * from tickets.take_rating(${connectionId}::int, ${externalId}, ${channel}, ${within}, ${kind}, ${value},
            ${body.replaceAll('\0', '')}, ${sentAt}::timestamptz, ${maskedLive(scope)})`,
    ),
  );
  if (!taken) return undefined;
  const { ticket_uuid: ticketUuid } = taken;
  tellMessage(scope, taken, 'create', taken.message);
  if (taken.question) tellMessage(scope, taken, 'create', taken.question);
  if (taken.ticket) await tellTicket(scope, taken.ticket);
  return { fresh: taken.fresh, ticketId: taken.ticket_id, ticketUuid, messageId: taken.message_id };
};
