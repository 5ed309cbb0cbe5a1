/** Contract of Google Calendar: what its calls answer, and its jobs. */
import { job } from '@balcao/sdk/contract';

/** The path of the callback, to register at Google behind the address of this installation. */
export const redirectPath = '/api/google/callback';
/** The parameter of `/schedules` that tells how a consent ended. */
export const outcomeParameter = 'google';
/**
 * The outcome of a consent: `connected`; `denied` by the person; `scope`: the box of the calendar was unticked; `over`: too
 * late, another browser, or used before; `refused`: Google does not accept the client or its secret; `failed`: Google
 * could not be reached.
 */
export const outcomes = ['connected', 'denied', 'scope', 'over', 'refused', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * `ok`; `needs-consent`: Google ended the consent, and nothing is asked there until the person consents again; `failing`:
 * the last attempts failed, and it is tried again.
 */
export type AccountState = 'ok' | 'needs-consent' | 'failing';

/** The answer of `GET /google/check-connection`. */
export interface ConnectionView {
  connected: boolean;
  /** The owner of the client id and secret that a consent uses; `none`: nobody has entered them. */
  client: 'company' | 'installation' | 'none';
  /** The reader may enter them, for the company or for the installation. */
  maySetUp: boolean;
  /** Null: not connected. */
  account: {
    email: string;
    state: AccountState;
    /** Why it is failing: `client`, `unreachable`, `quota` or `refused`; null: it is not. */
    error: string | null;
    isSyncing: boolean;
    /** ISO 8601; null: not yet. */
    syncedAt: string | null;
    /** Google tells of changes at once; otherwise they are fetched every few minutes. */
    hasChannel: boolean;
    /** Changes that lost against the other side and can be restored: of entries that are still there, and the reader's. */
    losses: number;
    /** The person's scheduled messages are shown at Google. */
    showsMessages: boolean;
  } | null;
}

/**
 * A change that lost. `here` or `there`: the same field was changed on both sides, and the later one was kept;
 * `deleted-there`: deleted at Google and changed here, so it is kept here alone; `deleted-here`: deleted here and changed
 * at Google, so it came back.
 */
export type LossKind = 'here' | 'there' | 'deleted-there' | 'deleted-here';
/** A field of an entry that both sides have. */
export type Field = 'title' | 'description' | 'when' | 'isPrivate';
export interface LossView {
  id: number;
  kind: LossKind;
  /** Null: the whole entry. */
  field: Field | null;
  /** The title that the entry has now. */
  title: string;
  /** The lost value, in words; '' for whole entries. */
  lost: string;
  /** ISO 8601. */
  at: string;
}

/** Makes one person’s entries and calendar at Google equal. */
export const syncCalendar = job<{ userId: number }>('google-calendar.sync');
/** Finds everybody whose calendar is due. */
export const sweepCalendars = job<Record<string, never>>('google-calendar.sweep');
/** Deletes old consents that were begun, and old lost values. */
export const tidyCalendars = job<Record<string, never>>('google-calendar.tidy');
