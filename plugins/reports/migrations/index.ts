import type { Migration, Routine } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { exportFiles } from './0002-exports.ts';
import { derive } from './routines/derive.ts';
import { differences } from './routines/differences.ts';
import { figures } from './routines/figures.ts';
import { publicAttendance } from './routines/public-attendance.ts';
import { recount } from './routines/recount.ts';
import { rollUp } from './routines/roll-up.ts';

export const migrations: Migration[] = [tables, exportFiles];
export const routines: Routine[] = [derive, differences, figures, recount, rollUp, publicAttendance];
