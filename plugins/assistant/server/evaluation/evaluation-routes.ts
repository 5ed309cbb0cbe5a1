import { conflict, forbidden, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { models } from '@balcao/chatai/contract';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { params } from '../knowledge/source-row.ts';
import { publishKnowledge } from '../knowledge/store-chunks.ts';
import { goLive } from '../profile/live.ts';
import { refuseTools } from '../profile/profile-routes.ts';
import { liveProfile } from '../profile/profile.ts';
import { estimate, estimateOutput, trialsOf } from './estimate.ts';
import { cancelEvaluation } from './evaluate-job.ts';
import {
  candidate,
  choice,
  evaluationOutput,
  evaluations,
  isEmpty,
  pair,
  pairsOf,
  publishEvaluation,
  requireEvaluation,
  type Candidate,
} from './evaluation-rows.ts';
import { listGolden } from './golden.ts';
import { startReplay, turnsOf } from './replay.ts';
import { startQuestions } from './start.ts';
import { trialOf } from './trial.ts';

const detail = z.object({ evaluation: evaluationOutput, pairs: z.array(pair) });
const ticketId = z.number().int().positive().max(2_147_483_647);
const authorOf = ({ user }: { user: { id: number; impersonating?: unknown } }): number | null =>
  user.impersonating ? null : user.id;

/** A replay shows words of a customer: only to people who may open the conversation. */
const readable = async (scope: Scope, id: number) => {
  const evaluation = await requireEvaluation(scope, id);
  if (evaluation.ticketId !== null) await scope.use(tickets).assertReadable(evaluation.ticketId);
  return evaluation;
};

const switchSources = async (scope: Scope, ids: readonly number[]): Promise<void> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`update assistant.source set is_on = not is_on, switched_at = now(), updated_at = now()
         where id = any(${[...ids]}::int[]) returning id`,
  );
  for (const { id } of rows) await publishKnowledge(scope, id);
};

/** Puts what was tried into use: settings, model and switches of sources. */
const putIntoUse = async (scope: Scope, id: number, { versionId, model, sourceIds }: Candidate): Promise<void> => {
  if (versionId !== null)
    refuseTools(
      scope,
      (await liveProfile(scope)).profile.toolsOff,
      (await trialOf(scope, { versionId, model: null, sourceIds: [] })).profile.toolsOff,
    );
  if (model && !scope.can('ai:manage')) throw forbidden();
  await scope.tx(async (inner) => {
    // A source whose switch was turned since then would be turned back.
    const used = await inner.sql.run(
      sql`update assistant.evaluation set used_at = now() where id = ${id} and used_at is null and state = 'done'`,
    );
    if (used === 0) throw conflict('ERR_EVALUATION_USED');
    if (versionId !== null) await goLive(inner, versionId);
    if (model) await inner.use(models).choose('assistant', model);
    await switchSources(inner, sourceIds);
  });
};

/** Runs of the questions and replays of conversations: what they cost, their progress, their results. */
export const evaluationRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/assistant/models', {
    access: 'assistant:view',
    summary: 'The models that can be compared, the one in use first.',
    output: z.array(choice.extend({ provider: z.string(), isInUse: z.boolean() })),
    handle: (_request, scope) => scope.use(models).choices('assistant'),
  });
  host.route('GET', '/assistant/evaluations', {
    access: 'assistant:view',
    summary: 'The latest runs of the questions, the latest first.',
    output: z.array(evaluationOutput),
    handle: (_request, scope) => evaluations(scope),
  });
  host.route('GET', '/assistant/evaluations/:id', {
    access: 'assistant:view',
    summary: 'A run or a replay, with both answers to each question.',
    input: { params },
    output: detail,
    handle: async ({ params: { id } }, scope) => ({
      evaluation: await readable(scope, id),
      pairs: await pairsOf(scope, id),
    }),
  });
  host.route('POST', '/assistant/evaluations/estimate', {
    access: 'assistant:view',
    summary: 'What a run of the questions costs about, before it begins.',
    input: { body: candidate },
    output: estimateOutput,
    audit: false,
    handle: async ({ body }, scope) =>
      estimate(scope, (await listGolden(scope)).length, await trialsOf(scope, body, isEmpty(body))),
  });
  host.route('POST', '/assistant/evaluations', {
    access: 'assistant:view',
    summary:
      'Runs the questions with the candidate beside what is in use. With `goesLive` new settings are used when nothing got worse.',
    input: { body: candidate.extend({ goesLive: z.boolean().default(false) }) },
    output: evaluationOutput,
    rate: 10,
    handle: async ({ body: { goesLive, ...chosen } }, scope) => {
      const isAllowed = goesLive && chosen.versionId !== null && chosen.model === null && chosen.sourceIds.length === 0;
      if (isAllowed) {
        const { profile } = await trialOf(scope, chosen);
        refuseTools(scope, (await liveProfile(scope)).profile.toolsOff, profile.toolsOff);
      }
      return requireEvaluation(
        scope,
        await startQuestions(scope, chosen, { goesLive: isAllowed, by: authorOf(scope) }),
      );
    },
  });
  host.route('POST', '/assistant/evaluations/:id/cancel', {
    access: 'assistant:view',
    summary: 'Stops a run; the answers so far are kept.',
    input: { params },
    output: evaluationOutput,
    handle: async ({ params: { id } }, scope) => {
      await readable(scope, id);
      await cancelEvaluation(scope, id);
      return requireEvaluation(scope, id);
    },
  });
  host.route('POST', '/assistant/evaluations/:id/use', {
    access: 'assistant:view',
    summary: 'Uses what was tried from now on. If answers got worse, only with `isSure`.',
    input: { params, body: z.object({ isSure: z.boolean().default(false) }) },
    output: evaluationOutput,
    audit: 'assistant.evaluation-used',
    handle: async ({ params: { id }, body: { isSure } }, scope) => {
      const { state, worse, candidate: tried, ticketId: replayed } = await requireEvaluation(scope, id);
      if (replayed !== null) throw notFound('ERR_NO_EVALUATION_FOUND');
      if (state !== 'done' || isEmpty(tried)) throw conflict('ERR_EVALUATION_NOT_DONE');
      if (worse > 0 && !isSure) throw conflict('ERR_EVALUATION_WORSE', { count: worse });
      await putIntoUse(scope, id, tried);
      await publishEvaluation(scope, id);
      return requireEvaluation(scope, id);
    },
  });
  host.route('POST', '/assistant/replays/estimate', {
    access: 'assistant:view',
    summary: 'What a replay of a conversation costs about.',
    input: { body: candidate.extend({ ticketId }) },
    output: estimateOutput,
    audit: false,
    handle: async ({ body: { ticketId: id, ...chosen } }, scope) => {
      await scope.use(tickets).assertReadable(id);
      return estimate(scope, (await turnsOf(scope, id)).length, await trialsOf(scope, chosen, true));
    },
  });
  host.route('POST', '/assistant/replays', {
    access: 'assistant:view',
    summary: 'Answers the messages of a past conversation again with the present settings. Nothing is sent or changed.',
    input: { body: candidate.extend({ ticketId }) },
    output: evaluationOutput,
    rate: 10,
    handle: async ({ body: { ticketId: id, ...chosen } }, scope) => {
      await scope.use(tickets).assertReadable(id);
      return requireEvaluation(scope, await startReplay(scope, id, chosen, authorOf(scope)));
    },
  });
};
