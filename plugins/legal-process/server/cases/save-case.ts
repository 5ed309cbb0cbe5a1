import { sql, type Scope } from '@balcao/sdk/server';
import { nextCheck } from '../monitoring/plan.ts';
import { courtDate } from '../sources/court-time.ts';
import type { Found } from './look-up.ts';
import { newestCopy, type Place } from './source-state.ts';
import { dropSteps, kinds, newestSteps, storeSteps, type Kind, type NewStep } from './store-steps.ts';

type ByKind = Partial<Record<Kind, string>>;
export interface CaseRow {
  id: number;
  cnj: string;
  failures: number;
  baselines: ByKind;
  /** The source whose steps are stored. */
  origins: ByKind;
  /** The day until which steps are no news: they were known from another source. */
  quiet: ByKind;
  lastStepAt: Date | null;
}
/** Locks a case of the company until the end of the transaction; undefined: it is no longer monitored. */
export const lockCase = (inner: Scope, cnj: string): Promise<CaseRow | undefined> =>
  inner.sql.one<CaseRow>(
    sql`select id, cnj, failures, baselines, origins, quiet, last_step_at as "lastStepAt" from legal_process.legal_case where cnj = ${cnj} for update`,
  );

/** Locks a case as `lockCase` does, adding it if it is new. */
export const addCase = async (inner: Scope, cnj: string): Promise<CaseRow> => {
  await inner.sql.run(sql`insert into legal_process.legal_case (cnj) values (${cnj}) on conflict do nothing`);
  const row = await lockCase(inner, cnj);
  if (!row) throw new Error('the case is gone');
  return row;
};

/**
 * Begins the silence of every kind of step that another source reports now: later steps than the newest known one are
 * news, those until its day are none.
 */
const changedOrigins = async (
  inner: Scope,
  row: CaseRow,
  found: Found,
  newest: ReadonlyMap<Kind, Date>,
): Promise<Pick<CaseRow, 'origins' | 'quiet'>> => {
  const origins = { ...row.origins };
  const quiet = { ...row.quiet };
  for (const kind of kinds) {
    const origin = found.origins[kind];
    if (origin === undefined || !found.record.steps.some((step) => step.kind === kind)) continue;
    if ((origins[kind] ?? origin) !== origin) {
      const known = newest.get(kind);
      const day = known && courtDate(known);
      if (day !== undefined && day > (quiet[kind] ?? '')) quiet[kind] = day;
      await dropSteps(inner, row.id, kind);
    }
    origins[kind] = origin;
  }
  return { origins, quiet };
};

/** Returns whether a source is still asking the court, or told of news since it answered. */
const hasMoreToSay = async (inner: Scope, places: readonly Place[]): Promise<boolean> => {
  const copies = await Promise.all(places.map((place) => newestCopy(inner, place)));
  return copies.some((copy) => copy?.isOld === true);
};

/** Ends the silence of the kinds whose new source has told by itself what was known before. */
const endQuiet = (quiet: ByKind, found: Found): ByKind => {
  const left = { ...quiet };
  for (const kind of kinds) {
    const newest = found.record.steps.find((step) => step.kind === kind);
    if (newest && courtDate(new Date(newest.at)) >= (quiet[kind] ?? '')) delete left[kind];
  }
  return left;
};

/**
 * Stores what the sources say now, and returns the steps that are news, newest first. What is there when a case is first
 * read is its baseline, and no news; so are steps of a kind that no source had reported until now.
 */
export const saveFound = async (inner: Scope, row: CaseRow, found: Found): Promise<NewStep[]> => {
  const { steps, ...data } = found.record;
  const known = await newestSteps(inner, row.id);
  const isOld = (found.isPending && found.isComplete) || (await hasMoreToSay(inner, found.places));
  const { origins, quiet } = await changedOrigins(inner, row, found, known);
  const inserted = await storeSteps(inner, row.id, steps, { baselines: row.baselines, newest: known, quiet });
  const baselines = { ...row.baselines };
  for (const kind of kinds) {
    const first = steps.find((step) => step.kind === kind);
    // Every case has movements: a source that knows none yet will add those of the past. A gazette may have nothing, and
    // whatever it has later is news.
    if (first || (kind === 'publication' && found.origins.publication !== undefined))
      baselines[kind] ??= first?.at ?? new Date().toISOString();
  }
  const [newest] = steps;
  const lastStepAt = newest ? new Date(newest.at) : row.lastStepAt;
  const isArchived = steps.find(({ kind }) => kind === 'movement')?.code === 246;
  const heldUntil = Math.max(0, ...found.sources.map(({ until }) => (until === null ? 0 : Date.parse(until))));
  // An answer stored a moment or, from a paid source, up to a week ago counts as a check; the failure of a source does not.
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
               next_at = case when ${found.isComplete && isOld}::boolean then now() else ${nextAt} end,
               origins = ${JSON.stringify(origins)}::jsonb, quiet = ${JSON.stringify(isOld ? quiet : endQuiet(quiet, found))}::jsonb,
               failures = ${failures}, last_step_at = ${lastStepAt}, last_step = ${newest?.title ?? null}
         where id = ${row.id}`,
  );
  return inserted.filter(({ isNews }) => isNews);
};
