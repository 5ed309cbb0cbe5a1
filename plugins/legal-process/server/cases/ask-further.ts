import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';
import type { LegalRecord } from '../../contract.ts';
import type { Source } from '../settings/setup.ts';
import { faultOf } from './ask-now.ts';
import { keepCopy, newestCopy, noteFault, stateKey, takeTurn } from './source-state.ts';

const dayMs = 86_400_000;
/** Nobody waits longer for a court that may not know the case. */
const shortestMs = 500;

/**
 * Asks the further courts of a source when its report says that the case may be there. Their stored answer does when it is
 * young enough, when there is no time, and when they do not answer: the case itself was read.
 */
export const askFurther = async (
  scope: Scope,
  { contribution, settings }: Source,
  cnj: string,
  record: LegalRecord,
  limitMs: number,
): Promise<LegalRecord | undefined> => {
  const { id, isPublic, further } = contribution.item;
  if (!further?.isWanted(record, cnj)) return undefined;
  const place = { cnj, source: `${id}:further`, isPublic };
  const copy = await newestCopy(scope, place);
  const known = copy?.record ?? undefined;
  if (limitMs < shortestMs || (copy && Date.now() - copy.at.getTime() <= further.everyDays * dayMs)) return known;
  const state = stateKey(id, settings);
  const longestMs = limitMs - shortestMs;
  const turn = await takeTurn(scope, { contribution, settings }, longestMs);
  if (turn.until || turn.waitMs >= longestMs) return known;
  if (turn.waitMs > 0) await sleep(turn.waitMs, undefined, { signal: scope.signal });
  const leftMs = limitMs - turn.waitMs;
  const began = Date.now();
  try {
    const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(leftMs)]);
    const said = await contribution.run(() => further.lookUp(cnj, settings, signal).catch(faultOf), {
      limitMs: leftMs + 2000,
    });
    if (said instanceof Error) throw said;
    await keepCopy(scope, place, said, { tookMs: Date.now() - began, goesOn: false, isRequested: false });
    return said;
  } catch (error) {
    scope.signal.throwIfAborted();
    const fault = faultOf(error);
    scope.log.warn({ err: fault.cause ?? fault, source: id, fault: fault.kind }, 'a further court did not answer');
    await noteFault(scope, state, fault);
    return known;
  }
};
