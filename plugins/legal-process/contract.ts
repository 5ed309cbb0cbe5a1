/** Court cases: what sources report of them, the point by which plugins add sources, events, jobs and live messages. */
import { event, job, point, room } from '@balcao/sdk/contract';

/** One thing that happened in a case: a movement of the court, or a publication in its gazette. */
export interface LegalStep {
  /** Identifies it within the case, whichever time it is read. 64 characters at most. */
  key: string;
  kind: 'movement' | 'publication';
  /** ISO 8601; of a publication midnight in Brasília. */
  at: string;
  title: string;
  description: string | null;
  /** `G1`, `G2`, `JE`, `TR`, `SUP`; '' if the source does not say. */
  instance: string;
  /** Code of the national table of movements (TPU); null: none. */
  code: number | null;
  files: { description: string; url: string }[];
}
export interface LegalLawyer {
  name: string;
  /** Digits of the registration; null: none was given. */
  oab: string | null;
  uf: string | null;
}
/** A party of the case. */
export interface LegalPerson {
  name: string;
  /** `active`, `passive`, `third`; other texts of the source are shown as they are. */
  description: string;
  /** Lawyers that the source ties to this party. */
  lawyers: LegalLawyer[];
}
/** The report of a source about a case. Values that it does not know are null or empty, and never guessed. */
export interface LegalRecord {
  /** Kind of the case: `Mandado de Segurança Cível`. */
  className: string | null;
  /** `2026-06-22` */
  startAt: string | null;
  /** When the source last heard from the court, ISO 8601. */
  updatedAt: string | null;
  judge: string | null;
  value: string | null;
  /** The court's own control number. */
  control: string | null;
  subject: string | null;
  /** The court and its chamber. */
  jurisdiction: string | null;
  instances: string[];
  people: LegalPerson[];
  /** Lawyers that the source names without tying them to a party. */
  lawyers: LegalLawyer[];
  steps: LegalStep[];
}

/** One setting of a source that the platform's super user enters. */
export interface LegalField {
  key: string;
  /** Locale key. */
  label: string;
  /** Locale key of one line of help. */
  help?: string;
  required?: boolean;
  /** Stored encrypted, and never sent to browsers. */
  secret?: boolean;
  /** The value in use while none was entered. */
  default?: string;
}
export type LegalSettings = Readonly<Record<string, string>>;

/**
 * A source of cases. `settings` are the values that the super user entered for it. Of several sources the first that
 * reports a value gives it; people, lawyers and steps are those of all.
 */
export interface LegalProvider {
  id: string;
  /** Lower ones are asked first; 100 if absent. */
  order?: number;
  /** Locale key. */
  label: string;
  /** Locale key of one line of help. */
  help?: string;
  fields: readonly LegalField[];
  /**
   * `case`: it decides whether the case exists. `people`, `value` and `files` say what people cannot expect of it.
   * `push`: it tells of news by itself, which needs `watch` and `heard`. `publications`: it reports the gazettes; beside a
   * paid source that does, no other one of them is asked.
   */
  gives: { case: boolean; people: boolean; value: boolean; files: boolean; push?: boolean; publications?: boolean };
  /**
   * The source charges for what it is asked. It is asked only in companies that chose it, for one case at most once an
   * hour however often people look, and for monitored cases once a week while it watches them, once a day until then.
   */
  isPaid?: boolean;
  /** Its reports are public and the same for everybody, so that companies which watch one case share it. */
  isPublic: boolean;
  /** Returns the minimum milliseconds between two requests of the whole installation; absent: there is none. */
  everyMs?(settings: LegalSettings): number;
  /** Returns whether it may know cases of this number's court; absent: it may know all. */
  covers?(cnj: string): boolean;
  /** Validates the settings: throw `invalid({ baseUrl: '…' })` for each that cannot work. */
  check?(settings: LegalSettings): void;
  /**
   * Asks the source for a case by its 20 digits; undefined: it is not there. `signal` ends it. Throw `LegalFault`
   * for every other outcome. `request` is for sources that answer later.
   */
  lookUp(
    cnj: string,
    settings: LegalSettings,
    signal: AbortSignal,
    request: LegalRequest,
  ): Promise<LegalRecord | undefined>;
  /** Other courts that may know a case under the same number, such as those to which it went up. */
  further?: {
    /** Returns whether the report says that the case may be there. */
    isWanted(record: LegalRecord, cnj: string): boolean;
    /** A stored answer of as many days will do. */
    everyDays: number;
    lookUp(cnj: string, settings: LegalSettings, signal: AbortSignal): Promise<LegalRecord | undefined>;
  };
  /**
   * Asks the source to tell of news of a monitored case by itself. Returns its name for the watch. Called once for each
   * company and case, and again some minutes after a `LegalFault`.
   */
  watch?(cnj: string, settings: LegalSettings, signal: AbortSignal): Promise<string>;
  /** Ends a watch, by what `watch` returned. One that the source no longer has is ended. */
  unwatch?(watchId: string, settings: LegalSettings, signal: AbortSignal): Promise<void>;
  /**
   * Reads a call of the source to the address that the super user entered at it. Return nothing for a call that is not
   * the source's, or tells nothing new: the caller receives 200 in any case. What a call says is never stored: the
   * source is asked again.
   */
  heard?(call: LegalCall, settings: LegalSettings): readonly LegalNotice[];
}
/** A look-up that the source goes on with after it was asked. */
export interface LegalRequest {
  /** The name that `keep` stored when the case was last asked, or a notice named, within a day; undefined: nothing is under way. */
  readonly id: string | undefined;
  /**
   * Returns whether a request that costs something may be made: nobody waits, or there is no time for it, when not. Then
   * read only the answer to `id`; one that the source no longer has failed.
   */
  mayBegin(): boolean;
  /**
   * Stores the source's name for the request before you wait for its answer, so that nobody pays for it twice; null: it
   * failed, and the next look-up begins another. A look-up that returns ends it by itself.
   */
  keep(id: string | null): Promise<void>;
  /** Call it when you return an answer that the source will replace: `lookUp` is called again with the same `id`. */
  goesOn(): void;
}
/** A call of a source to us. */
export interface LegalCall {
  /** In lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The JSON of the body. */
  body: unknown;
}
/** Says that there is something new. */
export interface LegalNotice {
  /** The same in every repeat of this notice, and in no other. */
  id: string;
  /** The name that `watch` returned, or `keep` stored. */
  ref: string;
  /** A request under which the source has the news ready; `lookUp` is called with it. Absent: it is asked anew. */
  request?: string;
}
/**
 * Server: sources of court cases.
 * @example
 * host.contribute(legalProvider, {
 *   id: 'acme',
 *   label: 'provider.acme',
 *   fields: [{ key: 'token', label: 'provider.token', required: true, secret: true }],
 *   gives: { case: true, people: true, value: true, files: false },
 *   isPublic: false,
 *   lookUp: (cnj, { token }, signal) => readCase(cnj, token, signal),
 * });
 */
export const legalProvider = point<LegalProvider>('legal-process.provider');

/**
 * Why a source did not answer. `key`: it refused our key; `credit`: the account has no balance; `blocked`: it refuses our
 * address, as hosts of CNJ do outside Brazil; `busy`: too many requests, wait; `working`: it is asking the court, and
 * answers later; `down`: no answer, or none that can be read.
 */
export type LegalFaultKind = 'key' | 'credit' | 'blocked' | 'busy' | 'working' | 'down';

/** The failure of a source. The details are for the log, never for people. */
export class LegalFault extends Error {
  override readonly name = 'LegalFault';
  readonly kind: LegalFaultKind;
  /** For how many milliseconds the source asks for silence; 0: it does not say. */
  readonly waitMs: number;
  constructor(kind: LegalFaultKind, options: { waitMs?: number; cause?: unknown } = {}) {
    super(kind, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.waitMs = options.waitMs ?? 0;
  }
}

/** Steps of a monitored case were found that were not there before. Key: the case. */
export const legalStepFound = event<{
  caseId: number;
  /** 20 digits. */
  cnj: string;
  /** Newest first, 20 at most; `count` is the number of all. */
  steps: { at: string; title: string; instance: string; kind: LegalStep['kind'] }[];
  count: number;
  /** Ids of the contacts for whom the case is monitored. */
  contactIds: number[];
}>('legal.step.found');

/** Live: `changed` {ids} of monitorings that were added, changed, checked or ended; fetch them again. */
export const legalRoom = room('legal-process.list');

/**
 * Live, of one person: `answered` {cnj, error} when a source has answered that was still asking the court as the person
 * looked the case up. `error` null: look it up again, which costs nothing; a code: the source gave up.
 */
export const lookUpRoom = room<{ userId: number }>('legal-process.look-ups');

/** The name in `data-notices` of an element that shows the late answer to this look-up by itself. */
export const lookUpList = (cnj: string): string => `legal-process.look-up:${cnj}`;

/** Checks the cases that are due. */
export const checkCases = job<Record<string, never>>('legal-process.check');
/** Begins and ends the watches that sources keep of monitored cases. */
export const tendCases = job<Record<string, never>>('legal-process.tend');
/** Sends the notices that wait. */
export const deliverNotices = job<Record<string, never>>('legal-process.deliver');
/** Reads the answer that a source still owes to somebody who looked a case up. */
export const readLateAnswer = job<{
  cnj: string;
  userId: number;
  askedAt: number;
  looks: number;
  isImpersonated: boolean;
}>('legal-process.late-answer');
/** Removes what nobody needs any more. */
export const tidyCases = job<Record<string, never>>('legal-process.tidy');
