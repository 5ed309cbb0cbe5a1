import { RetryLater } from '@balcao/sdk/server';

/** What plugin code may take at one go. Over it the work counts as failed, and its signal is aborted. */
export interface Limits {
  /** Milliseconds until a route must have answered. */
  routeMs: number;
  /** Milliseconds for one event by one listener. */
  eventMs: number;
  jobMs: number;
  /** For a room's `may`, `guests` and each message it accepts. */
  roomMs: number;
  /** For each contribution to a login. */
  loginMs: number;
  /** For an item that the opener of its point calls by `run`, unless the opener sets another limit. */
  contributionMs: number;
  /** Events that one request, event or job may emit. */
  events: number;
  /** Bytes of one live message, as JSON. */
  messageBytes: number;
  /** Failures in one place of one company within a minute, more than two of three calls, after which it rests. */
  failures: number;
  /** Milliseconds of the first rest; each further one lasts twice as long, up to six times this. */
  restMs: number;
}

/** Routes answer before a proxy's usual minute is over. */
export const defaultLimits: Limits = {
  routeMs: 50_000,
  eventMs: 60_000,
  jobMs: 15 * 60_000,
  roomMs: 10_000,
  loginMs: 5_000,
  contributionMs: 5_000,
  events: 2_000,
  messageBytes: 256 * 1024,
  failures: 5,
  restMs: 10_000,
};

/** Plugin code did not end within its time. */
export class TimeLimit extends Error {
  override readonly name = 'TimeLimit';
  readonly code = 'ERR_TIMEOUT';
  constructor(milliseconds: number) {
    super(`it did not end within ${milliseconds / 1000} s`);
  }
}

/** A place of a plugin rests after repeated failures: it is not called, and what was asked of it comes again later. */
export class Resting extends RetryLater {
  override readonly name = 'Resting';
  constructor(plugin: string, waitMs: number) {
    super(waitMs, `${plugin} rests here after repeated failures`);
  }
}
