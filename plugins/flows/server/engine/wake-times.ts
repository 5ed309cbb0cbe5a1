import type { Scope } from '@balcao/sdk/server';
import { wakeDueSessions } from './jobs.ts';

/** Waits that end within the same part of a second share their jobs. */
const bucketMs = 250;
/** Jobs for one part of a second: so many workers share what is due then. */
const shares = 4;

/**
 * Schedules jobs for the ends of waits. Many sessions that are due at the same time have few jobs: each job continues
 * everything that is due. A wait that ended otherwise leaves a job that finds nothing.
 */
export const scheduleWakes = async (scope: Scope, waits: readonly { sessionId: number; at: Date }[]): Promise<void> => {
  const jobs = new Map<string, Date>();
  for (const { sessionId, at } of waits) {
    // A little later than the wait ends: clocks differ, and a job that comes too early would find nothing.
    const bucket = Math.floor(at.getTime() / bucketMs) + 1;
    jobs.set(`due:${bucket}:${sessionId % shares}`, new Date(bucket * bucketMs));
  }
  // In one order everywhere: two transactions that schedule the same jobs wait for each other in turn.
  for (const [key, at] of [...jobs].toSorted(([one], [other]) => one.localeCompare(other)))
    await scope.jobs.schedule(wakeDueSessions, {}, { at, key });
};
