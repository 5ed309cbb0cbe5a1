import { openMongoStore } from './mongo-store.ts';
import { openPostgresStore } from './postgres-store.ts';
import type { JobsOptions } from './options.ts';
import { JobRunner } from './runner.ts';

export type { FailedJob } from './job-store.ts';
export type { DefinedJob, JobsOptions, JobStats } from './options.ts';
export { JobRunner };

/** Connects, makes the tables when they are missing, and runs nothing until `start`. */
export const openJobs = async (options: JobsOptions): Promise<JobRunner> => {
  const { jobsUrl, databaseUrl, log } = options;
  const isMongo = jobsUrl !== undefined && /^mongodb(\+srv)?:\/\//.test(jobsUrl);
  return new JobRunner(options, isMongo ? await openMongoStore(jobsUrl) : await openPostgresStore(databaseUrl, log));
};
