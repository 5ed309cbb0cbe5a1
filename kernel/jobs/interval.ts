import type { Agenda } from 'agenda';

/** Returns the first run of a recurring job: at once for an interval, at the next time for a cron line. */
export const firstRun = (agenda: Agenda, every: string, timeZone?: string): Date => {
  const job = agenda.create('rhythm', {});
  return certain(job.repeatEvery(every, { timezone: timeZone }).attrs.nextRunAt, every);
};

/** Returns the run after `last`, in Agenda's own grammar: `5 minutes`, or a cron line. */
export const nextRun = (agenda: Agenda, every: string, last: Date, timeZone?: string): Date => {
  const job = agenda.create('rhythm', {});
  job.attrs.nextRunAt = last;
  return certain(job.repeatEvery(every, { timezone: timeZone, skipImmediate: true }).attrs.nextRunAt, every);
};

const certain = (at: Date | null, every: string): Date => {
  if (!at) throw new Error(`JOB_EVERY_INVALID: '${every}' is neither an interval nor a cron line`);
  return at;
};
