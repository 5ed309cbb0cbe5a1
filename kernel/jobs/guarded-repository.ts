import type { JobParameters } from 'agenda';
import type { Log } from '@balcao/sdk/server';
import type { DueTimes } from './due-times.ts';
import type { JobStore } from './job-store.ts';

const NEVER = new Date('9999-01-01');

export class JobNotHeld extends Error {
  override readonly name = 'JobNotHeld';
}

interface TakingRules {
  /** Absent: Agenda's rounds find due jobs. */
  dueTimes: DueTimes | undefined;
  /** Returns whether this node has room for a job of this id, beside those that it is taking. */
  mayTake(id: string, taking: number): boolean;
  /** A call that was taking a job found none. */
  tookNone(): void;
}

export interface GuardedRepository {
  /** Takes no more jobs. Resolves when the calls that were taking one have ended, and have released what they took. */
  stopTaking(): Promise<void>;
}

/**
 * Guards Agenda 6.2.6, which trusts its own clock and memory where only the database knows: - a job that waits here
 * until its lock looks old is dropped without freeing its slot, so no lock ever looks old here; - what it saves about
 * a job overwrites the node that took the job over, so only the holder of the lock may save; - it removes a finished
 * job in a second step, and leaves it for ever when that fails; - a lock that cannot be released is an unhandled
 * rejection, which would end the process; it expires by itself; - a call that is taking a job while Agenda stops keeps
 * its lock, so that no node runs the job until the lock expires; - jobs that are not due yet are taken and kept in
 * memory, and every id is asked for in every round: with `dueTimes` only due jobs are taken, of ids that have some; -
 * its limit of all locked jobs lets the ids that find no room wait until its next round.
 */
export const guardRepository = (
  store: JobStore,
  node: string,
  log: Log,
  { dueTimes, mayTake, tookNone }: TakingRules,
): GuardedRepository => {
  const { repository } = store.backend;
  const next = repository.getNextJobToRun.bind(repository);
  const unlock = repository.unlockJob.bind(repository);
  const taking = new Set<Promise<unknown>>();
  let isStopping = false;
  const take: typeof next = async (name, nextScanAt, ...rest) => {
    const job = await next(name, dueTimes ? new Date() : nextScanAt, ...rest);
    if (!job) await dueTimes?.noneLeft(name);
    if (job && isStopping) {
      await repository.unlockJob(job);
      return undefined;
    }
    return job && { ...job, lockedAt: NEVER };
  };
  repository.getNextJobToRun = async (...found) => {
    const [id] = found;
    if (isStopping || dueTimes?.mayBeDue(id) === false || !mayTake(id, taking.size)) return undefined;
    const call = take(...found);
    taking.add(call);
    let job: Awaited<typeof call>;
    try {
      job = await call;
    } finally {
      taking.delete(call);
      if (!job) tookNone();
    }
    return job;
  };
  repository.saveJobState = async (job) => {
    const saved = isDone(job)
      ? await store.finish(String(job._id), node)
      : await store.saveState({ ...job, lockedAt: job.lockedAt && new Date() }, node);
    if (!saved) throw new JobNotHeld(`job ${String(job._id)} was replaced, removed or taken over`);
  };
  repository.unlockJob = async (job) => {
    await unlock(job).catch((error: unknown) => log.warn({ error }, 'job could not be released'));
  };
  return {
    async stopTaking() {
      isStopping = true;
      await Promise.allSettled(taking);
    },
  };
};

/** Finished successfully, with no next run: a failure would have the time of the end. */
const isDone = ({ lockedAt, nextRunAt, lastFinishedAt, failedAt }: JobParameters): boolean =>
  !lockedAt && !nextRunAt && lastFinishedAt !== undefined && failedAt?.getTime() !== lastFinishedAt.getTime();
