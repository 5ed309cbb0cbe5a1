import type { JobParameters } from 'agenda';
import type { Log } from '@balcao/sdk/server';
import type { JobStore } from './job-store.ts';

const NEVER = new Date('9999-01-01');

export class NotOurs extends Error {
  override readonly name = 'NotOurs';
}

/**
 * Agenda 6.2.6 trusts its own clock and memory where only the database knows:
 * - a job that waits here until its lock looks old is dropped without freeing its place, so here no lock ever looks old;
 * - what it saves about a job overwrites the node that took the job over, so only the holder of the lock may save;
 * - it removes a job that ended well in a second step, and leaves it for ever when that one fails;
 * - a lock that cannot be given back is an unhandled rejection, which would end the process; it runs out by itself.
 */
export const guardRepository = (store: JobStore, node: string, log: Log): void => {
  const { repository } = store.backend;
  const next = repository.getNextJobToRun.bind(repository);
  const unlock = repository.unlockJob.bind(repository);
  repository.getNextJobToRun = async (...found) => {
    const job = await next(...found);
    return job && { ...job, lockedAt: NEVER };
  };
  repository.saveJobState = async (job) => {
    const saved = isDone(job)
      ? await store.finish(String(job._id), node)
      : await store.saveState({ ...job, lockedAt: job.lockedAt && new Date() }, node);
    if (!saved) throw new NotOurs(`job ${String(job._id)} was replaced, removed or taken over`);
  };
  repository.unlockJob = async (job) => {
    await unlock(job).catch((error: unknown) => log.warn({ error }, 'a job could not be given back'));
  };
};

/** Ended well, with no other time to run: a failure would have the time of the end. */
const isDone = ({ lockedAt, nextRunAt, lastFinishedAt, failedAt }: JobParameters): boolean =>
  !lockedAt && !nextRunAt && lastFinishedAt !== undefined && failedAt?.getTime() !== lastFinishedAt.getTime();
