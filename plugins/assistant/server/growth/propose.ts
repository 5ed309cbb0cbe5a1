import { conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { search } from '../knowledge/search.ts';
import { draftFrom, type Draft } from './draft.ts';
import { materialOf } from './material.ts';
import { publishProposals } from './proposal-rows.ts';

/** A person cannot review more, and each attempt costs. */
const maxOpen = 100;
const maxAttemptsOfDay = 50;
/** The question resembles one that the knowledge answers, that waits, or that a person rejected. */
const isKnown = 0.85;
const alike = 0.6;
/** Conversations that are read for a gap. */
const maxConversations = 6;

/** False when enough drafts wait, or were tried today. */
const hasRoom = async (scope: Scope): Promise<boolean> => {
  const row = await scope.sql.one<{ open: number; today: number }>(
    sql`select (count(*) filter (where state = 'open'))::int as open,
               (count(*) filter (where created_at > now() - interval '1 day'))::int as today from assistant.proposal`,
  );
  return row !== undefined && row.open < maxOpen && row.today < maxAttemptsOfDay;
};

/** Counts a proposal for the same question once more; what a person rejected does not come back. */
const countAlike = async (scope: Scope, question: string): Promise<boolean> =>
  (await scope.sql.run(
    sql`update assistant.proposal set seen = seen + 1
         where id = (select id from assistant.proposal where state in ('open', 'rejected')
            and public.similarity(kernel.normalise(question), kernel.normalise(${question})) >= ${alike}
            order by public.similarity(kernel.normalise(question), kernel.normalise(${question})) desc limit 1)`,
  )) > 0;

/**
 * Drafts an entry from the conversation that was resolved at a time. Each resolution is tried once, whoever repeats the
 * call. The errors of `Models.complete`.
 */
export const proposeFromTicket = async (scope: Scope, ticketId: number, at: string): Promise<void> => {
  if (!(await hasRoom(scope))) return;
  const material = await materialOf(scope, ticketId);
  if (!material) return;
  const attempt = await scope.sql.one<{ id: number }>(
    sql`insert into assistant.proposal (attempt, ticket_id) values (${`${ticketId} ${at}`}, ${ticketId})
        on conflict (company_id, attempt) where attempt is not null do nothing returning id`,
  );
  if (!attempt) return;
  const draft = await draftFrom(scope, [material], undefined);
  if (!draft) return;
  const { passages } = await search(scope, draft.question, 1);
  if (passages.some(({ strength }) => strength >= isKnown)) return;
  if (!(await countAlike(scope, draft.question)))
    await scope.sql.run(
      sql`update assistant.proposal set state = 'open', question = ${draft.question}, answer = ${draft.answer},
             conflicts = ${draft.conflicts}::text[] where id = ${attempt.id}`,
    );
  publishProposals(scope);
};

/** Stores the draft of a gap, unless the gap was answered or a conversation erased while the model wrote. */
const storeDraft = (scope: Scope, gapId: number, draft: Draft, madeFrom: readonly number[]): Promise<void> =>
  scope.tx(async (inner) => {
    // Answers and erasures lock the gap as well: they came before, or find the draft.
    const gap = await inner.sql.one<{ question: string; state: string }>(
      sql`select question, state from assistant.gap where id = ${gapId} for no key update`,
    );
    if (gap?.state === 'taught') throw notFound('ERR_NO_GAP_FOUND');
    // A deleted conversation takes these rows along: its deletion came before, or waits and finds the draft.
    const asks = await inner.sql.rows<{ ticketId: number }>(
      sql`select ticket_id as "ticketId" from assistant.gap_ask
           where gap_id = ${gapId} and ticket_id = any(${madeFrom}::int[]) for share`,
    );
    if (!gap || new Set(asks.map(({ ticketId }) => ticketId)).size < madeFrom.length)
      throw conflict('ERR_NOTHING_TO_PROPOSE');
    await inner.sql.run(
      sql`insert into assistant.proposal (gap_id, question, answer, conflicts, conversations, made_from, state)
          values (${gapId}, ${gap.question}, ${draft.answer}, ${draft.conflicts}::text[], ${madeFrom.length}, ${madeFrom}::int[], 'open')
          on conflict (company_id, gap_id) where gap_id is not null do update
            set question = excluded.question, answer = excluded.answer, conflicts = excluded.conflicts,
                conversations = excluded.conversations, made_from = excluded.made_from,
                state = 'open', created_at = now(), settled_at = null, settled_by = null`,
    );
  });

/**
 * Drafts the answer to a gap from what people wrote to the customers who asked it. ERR_NO_GAP_FOUND (404): it was
 * answered, perhaps meanwhile. ERR_NOTHING_TO_PROPOSE (409): no person wrote to the customers, nothing that holds for
 * others, or what they wrote was erased meanwhile. The errors of `Models.complete`.
 */
export const proposeForGap = async (scope: Scope, gapId: number): Promise<void> => {
  const gap = await scope.sql.one<{ question: string }>(
    sql`select question from assistant.gap where id = ${gapId} and state <> 'taught'`,
  );
  if (!gap) throw notFound('ERR_NO_GAP_FOUND');
  const asks = await scope.sql.rows<{ ticketId: number; at: string }>(
    sql`select ticket_id as "ticketId", to_json(min(at)) #>> '{}' as at from assistant.gap_ask
         where gap_id = ${gapId} and ticket_id is not null group by ticket_id order by max(at) desc limit 20`,
  );
  const material = [];
  for (const { ticketId, at } of asks) {
    const found = await materialOf(scope, ticketId, Date.parse(at));
    if (found) material.push(found);
    if (material.length === maxConversations) break;
  }
  const draft = material.length === 0 ? undefined : await draftFrom(scope, material, gap.question);
  if (!draft) throw conflict('ERR_NOTHING_TO_PROPOSE');
  const madeFrom = material.map(({ ticketId }) => ticketId);
  await storeDraft(scope, gapId, draft, madeFrom);
  publishProposals(scope);
};

/** The gaps of a conversation that wait for an answer and have no draft yet. */
export const gapsOf = async (scope: Scope, ticketId: number): Promise<number[]> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select distinct g.id from assistant.gap g join assistant.gap_ask a on a.gap_id = g.id
         where a.ticket_id = ${ticketId} and g.state = 'open'
           and not exists (select 1 from assistant.proposal p where p.gap_id = g.id)`,
  );
  return rows.map(({ id }) => id);
};

/** Forgets drafts for gaps that were made from a deleted conversation; those of its own went with it. */
export const forgetDrafts = async (scope: Scope, ticketId: number): Promise<void> => {
  const forgotten = await scope.sql.run(
    sql`delete from assistant.proposal where ${ticketId} = any(made_from) and state <> 'accepted'`,
  );
  if (forgotten > 0) publishProposals(scope);
};

/** Forgets attempts that gave nothing, and what was settled long ago. */
export const tidyProposals = async (scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`delete from assistant.proposal where (state = 'none' and created_at < now() - interval '30 days')
           or (state in ('accepted', 'rejected') and settled_at < now() - interval '180 days')`,
  );
};
