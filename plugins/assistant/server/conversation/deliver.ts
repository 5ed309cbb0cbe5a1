import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type { Passage } from '../../contract.ts';
import { countUses } from '../knowledge/search.ts';
import type { Profile } from '../profile/profile.ts';
import type { Conversation } from './conversation.ts';
import type { TurnFacts } from './loop.ts';
import { Cancelled, endRun } from './runs.ts';
import { splitAnswer } from './split.ts';

/** Sources as they are kept with an answer; the text of a passage may change later. */
export const sourcesOf = (passages: readonly Passage[]) =>
  passages.map(({ sourceId, source, kind, heading, url, text }) => ({
    sourceId,
    source,
    kind,
    heading,
    url,
    text: text.slice(0, 400),
  }));

/** Throws `Cancelled` when the customer wrote after the message that the turn answers. The conversation is held. */
export const assertNewest = async (scope: Scope, ticketId: number, uptoId: number): Promise<void> => {
  const newer = await scope.sql.one(
    sql`select 1 from tickets.public_message m where m.ticket_id = ${ticketId} and not m.from_me and not m.only_internal and m.id > ${uptoId} limit 1`,
  );
  if (newer) throw new Cancelled();
};

/** Says at the first answer that it is automatic, and how to reach a person. */
export const disclosureOf = (scope: Scope, profile: Profile, isDisclosed: boolean): string =>
  isDisclosed || !profile.discloses ? '' : profile.disclosureText || scope.t('sentence.disclosure');

/**
 * Sends an answer in one transaction: only while the turn runs, the conversation is the assistant's, and the customer
 * has written nothing newer. Each part has a name of its own, so that a repetition sends nothing twice.
 */
export const deliver = (
  scope: Scope,
  conversation: Conversation,
  profile: Profile,
  run: { id: number; uptoId: number; channel: string },
  { text, doubts, ...facts }: TurnFacts & { text: string; doubts: readonly string[] },
): Promise<void> =>
  scope.tx(async (inner) => {
    const { ticketId, userId, isDisclosed } = conversation;
    const service = inner.use(tickets);
    await service.hold(ticketId, 'assistant');
    await assertNewest(inner, ticketId, run.uptoId);
    await endRun(inner, run.id, 'sent', null, facts);
    const disclosure = disclosureOf(inner, profile, isDisclosed);
    const parts = [...(disclosure === '' ? [] : [disclosure]), ...splitAnswer(text, run.channel)];
    for (const [index, body] of parts.entries()) {
      const { id } = await service.send(ticketId, {
        body,
        clientId: `ai:${run.id}:${index}`,
        by: userId,
        while: 'assistant',
      });
      if (disclosure !== '' && index === 0) continue;
      await inner.sql.run(
        sql`insert into assistant.answer (message_id, ticket_id, run_id, sources, doubts)
            values (${id}, ${ticketId}, ${run.id}, ${JSON.stringify(sourcesOf(facts.passages))}::jsonb,
                    ${doubts.filter((doubt) => body.includes(doubt))}::text[]) on conflict do nothing`,
      );
    }
    await countUses(
      inner,
      facts.passages.map(({ sourceId }) => sourceId),
    );
    await inner.sql.run(
      sql`update assistant.conversation set answered_id = ${run.uptoId}, is_disclosed = true,
             first_at = case when inbox_id > ${run.uptoId} then first_at end, due_at = case when inbox_id > ${run.uptoId} then due_at end
           where ticket_id = ${ticketId}`,
    );
  });
