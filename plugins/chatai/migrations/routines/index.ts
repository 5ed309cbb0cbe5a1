import type { Routine } from '@balcao/sdk/server';
import { removePrompt } from './remove-prompt.ts';
import { savePrompt } from './save-prompt.ts';

export const routines: readonly Routine[] = [removePrompt, savePrompt];
