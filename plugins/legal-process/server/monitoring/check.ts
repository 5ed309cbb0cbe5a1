import { sql, z, type AppError, type Host, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { checkCases, deliverNotices, type LegalFaultKind } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { askSources, type SourceView } from '../cases/look-up.ts';
import { lockCase, saveFound } from '../cases/save-case.ts';
import { isModuleOn } from '../module.ts';
import { readStates } from '../settings/source-routes.ts';
import { announce } from './announce.ts';
import { publishChange } from './changed.ts';
import { companiesToTell, deliverAll } from './deliver.ts';
import { nextCheck } from './plan.ts';

/** Cases in one go; the rest follows a minute later. */
const perTurn = 20;
const limitMs = 15_000;
/** An answer of this age, which another company may have asked for, spares the source a request. */
const sharedMs = 3_600_000;

interface Due {
  id: number;
  cnj: string;
  failures: number;
}

const watchersOf = async (scope: Scope, caseId: number): Promise<number[]> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select id from legal_process.monitoring where case_id = ${caseId} order by id`,
  );
  return rows.map(({ id }) => id);
};

const noteFailure = async (
  scope: Scope,
  due: Due,
  sources: readonly SourceView[],
  failure: AppError,
): Promise<void> => {
  const heldUntil = Math.max(0, ...sources.map(({ until }) => (until === null ? 0 : Date.parse(until))));
  const plan = { ...due, now: new Date(), timeZone: scope.company.timeZone, lastStepAt: null, isArchived: false };
  const nextAt = nextCheck({ ...plan, failures: due.failures + 1, heldUntil });
  // A case that is no longer there has no source at fault.
  const shown = sources.map((one) => ({ ...one, fault: one.fault ?? (failure.status === 404 ? failure.code : null) }));
  await scope.sql.run(
    sql`update legal_process.legal_case
           set failures = failures + 1, next_at = ${nextAt}, claimed_at = null, sources = ${JSON.stringify(shown)}::jsonb
         where id = ${due.id}`,
  );
};

/** Asks the sources of one case, stores what is new, and announces it. */
export const checkCase = async (
  scope: Scope,
  due: Due,
  wanted: { maxAgeMs: number; isRoutine?: boolean },
): Promise<void> => {
  const said = await askSources(scope, due.cnj, { ...wanted, limitMs });
  if (said.failure) await noteFailure(scope, due, said.sources, said.failure);
  else
    await scope.tx(async (inner) => {
      const row = await lockCase(inner, due.cnj);
      if (row) await announce(inner, row, await saveFound(inner, row, said));
    });
  publishChange(scope, await watchersOf(scope, due.id));
};

/** SQL: cases that are due, and that somebody monitors. */
const isDue = sql`d.next_at <= now()
  and exists (select from legal_process.monitoring m where m.company_id = d.company_id and m.case_id = d.id)`;

/** Takes cases that are due. A node that dies leaves its cases to be taken again some minutes later. */
const claim = (scope: Scope): Promise<Due[]> =>
  scope.sql.rows<Due>(
    sql`update legal_process.legal_case k set claimed_at = now(), next_at = now() + interval '5 minutes'
         where k.id in (select d.id from legal_process.legal_case d
                         where ${isDue} order by d.next_at limit ${perTurn} for update skip locked)
        returning k.id, k.cnj, k.failures`,
  );

/** Checks the cases that are due. Safe on many nodes at once, and after any of them died. */
export const checkDue = async (scope: Scope, maxAgeMs = sharedMs): Promise<number> => {
  const due = await claim(scope);
  for (const one of due) {
    scope.signal.throwIfAborted();
    try {
      await checkCase(scope, one, { maxAgeMs, isRoutine: true });
    } catch (error) {
      // One case that fails must not stop the others; it is taken again.
      scope.log.warn({ err: error, case: one.id }, 'a case could not be checked');
    }
  }
  return due.length;
};

/** Failures that only whoever runs the platform can mend. */
const refusals: ReadonlySet<string> = new Set<LegalFaultKind>(['key', 'credit', 'blocked']);

/**
 * Tells the super users of the scope's company, once a day, that a source refuses the key or the address of the server.
 * Their company need not monitor any case itself.
 */
export const notifySupers = async (scope: Scope): Promise<void> => {
  const people = await scope.sql.rows<{ id: number }>(sql`select u.id from kernel."user" u where u.super`);
  if (people.length === 0) return;
  const states = [...(await readStates(scope)).values()];
  if (!states.some(({ fault }) => fault !== null && refusals.has(fault))) return;
  await scope.find(notifications)?.notify(
    people.map(({ id }) => id),
    {
      id: `legal-process:source:${new Date().toISOString().slice(0, 10)}`,
      kind: 'legal-process.source',
      title: scope.t('manifest.title'),
      body: scope.t('notice.source'),
      path: '/settings?tab=legal-process/legal-sources',
      tag: 'legal-process:source',
    },
  );
};

/** SQL: the companies with cases that are due, and those of super users while a source may refuse. */
export const companiesToCheck = sql`select d.company_id from legal_process.legal_case d where ${isDue}
  union all
  select u.company_id from kernel."user" u
   where u.super and exists (select from legal_process.source_faults() s where s.fault = any(${[...refusals]}::text[]))`;

export const checkJobs = (host: Host<typeof manifest>): void => {
  host.job(checkCases, {
    data: z.object({}),
    every: '1 minute',
    due: companiesToCheck,
    async handle(_data, scope) {
      await notifySupers(scope);
      if (isModuleOn(scope)) await checkDue(scope);
    },
  });
  host.job(deliverNotices, {
    data: z.object({}),
    every: '1 minute',
    due: companiesToTell,
    handle: async (_data, scope) => {
      if (isModuleOn(scope)) await deliverAll(scope, new Date());
    },
  });
};
