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
  /** `case`: it decides whether the case exists. The others say what people cannot expect of it. */
  gives: { case: boolean; people: boolean; value: boolean; files: boolean };
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
   * for every other outcome.
   */
  lookUp(cnj: string, settings: LegalSettings, signal: AbortSignal): Promise<LegalRecord | undefined>;
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
 * Why a source did not answer. `key`: it refused our key; `blocked`: it refuses our address, as hosts of CNJ do outside
 * Brazil; `busy`: too many requests, wait; `down`: no answer, or none that can be read.
 */
export type LegalFaultKind = 'key' | 'blocked' | 'busy' | 'down';

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

/** Checks the cases that are due. */
export const checkCases = job<Record<string, never>>('legal-process.check');
/** Sends the notices that wait. */
export const deliverNotices = job<Record<string, never>>('legal-process.deliver');
