import { AppError, notFound, type Scope } from '@balcao/sdk/server';
import type { LegalRecord, LegalStep } from '../../contract.ts';
import { sourcesInUse, type Source } from '../settings/setup.ts';
import { askFurther } from './ask-further.ts';
import { askSource, type Asked, type Wanted } from './ask-source.ts';
import { faultCodes, faultError } from './faults.ts';
import { joined } from './joined.ts';
import type { Place } from './source-state.ts';

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
/** The answers of all sources together; `failure`: the reason why nothing is known. */
export type Said = (Found & { failure: null }) | { failure: AppError; sources: SourceView[] };

/** Nothing is stored, and a paid source is asked only when somebody says so. */
export const notAsked = 'ERR_LEGAL_NOT_ASKED';

/** Returns whether a source works on the case, and said nothing final yet. */
export const isOwed = (said: Said): boolean =>
  said.failure ? said.failure.code === faultCodes.working : said.isPending;

/** The same when nothing comes any more: a source that is still working did not answer. */
export const withoutWait = (said: Said): Said => {
  const sources = said.sources.map((one) =>
    one.fault === faultCodes.working ? { ...one, fault: faultCodes.down } : one,
  );
  if (!said.failure) return { ...said, sources, isPending: false };
  if (said.failure.code !== faultCodes.working) return { failure: said.failure, sources };
  const { status, context } = said.failure;
  return { failure: new AppError(status, faultCodes.down, { ...(context && { context }) }), sources };
};

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
  if (deciding.some(({ copy }) => copy === undefined)) return notFound(notAsked);
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
