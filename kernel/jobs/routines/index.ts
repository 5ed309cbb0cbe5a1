import type { Routine } from '@balcao/sdk/server';
import { cancelJob } from './cancel-job.ts';
import { putJob } from './put-job.ts';

export const jobRoutines: readonly Routine[] = [cancelJob, putJob];
