import { sql, type Scope } from '@balcao/sdk/server';
import type { LegalStep } from '../../contract.ts';
import { nextCheck } from '../monitoring/plan.ts';
import type { Found } from './look-up.ts';

export interface CaseRow {
  id: number;
  cnj: string;
  failures: number;
  baselines: Partial<Record<LegalStep['kind'], string>>;
  lastStepAt: Date | null;
}
export interface NewStep {
  id: number;
  at: Date;
  title: string;
  description: string | null;
  instance: string;
  kind: LegalStep['kind'];
  code: number | null;
  key: string;
}

/** Courts index old steps again: a step so long before the newest known one was added later, and is no news. */
const lateDays = 90;
/** Steps may be dated a little ahead of our clock, and no more. */
const aheadMs = 86_400_000;

/** Locks a case of the company until the end of the transaction; undefined: it is no longer monitored. */
export const lockCase = (inner: Scope, cnj: string): Promise<CaseRow | undefined> =>
  inner.sql.one<CaseRow>(
    sql`select id, cnj, failures, baselines, last_step_at as "lastStepAt" from legal_process.legal_case where cnj = ${cnj} for update`,
  );

/** Locks a case as `lockCase` does, adding it if it is new. */
export const addCase = async (inner: Scope, cnj: string): Promise<CaseRow> => {
  await inner.sql.run(sql`insert into legal_process.legal_case (cnj) values (${cnj}) on conflict do nothing`);
  const row = await lockCase(inner, cnj);
  if (!row) throw new Error('the case is gone');
  return row;
};

const insertSteps = async (
  inner: Scope,
  { id, baselines }: CaseRow,
  steps: readonly LegalStep[],
): Promise<(NewStep & { isNews: boolean })[]> => {
  const limit = Date.now() + aheadMs;
  const rows = steps.map((step) => {
    const baseline = baselines[step.kind];
    const at = Date.parse(step.at);
    const isLate = baseline !== undefined && at < Date.parse(baseline) - lateDays * 86_400_000;
    return { ...step, isLate, isNews: baseline !== undefined && !isLate && at <= limit };
  });
  const inserted = await inner.sql.rows<NewStep>(
    sql`insert into legal_process.step (case_id, key, kind, at, title, description, instance, code, files, is_late, found_at)
        select ${id}, s.key, s.kind, s.at, s.title, s.description, s.instance, s.code, s.files, s."isLate",
               case when s."isNews" then now() end
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as s (key text, kind text, at timestamptz, title text, description text, instance text, code int, files jsonb, "isLate" boolean, "isNews" boolean)
            on conflict do nothing
        returning id, key, kind, at, title, description, instance, code`,
  );
  const news = new Set(rows.flatMap(({ key, isNews }) => (isNews ? [key] : [])));
  return inserted
    .map((step) => ({ ...step, id: Number(step.id), isNews: news.has(step.key) }))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
};

/**
 * Stores what the sources say now, and returns the steps that are news, newest first. What is there when a case is first
 * read is its baseline, and no news; so are steps of a kind that no source had reported until now.
 */
export const saveFound = async (inner: Scope, row: CaseRow, found: Found): Promise<NewStep[]> => {
  const { steps, ...data } = found.record;
  const inserted = await insertSteps(inner, row, steps);
  const baselines = { ...row.baselines };
  for (const kind of ['movement', 'publication'] as const) {
    const [newest] = steps.filter((step) => step.kind === kind);
    if (baselines[kind] === undefined && (newest || found.isComplete))
      baselines[kind] = newest?.at ?? new Date().toISOString();
  }
  const [newest] = steps;
  const lastStepAt = newest ? new Date(newest.at) : row.lastStepAt;
  const isArchived = steps.find(({ kind }) => kind === 'movement')?.code === 246;
  const heldUntil = Math.max(0, ...found.sources.map(({ until }) => (until === null ? 0 : Date.parse(until))));
  // A stored answer is shown with its age, and is no check.
  const failures = found.isComplete ? 0 : row.failures + 1;
  const nextAt = nextCheck({
    cnj: row.cnj,
    now: new Date(),
    timeZone: inner.company.timeZone,
    lastStepAt,
    isArchived,
    failures,
    heldUntil: found.isComplete ? 0 : heldUntil,
  });
  await inner.sql.run(
    sql`update legal_process.legal_case
           set data = ${JSON.stringify(data)}::jsonb, sources = ${JSON.stringify(found.sources)}::jsonb,
               baselines = ${JSON.stringify(baselines)}::jsonb, checked_at = case when ${found.isComplete}::boolean then now() else checked_at end, next_at = ${nextAt}, claimed_at = null,
               failures = ${failures}, last_step_at = ${lastStepAt}, last_step = ${newest?.title ?? null}
         where id = ${row.id}`,
  );
  return inserted.filter(({ isNews }) => isNews);
};
