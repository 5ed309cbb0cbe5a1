import { sql, type Scope } from '@balcao/sdk/server';
import { enqueue } from '../message/enqueue.ts';
import type { TicketRow } from '../ticket/find-ticket.ts';
import type { ClosingText } from './closing-text.ts';

// Used for a queue's question on a connection without rating settings.
const usualMinutes = 60;

/** Sends the rating question once, before the conversation is closed in the same transaction. */
export const askForRating = async (scope: Scope, row: TicketRow, words: ClosingText): Promise<void> => {
  if (scope.settings.get('userRating') !== 'enabled' || row.isGroup || words.rating.trim() === '') return;
  const minutes = words.ratingMinutes || usualMinutes;
  await enqueue(scope, { ticketId: row.id, userId: null, body: words.rating });
  await scope.sql.run(
    sql`insert into tickets.rating (ticket_id, user_id, queue_id, question, expires_at, max_wrong)
        values (${row.id}, ${row.userId ?? scope.user?.id ?? null}, ${row.queueId}, ${words.rating},
                clock_timestamp() + make_interval(mins => ${minutes}), ${words.maxWrongRatings})`,
  );
};
