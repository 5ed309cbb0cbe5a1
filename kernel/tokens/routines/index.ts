import type { Routine } from '@balcao/sdk/server';
import { issueToken } from './issue-token.ts';
import { revokeToken } from './revoke-token.ts';
import { tokensUsed } from './tokens-used.ts';

export const tokenRoutines: readonly Routine[] = [issueToken, revokeToken, tokensUsed];
