import { conflict, sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { since } from '../conversation/history.ts';
import type { Candidate } from './evaluation-rows.ts';
import { assertReady, begin } from './start.ts';
import { labelsOf } from './trial.ts';

/** The latest messages of the customer that are answered again, and messages that are read for them. */
const maxTurns = 10;
const maxMessages = 200;

interface Turn {
  /** The customer's words since the company's last message. */
  question: string;
  /** The last message of them. */
  messageId: number;
  /** The company's answer then; '' when it gave none. */
  said: string;
}

/** The turns of a conversation since it began or was reopened, oldest first. */
export const turnsOf = async (scope: Scope, ticketId: number): Promise<Turn[]> => {
  const from = Date.parse(await since(scope, ticketId));
  const all = await scope.use(tickets).messages(ticketId, { limit: maxMessages });
  const turns: Turn[] = [];
  let isCustomer = false;
  for (const { id, fromMe, body, summary, onlyInternal, isDeleted, timestamp, mediaType } of all) {
    if (onlyInternal || isDeleted || timestamp < from - 2_000) continue;
    const words = (body || summary || (mediaType === null ? '' : scope.t(`history.${mediaType}`))).trim();
    const last = turns.at(-1);
    if (!fromMe && (!isCustomer || !last)) turns.push({ question: words, messageId: id, said: '' });
    else if (last && !fromMe) {
      last.question = `${last.question}\n${words}`;
      last.messageId = id;
    } else if (last) last.said = last.said === '' ? words : `${last.said}\n${words}`;
    isCustomer = !fromMe;
  }
  return turns.slice(-maxTurns);
};

/**
 * Answers the messages of a past conversation again with the present settings, or with a candidate, beside what was said
 * then. Nothing is sent, and no tool changes anything. ERR_NOTHING_TO_REPLAY (409): the customer wrote nothing.
 */
export const startReplay = async (
  scope: Scope,
  ticketId: number,
  chosen: Candidate,
  by: number | null,
): Promise<number> => {
  await assertReady(scope);
  const turns = await turnsOf(scope, ticketId);
  if (turns.length === 0) throw conflict('ERR_NOTHING_TO_REPLAY');
  const { new: label } = await labelsOf(scope, chosen);
  const rows = turns.map((turn, n) => ({ n, ...turn }));
  return begin(
    scope,
    { ticketId, candidate: chosen, labels: { old: null, new: label }, goesLive: false, by },
    async (inner, id) => {
      const turned = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n int, question text, "messageId" bigint, said text)`;
      await inner.sql.run(
        sql`insert into assistant.evaluation_item (evaluation_id, n, side, question, message_id)
            select ${id}, r.n, 'new', r.question, r."messageId" from ${turned}`,
      );
      await inner.sql.run(
        sql`insert into assistant.evaluation_item (evaluation_id, n, side, question, message_id, state, text, is_copied)
            select ${id}, r.n, 'old', r.question, r."messageId", 'said', r.said, true from ${turned}`,
      );
    },
  );
};
