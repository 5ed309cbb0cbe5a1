import { sql, type Scope } from '@balcao/sdk/server';
import { knowledgeRoom } from '../../contract.ts';

/** Questions that differ only in some words are one gap. */
const alike = 0.45;
const maxQuestion = 300;

/** Records a question that the knowledge does not answer, with similar ones. */
export const recordGap = async (scope: Scope, question: string, ticketId: number | null): Promise<void> => {
  const text = question.replace(/\s+/g, ' ').trim().slice(0, maxQuestion);
  if (text.length < 3) return;
  await scope.tx(async (inner) => {
    const known = await inner.sql.one<{ id: number }>(
      sql`select id from assistant.gap
           where state = 'open' and public.similarity(question_text, kernel.normalise(${text})) >= ${alike}
           order by public.similarity(question_text, kernel.normalise(${text})) desc limit 1`,
    );
    const gapId =
      known?.id ??
      (await inner.sql.one<{ id: number }>(sql`insert into assistant.gap (question) values (${text}) returning id`))
        ?.id;
    // A repeated call for one conversation, as after a stopped server, counts once.
    const isNew = await inner.sql.run(
      sql`insert into assistant.gap_ask (gap_id, ticket_id, text) select ${gapId}, ${ticketId}, ${text}
           where not exists (select 1 from assistant.gap_ask a where a.gap_id = ${gapId} and a.ticket_id = ${ticketId} and a.text = ${text})`,
    );
    if (isNew > 0)
      await inner.sql.run(sql`update assistant.gap set asks = asks + 1, last_at = now() where id = ${gapId}`);
    inner.rooms.emit(knowledgeRoom, {}, 'gaps', {});
  });
};
