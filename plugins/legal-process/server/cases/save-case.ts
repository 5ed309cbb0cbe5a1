import { sql, type Scope } from '@balcao/sdk/server';
import type { LegalStep } from '../../contract.ts';
import { nextCheck } from '../monitoring/plan.ts';
import { courtDate } from '../sources/court-time.ts';
import type { Found } from './look-up.ts';

export interface CaseRow {
  id: number;
  cnj: string;
  failures: number;
  baselines: Partial<Record<LegalStep['kind'], string>>;
  /** The source whose movements are stored; '': not known. */
  source: string;
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
    sql`select id, cnj, failures, baselines, source, last_step_at as "lastStepAt" from legal_process.legal_case where cnj = ${cnj} for update`,
  );

/** Locks a case as `lockCase` does, adding it if it is new. */
export const addCase = async (inner: Scope, cnj: string): Promise<CaseRow> => {
  await inner.sql.run(sql`insert into legal_process.legal_case (cnj) values (${cnj}) on conflict do nothing`);
  const row = await lockCase(inner, cnj);
  if (!row) throw new Error('the case is gone');
  return row;
};

/**
 * Makes room for the movements of another source, which names the same ones differently. Those that somebody is still to
 * hear of stay. Returns the day of the newest one: later ones are news, those until then are none.
 */
const replaceMovements = async (inner: Scope, id: number): Promise<string> => {
  const newest = await inner.sql.one<{ at: Date | null }>(
    sql`select max(at) as at from legal_process.step where case_id = ${id} and kind = 'movement'`,
  );
  await inner.sql.run(
    sql`delete from legal_process.step s
         where s.case_id = ${id} and s.kind = 'movement'
           and not exists (select from legal_process.notice n where n.step_id = s.id)`,
  );
  return courtDate(newest?.at ?? new Date(0));
};

const insertSteps = async (
  inner: Scope,
  { id, baselines }: CaseRow,
  steps: readonly LegalStep[],
  /** Movements until this day are no news. */
  quietUntil: string,
): Promise<(NewStep & { isNews: boolean })[]> => {
  const limit = Date.now() + aheadMs;
  const rows = steps.map((step) => {
    const baseline = baselines[step.kind];
    const at = Date.parse(step.at);
    const isLate = baseline !== undefined && at < Date.parse(baseline) - lateDays * 86_400_000;
    const isQuiet = step.kind === 'movement' && courtDate(new Date(at)) <= quietUntil;
    return {
      ...step,
      isLate: isLate && quietUntil === '',
      isNews: baseline !== undefined && !isLate && !isQuiet && at <= limit,
    };
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
  const isOther = found.source !== '' && row.source !== '' && found.source !== row.source;
  const inserted = await insertSteps(inner, row, steps, isOther ? await replaceMovements(inner, row.id) : '');
  const baselines = { ...row.baselines };
  for (const kind of ['movement', 'publication'] as const) {
    const [newest] = steps.filter((step) => step.kind === kind);
    // Every case has movements: a source that knows none yet will add those of the past.
    if (baselines[kind] === undefined && (newest || (kind === 'publication' && found.isComplete)))
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
               baselines = ${JSON.stringify(baselines)}::jsonb, checked_at = case when ${found.isComplete}::boolean then now() else checked_at end, claimed_at = null,
               next_at = case when ${found.isComplete}::boolean and exists (
                   select from legal_process.source_copy c where c.cnj = ${row.cnj} and c.heard_at > c.asked_at)
                 then now() else ${nextAt} end,
               source = coalesce(nullif(${found.source}, ''), source),
               failures = ${failures}, last_step_at = ${lastStepAt}, last_step = ${newest?.title ?? null}
         where id = ${row.id}`,
  );
  return inserted.filter(({ isNews }) => isNews);
};
