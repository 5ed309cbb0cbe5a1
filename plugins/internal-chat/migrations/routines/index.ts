import type { Routine } from '@balcao/sdk/server';
import { messageSearch } from './message-search.ts';
import { passOnOwnership } from './pass-on-ownership.ts';

export const routines: readonly Routine[] = [messageSearch, passOnOwnership];
