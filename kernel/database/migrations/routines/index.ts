import type { Routine } from '@balcao/sdk/server';
import { companyMark } from './company-mark.ts';
import { likePattern } from './like-pattern.ts';
import { ownWrites } from './own-writes.ts';
import { proof } from './proof.ts';
import { proved } from './proved.ts';
import { requireSuper } from './require-super.ts';
import { superWrites } from './super-writes.ts';

export const databaseRoutines: readonly Routine[] = [
  companyMark,
  likePattern,
  ownWrites,
  proof,
  proved,
  requireSuper,
  superWrites,
];
