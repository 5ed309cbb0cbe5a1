import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { answerTurn, sweepTurns, tidyTurns } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { continueEvaluations, deleteOldEvaluations } from '../evaluation/evaluate-job.ts';
import { companiesWithLostRuns } from '../evaluation/lease.ts';
import { tidyProposals } from '../growth/propose.ts';
import { recordGap } from '../knowledge/gaps.ts';
import { liveProfile, type Profile } from '../profile/profile.ts';
import { TakenAway } from '../tools/tools.ts';
import { conversationOf, type Conversation } from './conversation.ts';
import { assertNewest, deliver } from './deliver.ts';
import { handOver, type Handover } from './handover.ts';
import { historyOf } from './history.ts';
import { reasonOf, runTurn, type Outcome } from './loop.ts';
import { notifyAdmins } from './notify-admins.ts';
import { assertRunning, beginRun, Cancelled, endRun } from './runs.ts';

const maxWaitMs = 20_000;

/** Schedules the turn after a pause of the customer; typing and further messages extend it, up to 20 seconds. */
export const scheduleTurn = async (scope: Scope, ticketId: number): Promise<void> => {
  const waitMs = scope.settings.get<number>('assistantWaitSeconds') * 1000;
  const row = await scope.sql.one<{ dueAt: Date }>(
    sql`update assistant.conversation set first_at = coalesce(first_at, now()),
           due_at = least(now() + make_interval(secs => ${waitMs / 1000}), coalesce(first_at, now()) + make_interval(secs => ${maxWaitMs / 1000}))
         where ticket_id = ${ticketId} and inbox_id > answered_id returning due_at as "dueAt"`,
  );
  if (row) await scope.jobs.schedule(answerTurn, { ticketId }, { at: row.dueAt, key: `turn:${ticketId}` });
};

/** Hands over in one transaction, unless a person has the conversation by now. */
export const handOverNow = (
  scope: Scope,
  conversation: Conversation,
  profile: Profile,
  run: { id: number; uptoId: number },
  handover: Handover,
): Promise<void> =>
  scope.tx(async (inner) => {
    await inner.use(tickets).hold(conversation.ticketId, 'assistant');
    await endRun(inner, run.id, 'handed', handover.reason, handover.facts);
    const current = (await conversationOf(inner, conversation.ticketId)) ?? conversation;
    await handOver(inner, current, profile, run.id, handover);
  });

interface Stage {
  scope: Scope;
  conversation: Conversation;
  profile: Profile;
  run: { id: number; uptoId: number; channel: string };
  words: string;
}

const conclude = async ({ scope, conversation, profile, run, words }: Stage, outcome: Outcome): Promise<void> => {
  const { ticketId } = conversation;
  if (outcome.kind === 'answer') await deliver(scope, conversation, profile, run, outcome);
  else if (outcome.kind === 'end')
    await scope.tx(async (inner) => {
      await inner.use(tickets).hold(ticketId, 'assistant');
      await assertNewest(inner, ticketId, run.uptoId);
      await endRun(inner, run.id, 'ended', null, outcome);
      await inner.use(tickets).close(ticketId);
    });
  else {
    const { reason, note, queue } = outcome;
    await handOverNow(scope, conversation, profile, run, {
      reason,
      note,
      ...(queue !== undefined && { queue }),
      facts: outcome,
      words,
    });
  }
  if (outcome.gap !== undefined) await recordGap(scope, outcome.gap, ticketId);
};

/** A person or another automation has the conversation. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_NOT_AUTOMATIC';
const isOver = (error: unknown): boolean => error instanceof Cancelled || error instanceof TakenAway || isTaken(error);

/** The model failed: the customer gets a person, the admins a notice. A turn that was overtaken ends without a word. */
const failed = async (stage: Stage, error: unknown): Promise<void> => {
  const { scope, conversation, profile, run, words } = stage;
  if (scope.signal.aborted) throw error;
  const code = String((error as { code?: unknown }).code ?? 'ERR_INTERNAL');
  try {
    if (isOver(error)) throw error;
    await assertRunning(scope, run.id);
    scope.log.warn({ ticket: conversation.ticketId, code }, 'an automatic answer failed and was handed over');
    await handOverNow(scope, conversation, profile, run, { reason: reasonOf(error), words });
    await notifyAdmins(scope, code);
  } catch (further) {
    if (!isOver(further)) throw further;
    await endRun(scope, run.id, 'failed', 'taken').catch(() => undefined);
  }
};

/** Answers a conversation, if nobody else does; exported for tests with several nodes. */
export const answerConversation = async (scope: Scope, ticketId: number): Promise<void> => {
  const conversation = await conversationOf(scope, ticketId);
  if (!conversation || conversation.inboxId <= conversation.answeredId) return;
  const { dueAt } = conversation;
  if (dueAt && dueAt.getTime() > Date.now() + 50) {
    await scope.jobs.schedule(answerTurn, { ticketId }, { at: dueAt, key: `turn:${ticketId}` });
    return;
  }
  const ticket = await scope.use(tickets).find(ticketId);
  if (!ticket || ticket.status === 'closed') return;
  const run = await beginRun(scope, ticketId, conversation.inboxId);
  if (!run) return;
  const { profile } = await liveProfile(scope);
  const stage: Stage = {
    scope,
    conversation,
    profile,
    run: { id: run.id, uptoId: conversation.inboxId, channel: ticket.channel },
    words: '',
  };
  try {
    await scope
      .use(tickets)
      .typing(ticketId)
      .catch(() => undefined);
    const history = await historyOf(scope, ticketId);
    stage.words = history.lastWords;
    stage.run.uptoId = Math.max(history.uptoId, conversation.inboxId);
    const outcome = await runTurn(scope, {
      ticketId,
      history,
      profile,
      prompt: conversation.prompt,
      automation: 'assistant',
      isTrial: false,
      signal: run.signal,
      check: () => assertRunning(scope, run.id),
    });
    await conclude(stage, outcome);
  } catch (error) {
    await failed(stage, error);
  } finally {
    run.end();
  }
};

/** SQL: turns that a dead server left. */
const leftTurns = sql`assistant.conversation c
          join tickets.public_ticket t on t.company_id = c.company_id and t.id = c.ticket_id and t.automatic_by = 'assistant'
         where c.inbox_id > c.answered_id and c.due_at < now() - interval '20 seconds'
           and not exists (select 1 from assistant.run r where r.company_id = c.company_id and r.ticket_id = c.ticket_id
                              and r.state = 'running' and r.started_at > now() - interval '2 minutes')`;

/** SQL: the companies in which a dead server left something. */
export const companiesLeft = sql`select c.company_id from ${leftTurns} union all ${companiesWithLostRuns}`;

/** Takes up turns and evaluations that a dead server left. */
export const sweep = async (scope: Scope): Promise<void> => {
  const left = await scope.sql.rows<{ id: number }>(sql`select c.ticket_id as id from ${leftTurns} limit 50`);
  for (const { id } of left) await scope.jobs.schedule(answerTurn, { ticketId: id }, { key: `turn:${id}` });
  await continueEvaluations(scope);
};

/** Deletes what is old. Turns that a person took over are due no more: the look of each minute would find them for ever. */
export const tidy = async (scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`update assistant.conversation c set due_at = null
         where c.due_at < now() - interval '1 hour' and not exists (
           select 1 from tickets.public_ticket t where t.id = c.ticket_id and t.automatic_by = 'assistant')`,
  );
  await scope.sql.run(sql`delete from assistant.run where ended_at < now() - interval '30 days'`);
  await deleteOldEvaluations(scope);
  await tidyProposals(scope);
};

export const turnJobs = (host: Host<typeof manifest>): void => {
  host.job(answerTurn, {
    data: z.object({ ticketId: z.number() }),
    handle: ({ ticketId }, scope) => answerConversation(scope, ticketId),
  });
  host.job(sweepTurns, {
    data: z.object({}),
    every: '1 minute',
    due: companiesLeft,
    handle: (_data, scope) => sweep(scope),
  });
  host.job(tidyTurns, { data: z.object({}), every: '1 hour', handle: (_data, scope) => tidy(scope) });
};
