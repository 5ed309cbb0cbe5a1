import type { Routine } from '@balcao/sdk/server';
import { platformTotals } from './platform-totals.ts';
import { removePlatformProvider } from './remove-platform-provider.ts';
import { removePrompt } from './remove-prompt.ts';
import { savePlatformProvider } from './save-platform-provider.ts';
import { savePlatformPurposes } from './save-platform-purposes.ts';
import { savePrices } from './save-prices.ts';
import { savePrompt } from './save-prompt.ts';

export const routines: readonly Routine[] = [
  removePrompt,
  savePrompt,
  savePlatformProvider,
  removePlatformProvider,
  savePlatformPurposes,
  savePrices,
  platformTotals,
];
