import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, notFound, type Scope } from '@balcao/sdk/server';
import type { LegalFaultKind, LegalProvider, LegalRecord, LegalStep } from '../../contract.ts';
import { sourcesInUse, type Source } from '../settings/setup.ts';
import { isWatched } from '../watching/watch-rows.ts';
import { askFurther } from './ask-further.ts';
import { askNow, faultOf } from './ask-now.ts';
import { faultCodes, faultError } from './faults.ts';
import { joined } from './joined.ts';
import { endRequest, openRequest } from './open-request.ts';
import {
  keepCopy,
  newestCopy,
  noteAnswer,
  noteFault,
  stateKey,
  takeTurn,
  type Copy,
  type Place,
} from './source-state.ts';

/** The answer of one source, or the reason for none: then `at` is the time of its answer before. */
export interface SourceView {
  id: string;
  label: string;
  /** ISO 8601; null: it never answered. */
  at: string | null;
  /** Code; null: it answered. */
  fault: string | null;
  /** Until when it is left alone, ISO 8601. */
  until: string | null;
}
export interface Found {
  record: LegalRecord;
  sources: SourceView[];
  /** No source failed; stored answers count. */
  isComplete: boolean;
  /** The stored answers that it is made of. */
  places: readonly Place[];
  /** A source is still asking the court, and replaces what it said. */
  isPending: boolean;
  /** By kind of step the source that reports it; absent: none of those answered. */
  origins: Partial<Record<LegalStep['kind'], string>>;
}
interface Wanted {
  /** A stored answer of at most this age will do, in milliseconds. */
  maxAgeMs: number;
  /** Milliseconds for each source. */
  limitMs: number;
  /** Nobody waits: the case is checked by itself, and paid sources are asked seldom. */
  isRoutine?: boolean;
  /** Paid sources are asked only for the answer to a request that they work on already. */
  beginsNothing?: boolean;
}
interface Asked {
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

/** Returns whether nothing newer is known, and the answer does. */
const isYoung = (copy: Copy | undefined, maxAgeMs: number): boolean =>
  copy !== undefined && !copy.isOld && Date.now() - copy.at.getTime() <= maxAgeMs;

/** Asks one source, or takes its stored answer when that is young enough or the source does not answer. */
const askSource = async (scope: Scope, source: Source, cnj: string, wanted: Wanted): Promise<Asked> => {
  const { contribution, settings } = source;
  const { limitMs } = wanted;
  const { id, isPublic } = contribution.item;
  const place = { cnj, source: id, isPublic };
  const copy = await newestCopy(scope, place);
  const maxAgeMs = await ageFor(scope, contribution.item, cnj, wanted);
  if (isYoung(copy, maxAgeMs)) return { source, copy, fault: null, until: null };
  const state = stateKey(id, settings);
  const turn = await takeTurn(scope, source, limitMs);
  if (turn.until) return { source, copy, fault: turn.fault ?? 'busy', until: turn.until };
  if (turn.waitMs >= limitMs) return { source, copy, fault: 'busy', until: null };
  if (turn.waitMs > 0) await sleep(turn.waitMs, undefined, { signal: scope.signal });
  const open = await openRequest(scope, cnj, id, copy && !copy.isOld ? copy.at : null);
  if (open === undefined && contribution.item.isPaid === true) {
    // Somebody else may have read the answer to the request since: an answer is stored before its request ends.
    const newest = await newestCopy(scope, place);
    if (isYoung(newest, maxAgeMs) || wanted.beginsNothing) return { source, copy: newest, fault: null, until: null };
  }
  try {
    const { record, goesOn, request, tookMs } = await askNow(scope, source, cnj, open, limitMs - turn.waitMs);
    await keepCopy(scope, place, record, { tookMs, goesOn });
    if (!goesOn && request !== undefined) await endRequest(scope, cnj, id, request);
    await noteAnswer(scope, state);
    const answer = { record: record ?? null, at: new Date(), isOld: goesOn };
    return { source, copy: answer, fault: null, until: null, isPending: goesOn };
  } catch (error) {
    scope.signal.throwIfAborted();
    const fault = faultOf(error);
    // The court takes its time: nothing is wrong with the source.
    if (fault.kind === 'working') return { source, copy, fault: fault.kind, until: null, isPending: true };
    scope.log.warn({ err: fault.cause ?? fault, source: id, fault: fault.kind }, 'a source of cases did not answer');
    return { source, copy, fault: fault.kind, until: await noteFault(scope, state, fault) };
  }
};

/** The answers of all sources together; `failure`: the reason why nothing is known. */
export type Said = (Found & { failure: null }) | { failure: AppError; sources: SourceView[] };

const nameOf = ({ contribution: { item, scope } }: Source): string => scope.t(item.label);

const viewOf = ({ source, copy, fault, until }: Asked): SourceView => ({
  id: source.contribution.item.id,
  label: nameOf(source),
  at: copy?.at.toISOString() ?? null,
  fault: fault === null ? null : faultCodes[fault],
  until: until?.toISOString() ?? null,
});

const failureOf = (asked: readonly Asked[]): AppError => {
  const deciding = asked.filter(({ source }) => source.contribution.item.gives.case);
  const failed = deciding.find(({ fault }) => fault !== null);
  if (failed?.fault) return faultError(failed.fault, nameOf(failed.source), failed.until);
  return notFound(deciding.length > 0 ? 'ERR_NO_LEGAL_CASE_FOUND' : 'ERR_LEGAL_COURT_NOT_COVERED');
};

/** Asks all sources that cover a case. */
export const askSources = async (scope: Scope, cnj: string, wanted: Wanted): Promise<Said> => {
  const all = await sourcesInUse(scope);
  if (all.length === 0) return { failure: new AppError(409, 'ERR_LEGAL_NOT_SET_UP'), sources: [] };
  const covering = all.filter(({ contribution: { item } }) => item.covers?.(cnj) ?? true);
  const began = Date.now();
  const asked = await Promise.all(covering.map((source) => askSource(scope, source, cnj, wanted)));
  const sources = asked.map(viewOf);
  const records: LegalRecord[] = [];
  for (const { source, copy } of asked) {
    if (!copy?.record) continue;
    const further = await askFurther(scope, source, cnj, copy.record, wanted.limitMs - (Date.now() - began));
    records.push(copy.record, ...(further ? [further] : []));
  }
  if (records.length === 0) return { failure: failureOf(asked), sources };
  const idOf = (one: Asked | undefined): string | undefined => one?.source.contribution.item.id;
  const movement = idOf(asked.find(({ source, copy }) => source.contribution.item.gives.case && copy?.record));
  // A gazette that has nothing answered too.
  const publication = idOf(
    asked.find(
      ({ source, copy }) =>
        copy &&
        (source.contribution.item.gives.publications || copy.record?.steps.some(({ kind }) => kind === 'publication')),
    ),
  );
  return {
    failure: null,
    record: joined(records),
    sources,
    isPending: asked.some((one) => one.isPending === true),
    isComplete: asked.every(({ fault }) => fault === null),
    places: asked.map(
      ({
        source: {
          contribution: { item },
        },
      }) => ({ cnj, source: item.id, isPublic: item.isPublic }),
    ),
    origins: { ...(movement !== undefined && { movement }), ...(publication !== undefined && { publication }) },
  };
};

/**
 * Looks a case up. Throws ERR_LEGAL_NOT_SET_UP (409), ERR_NO_LEGAL_CASE_FOUND or ERR_LEGAL_COURT_NOT_COVERED (404), or
 * the failure of the source that would have to know it (502) when there is no stored answer either.
 */
export const lookUp = async (scope: Scope, cnj: string, wanted: Wanted): Promise<Found> => {
  const said = await askSources(scope, cnj, wanted);
  if (said.failure) throw said.failure;
  return said;
};
