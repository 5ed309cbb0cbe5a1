import { conflict, sql, sqlState, type Scope } from '@balcao/sdk/server';
import { models } from '@balcao/chatai/contract';
import { evaluate } from '../../contract.ts';
import { isEmpty, publishEvaluation, type Candidate, type Label } from './evaluation-rows.ts';
import { listGolden } from './golden.ts';
import { labelsOf } from './trial.ts';

/** ERR_AI_NOT_CONFIGURED, ERR_AI_OFF, ERR_AI_BUDGET (409). */
export const assertReady = async (scope: Scope): Promise<void> => {
  const { reason } = await scope.use(models).available('assistant');
  if (reason !== null) throw conflict(reason);
};

/** Stores a run and schedules it. ERR_EVALUATION_RUNS (409): one runs already. */
export const begin = async (
  scope: Scope,
  values: {
    ticketId: number | null;
    candidate: Candidate;
    labels: { old: Label | null; new: Label };
    goesLive: boolean;
    by: number | null;
  },
  fill: (scope: Scope, id: number) => Promise<void>,
): Promise<number> => {
  try {
    return await scope.tx(async (inner) => {
      const row = await inner.sql.one<{ id: number }>(
        sql`insert into assistant.evaluation (ticket_id, candidate, labels, goes_live, started_by)
            values (${values.ticketId}, ${JSON.stringify(values.candidate)}::jsonb, ${JSON.stringify(values.labels)}::jsonb,
                    ${values.goesLive}, ${values.by}) returning id`,
      );
      const id = row?.id ?? 0;
      await fill(inner, id);
      await inner.jobs.schedule(evaluate, { evaluationId: id, part: 0 }, { key: `evaluation:${id}:0` });
      await publishEvaluation(inner, id);
      return id;
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw conflict('ERR_EVALUATION_RUNS');
    throw error;
  }
};

/** The latest finished run whose answers were written by what customers had then. */
const before = (scope: Scope): Promise<{ id: number; side: string; label: Label } | undefined> =>
  scope.sql.one<{ id: number; side: string; label: Label }>(
    sql`select e.id, s.side, e.labels -> s.side as label
          from assistant.evaluation e
          cross join lateral (select case when e.used_at is not null
             or e.candidate @> '{"versionId": null, "model": null, "sourceIds": []}' and jsonb_array_length(e.candidate -> 'sourceIds') = 0
             then 'new' else 'old' end as side) s
         where e.ticket_id is null and e.state = 'done' order by e.id desc limit 1`,
  );

/**
 * Runs the questions: with a candidate both sides answer anew; without one the present answers, beside its answers of
 * the run before. ERR_NO_QUESTIONS (409): there are none.
 */
export const startQuestions = async (
  scope: Scope,
  chosen: Candidate,
  { goesLive, by }: { goesLive: boolean; by: number | null },
): Promise<number> => {
  await assertReady(scope);
  const questions = await listGolden(scope);
  if (questions.length === 0) throw conflict('ERR_NO_QUESTIONS');
  const names = await labelsOf(scope, chosen);
  const isAlone = isEmpty(chosen);
  const former = isAlone ? await before(scope) : undefined;
  const labels = { old: isAlone ? (former?.label ?? null) : names.old, new: names.new };
  const rows = questions.map(({ id, question, ...expected }, n) => ({ n, id, question, expected }));
  return begin(scope, { ticketId: null, candidate: chosen, labels, goesLive, by }, async (inner, id) => {
    const sides = isAlone ? ['new'] : ['new', 'old'];
    await inner.sql.run(
      sql`insert into assistant.evaluation_item (evaluation_id, n, side, golden_id, question, expected)
          select ${id}, q.n, s.side, q.id, q.question, q.expected
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q (n int, id int, question text, expected jsonb)
            cross join unnest(${sides}::text[]) s (side)`,
    );
    if (!former) return;
    await inner.sql.run(
      sql`insert into assistant.evaluation_item (evaluation_id, n, side, golden_id, question, expected, state, faults, kind,
                 reason, text, tools, sources, ms, cost_micros, is_copied)
          select ${id}, n.n, 'old', o.golden_id, o.question, o.expected, o.state, o.faults, o.kind, o.reason, o.text, o.tools,
                 o.sources, o.ms, o.cost_micros, true
            from assistant.evaluation_item n join assistant.evaluation_item o
              on o.evaluation_id = ${former.id} and o.side = ${former.side} and o.golden_id = n.golden_id
                 and o.question = n.question and o.expected = n.expected and o.state in ('passed', 'failed')
           where n.evaluation_id = ${id} and n.side = 'new'`,
    );
  });
};
