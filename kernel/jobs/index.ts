import { openPostgresStore } from './postgres-store.ts';
import type { JobsOptions } from './options.ts';
import { JobRunner } from './runner.ts';

export type { FailedJob } from './job-store.ts';
export type { DefinedJob, JobsOptions, JobStats } from './options.ts';
export { JobRunner };

/** Connects, creates the tables when they are missing, and runs nothing until `start`. */
export const openJobs = async (options: JobsOptions): Promise<JobRunner> => {
  const { jobsUrl, databaseUrl, log, poolSize } = options;
  const isMongo = jobsUrl !== undefined && /^mongodb(\+srv)?:\/\//.test(jobsUrl);
  if (!isMongo) return new JobRunner(options, await openPostgresStore(databaseUrl, log, poolSize));
  // The driver is imported only when it is used, because it would be a tenth of every start.
  const { openMongoStore } = await import('./mongo-store.ts');
  return new JobRunner(options, await openMongoStore(jobsUrl));
};
