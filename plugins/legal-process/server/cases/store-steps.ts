import { sql, type Scope } from '@balcao/sdk/server';
import type { LegalStep } from '../../contract.ts';
import { courtDate } from '../sources/court-time.ts';

export type Kind = LegalStep['kind'];
export const kinds: readonly Kind[] = ['movement', 'publication'];
export interface NewStep {
  id: number;
  at: Date;
  title: string;
  description: string | null;
  instance: string;
  kind: Kind;
  code: number | null;
  key: string;
}

/** Courts index old steps again: a step so long before the newest known one was added later, and is no news. */
const lateDays = 90;
/** Steps may be dated a little ahead of our clock, and no more. */
const aheadMs = 86_400_000;

/** Returns the time of the newest stored step of each kind. Those that are dated ahead of our clock say nothing. */
export const newestSteps = async (inner: Scope, caseId: number): Promise<ReadonlyMap<Kind, Date>> => {
  const rows = await inner.sql.rows<{ kind: Kind; at: Date }>(
    sql`select kind, max(at) as at from legal_process.step
         where case_id = ${caseId} and at <= ${new Date(Date.now() + aheadMs)} group by kind`,
  );
  return new Map(rows.map(({ kind, at }) => [kind, at]));
};

/**
 * Makes room for the steps of another source, which names the same ones differently. Those that somebody is still to hear
 * of stay.
 */
export const dropSteps = async (inner: Scope, caseId: number, kind: Kind): Promise<void> => {
  await inner.sql.run(
    sql`delete from legal_process.step s
         where s.case_id = ${caseId} and s.kind = ${kind}
           and not exists (select from legal_process.notice n where n.step_id = s.id)`,
  );
};

interface Known {
  /** The kinds that were read before, with the newest step of that time. Steps of others begin in silence. */
  baselines: Partial<Record<Kind, string>>;
  newest: ReadonlyMap<Kind, Date>;
  /** By kind the day until which steps are no news: they were known from another source. */
  quiet: Partial<Record<Kind, string>>;
}

/** Stores the steps that are not there yet, and returns them, newest first. */
export const storeSteps = async (
  inner: Scope,
  caseId: number,
  steps: readonly LegalStep[],
  { baselines, newest, quiet }: Known,
): Promise<(NewStep & { isNews: boolean })[]> => {
  const limit = Date.now() + aheadMs;
  const rows = steps.map((step) => {
    const at = Date.parse(step.at);
    const isQuiet = courtDate(new Date(at)) <= (quiet[step.kind] ?? '');
    const baseline = baselines[step.kind];
    const known = newest.get(step.kind)?.getTime() ?? Math.min(Date.parse(baseline ?? ''), limit);
    const isLate = !isQuiet && at < known - lateDays * 86_400_000;
    return { ...step, isLate, isNews: baseline !== undefined && !isLate && !isQuiet && at <= limit };
  });
  const inserted = await inner.sql.rows<NewStep>(
    sql`insert into legal_process.step (case_id, key, kind, at, title, description, instance, code, files, is_late, found_at)
        select ${caseId}, s.key, s.kind, s.at, s.title, s.description, s.instance, s.code, s.files, s."isLate",
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
