import { RetryLater } from '@balcao/sdk/server';

/** Limits of one call of plugin code. Beyond them the call counts as failed, and its signal is aborted. */
export interface Limits {
  /** Milliseconds until a route must have answered. */
  routeMs: number;
  /** Milliseconds for one event by one listener. */
  eventMs: number;
  jobMs: number;
  /** Milliseconds for a room's `may`, `guests` and each message it accepts. */
  roomMs: number;
  /** Milliseconds for each contribution to a login. */
  loginMs: number;
  /** Time limit of a contribution called by `run`, unless the plugin that opened the point sets another. */
  contributionMs: number;
  /** Most events that one request, event or job may emit. */
  events: number;
  /** Most bytes of one live message, as JSON. */
  messageBytes: number;
  /**
   * Failures at one call site of one company within a minute, being more than two of three calls, after which the
   * circuit opens.
   */
  failures: number;
  /** Milliseconds for which the circuit is open at first; each further time doubles, up to six times this. */
  openMs: number;
  /** Clock of the circuits, in milliseconds. Absent: the real one; tests do not wait for it. */
  now?: () => number;
}

/** A route must answer before the usual minute of a proxy is over. */
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
  openMs: 10_000,
};

/** Plugin code did not end within its time limit. */
export class TimeLimit extends Error {
  override readonly name = 'TimeLimit';
  readonly code = 'ERR_TIMEOUT';
  constructor(milliseconds: number) {
    super(`it did not end within ${milliseconds / 1000} s`);
  }
}

/** The circuit of a call site is open after repeated failures: it is not called, and the work is repeated later. */
export class CircuitOpen extends RetryLater {
  override readonly name = 'CircuitOpen';
  constructor(plugin: string, waitMs: number) {
    super(waitMs, `${plugin} rests here after repeated failures`);
  }
}
