import type { Migration } from '@balcao/sdk/server';
import { knowledge } from './0001-knowledge.ts';
import { conversations } from './0002-conversations.ts';
import { suggestions } from './0003-suggestions.ts';
import { evaluations } from './0004-evaluations.ts';
import { suggestedParts } from './0005-suggested-parts.ts';
import { proposals } from './0006-proposals.ts';
import { outcomes } from './0007-outcomes.ts';
import { suggestionOutcomes } from './0008-suggestion-outcomes.ts';
import { evaluationLease } from './0009-evaluation-lease.ts';
import { doubtsAndRewrites } from './0010-doubts-and-rewrites.ts';
import { embeddingModels } from './0011-embedding-models.ts';
import { draftedFrom } from './0012-drafted-from.ts';
import { formerDrafts } from './0013-former-drafts.ts';
import { dueAnywhere } from './0014-due-anywhere.ts';

export const migrations: readonly Migration[] = [
  knowledge,
  conversations,
  suggestions,
  evaluations,
  suggestedParts,
  proposals,
  outcomes,
  suggestionOutcomes,
  evaluationLease,
  doubtsAndRewrites,
  embeddingModels,
  draftedFrom,
  formerDrafts,
  dueAnywhere,
];
