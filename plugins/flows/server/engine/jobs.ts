import { job } from '@balcao/sdk/server';

/** Continues one session: after a failure, or the rest of a long turn. */
export const wakeSession = job<{ sessionId: number }>('flows.wake');
/** Continues all sessions whose wait is over. */
export const wakeDueSessions = job<Record<string, never>>('flows.wake-due');
/** Does the work of a node outside the transaction: an HTTP request, an assistant. */
export const doWork = job<{ sessionId: number; token: string; attempt: number }>('flows.work');
/** Continues sessions that are due or unfinished, each minute in the companies that have some. */
export const sweepSessions = job<Record<string, never>>('flows.sweep');
/** Looks whether an hour or a date has come to which a flow is attached. */
export const watchCalendar = job<Record<string, never>>('flows.calendar');
/** Starts the flow of such an occasion. */
export const runOccasion = job<{ trigger: string; subject: string; day: string; after: number }>('flows.occasion');
/** Counts the days that are over. */
export const rollUp = job<Record<string, never>>('flows.roll-up');

/** One pending job of a session. */
export const sessionKey = (sessionId: number): string => `flows:${sessionId}`;
/** One pending piece of work of a session: a newer one replaces it. */
export const workKey = (sessionId: number): string => `work:${sessionId}`;
