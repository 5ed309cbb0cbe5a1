import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';
import type { LegalFaultKind, LegalProvider } from '../../contract.ts';
import type { Source } from '../settings/setup.ts';
import { isWatched } from '../watching/watch-rows.ts';
import { askNow, faultOf } from './ask-now.ts';
import { claimRequest, type Claim } from './claim-request.ts';
import { endAnswered, endRequest, openRequest } from './open-request.ts';
import {
  answeredAt,
  isYoung,
  keepCopy,
  newestCopy,
  noteAnswer,
  noteFault,
  stateKey,
  takeTurn,
  type Copy,
} from './source-state.ts';

export interface Wanted {
  /** A stored answer of at most this age will do, in milliseconds. */
  maxAgeMs: number;
  /** Milliseconds for each source. */
  limitMs: number;
  /** Nobody waits: the case is checked by itself, and paid sources are asked seldom. */
  isRoutine?: boolean;
  /** Paid sources are asked only for the answer to a request that they work on already. */
  beginsNothing?: boolean;
}
/** The answer of one source. Neither `copy` nor `fault`: it was not asked, because that would begin something. */
export interface Asked {
  source: Source;
  copy: Copy | undefined;
  fault: LegalFaultKind | null;
  until: Date | null;
  isPending?: boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns the age up to which a stored answer will do. Each request to a paid source costs somebody money. */
const ageFor = async (scope: Scope, item: LegalProvider, cnj: string, wanted: Wanted): Promise<number> => {
  if (item.isPaid !== true) return wanted.maxAgeMs;
  if (wanted.isRoutine !== true) return Math.max(wanted.maxAgeMs, hourMs);
  return (await isWatched(scope, cnj, item.id)) ? 7 * dayMs : dayMs;
};

/** Asks one source, or takes its stored answer when that is young enough or the source does not answer. */
export const askSource = async (scope: Scope, source: Source, cnj: string, wanted: Wanted): Promise<Asked> => {
  const { contribution, settings } = source;
  const { limitMs, beginsNothing = false } = wanted;
  const { id, isPublic } = contribution.item;
  const isPaid = contribution.item.isPaid === true;
  const place = { cnj, source: id, isPublic };
  const copy = await newestCopy(scope, place);
  const since = answeredAt(copy);
  if (since) await endAnswered(scope, cnj, id, since);
  const maxAgeMs = await ageFor(scope, contribution.item, cnj, wanted);
  const known: Asked = { source, copy, fault: null, until: null };
  if (isYoung(copy, maxAgeMs)) return known;
  if (isPaid && beginsNothing && !(await openRequest(scope, cnj, id, since)))
    return { ...known, copy: await newestCopy(scope, place) };
  const state = stateKey(id, settings);
  const turn = await takeTurn(scope, source, limitMs);
  if (turn.until) return { ...known, fault: turn.fault ?? 'busy', until: turn.until };
  if (turn.waitMs >= limitMs) return { ...known, fault: 'busy' };
  if (turn.waitMs > 0) await sleep(turn.waitMs, undefined, { signal: scope.signal });
  const until = Date.now() + limitMs - turn.waitMs;
  const claim: Claim = isPaid
    ? await claimRequest(scope, place, { maxAgeMs, beginsNothing, until })
    : { state: 'open', id: (await openRequest(scope, cnj, id, since))?.id ?? undefined };
  if (claim.state === 'answered') return { ...known, copy: claim.copy };
  if (claim.state === 'late') return { ...known, fault: 'busy' };
  if (claim.state === 'making') return { ...known, fault: 'working', isPending: true };
  try {
    const { record, goesOn, request, tookMs } = await askNow(scope, source, cnj, {
      id: claim.id,
      limitMs: until - Date.now(),
      beginsNothing,
    });
    await keepCopy(scope, place, record, { tookMs, goesOn, isRequested: isPaid });
    if (request === undefined ? isPaid : !goesOn) await endRequest(scope, cnj, id, request);
    await noteAnswer(scope, state);
    const answer = { record: record ?? null, at: new Date(), isOld: goesOn };
    return { ...known, copy: answer, isPending: goesOn };
  } catch (error) {
    if (claim.state === 'own') await endRequest(scope, cnj, id, undefined);
    scope.signal.throwIfAborted();
    const fault = faultOf(error);
    // The court takes its time: nothing is wrong with the source.
    if (fault.kind === 'working') return { ...known, fault: fault.kind, isPending: true };
    scope.log.warn({ err: fault.cause ?? fault, source: id, fault: fault.kind }, 'a source of cases did not answer');
    return { ...known, fault: fault.kind, until: await noteFault(scope, state, fault) };
  }
};
