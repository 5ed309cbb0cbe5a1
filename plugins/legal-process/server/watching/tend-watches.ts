import { setTimeout as sleep } from 'node:timers/promises';
import { sql, z, type Contribution, type Host, type Scope } from '@balcao/sdk/server';
import { LegalFault, tendCases, type LegalProvider, type LegalSettings } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { faultOf } from '../cases/ask-now.ts';
import { noteFault, stateKey, takeTurn } from '../cases/source-state.ts';
import { isModuleOn } from '../module.ts';
import { readSetup, sourcesInUse, sourcesOf } from '../settings/setup.ts';
import { dropWatch, noteWatch, noteWatchFailure, takeUnwanted, takeWanted, type WatchRow } from './watch-rows.ts';

/** Watches in one go; the rest follows a minute later. */
const perTurn = 20;
const limitMs = 15_000;

interface Watching {
  contribution: Contribution<LegalProvider>;
  settings: LegalSettings;
}

/** Asks the source one thing, in its turn. Returns false when it is left alone, or did not do it. */
const attempt = async (
  scope: Scope,
  { contribution, settings }: Watching,
  row: WatchRow,
  work: (item: LegalProvider, signal: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const { id } = contribution.item;
  const state = stateKey(id, settings);
  const turn = await takeTurn(scope, { contribution, settings }, limitMs);
  if (turn.until || turn.waitMs >= limitMs) return false;
  if (turn.waitMs > 0) await sleep(turn.waitMs, undefined, { signal: scope.signal });
  const fault = await contribution
    .run(
      (item, own) =>
        work(item, AbortSignal.any([own.signal, AbortSignal.timeout(limitMs)])).then(() => undefined, faultOf),
      { limitMs: limitMs + 2000 },
    )
    .catch((error: unknown) => new LegalFault('down', { cause: error }));
  if (fault === undefined) return true;
  scope.signal.throwIfAborted();
  scope.log.warn({ err: fault.cause ?? fault, source: id, fault: fault.kind }, 'a source does not watch a case');
  await noteFault(scope, state, fault);
  await noteWatchFailure(scope, row);
  return false;
};

/** Returns whether something may be left. */
const begin = async (scope: Scope, watching: Watching): Promise<boolean> => {
  const { id } = watching.contribution.item;
  const rows = await takeWanted(scope, id, perTurn);
  for (const row of rows) {
    const isDone = await attempt(scope, watching, row, async (item, signal) => {
      const watchId = await item.watch?.(row.cnj, watching.settings, signal);
      if (watchId !== undefined) await noteWatch(scope, row, watchId);
    });
    if (!isDone) return true;
  }
  return rows.length === perTurn;
};

/** Returns whether something may be left. */
const end = async (scope: Scope, watching: Watching, isChosen: boolean): Promise<boolean> => {
  const { id } = watching.contribution.item;
  const rows = await takeUnwanted(scope, id, isChosen, perTurn);
  for (const row of rows) {
    const { watchId } = row;
    if (watchId !== null) {
      const isDone = await attempt(scope, watching, row, async (item, signal) => {
        await item.unwatch?.(watchId, watching.settings, signal);
      });
      if (!isDone) return true;
    }
    await dropWatch(scope, row);
  }
  return rows.length === perTurn;
};

/**
 * Asks the company's source to watch its monitored cases, and ends the watches that nobody wants any more, because they
 * are paid for. Safe on many nodes at once. A node that dies between the answer of a source and its row leaves a watch
 * that nobody knows. Returns whether something may be left.
 */
export const tendWatches = async (scope: Scope): Promise<boolean> => {
  let isMore = false;
  const { providers } = await readSetup(scope);
  const isOn = isModuleOn(scope);
  const inUse = new Set((await sourcesInUse(scope)).map(({ contribution }) => contribution.item.id));
  for (const contribution of sourcesOf(scope)) {
    const { id, watch } = contribution.item;
    const settings = providers[id];
    if (!watch || !settings) continue;
    const isChosen = isOn && inUse.has(id);
    if (await end(scope, { contribution, settings }, isChosen)) isMore = true;
    if (isChosen && (await begin(scope, { contribution, settings }))) isMore = true;
  }
  return isMore;
};

/** SQL: the companies that have watches, or monitor cases and may choose a source that watches them. */
export const companiesToTend = sql`select c.id as company_id from kernel.company c
  where exists (select from legal_process.watch w where w.company_id = c.id)
     or exists (select from legal_process.monitoring m where m.company_id = c.id)`;

/** Also in companies without the module: there its watches end, because they are paid for. */
export const tendJob = (host: Host<typeof manifest>): void =>
  host.job(tendCases, {
    data: z.object({}),
    every: '10 minutes',
    due: companiesToTend,
    async handle(_data, scope) {
      if (await tendWatches(scope))
        await scope.jobs.schedule(tendCases, {}, { key: 'rest', at: new Date(Date.now() + 60_000) });
    },
  });
