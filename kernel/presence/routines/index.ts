import type { Routine } from '@balcao/sdk/server';
import { setPresence } from './set-presence.ts';
import { sweepPresence } from './sweep-presence.ts';

export const presenceRoutines: readonly Routine[] = [setPresence, sweepPresence];
