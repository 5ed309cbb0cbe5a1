import type { Routine } from '@balcao/sdk/server';
import { accountsAt } from './accounts-at.ts';
import { accountsOf } from './accounts-of.ts';
import { keepReleased } from './keep-released.ts';
import { pageInUse } from './page-in-use.ts';
import { pageWantsComments } from './page-wants-comments.ts';

export const routines: readonly Routine[] = [accountsAt, accountsOf, keepReleased, pageInUse, pageWantsComments];
