import { api } from '@balcao/sdk/client';
import type { SuggestionOutcome } from '@balcao/tickets/contract';

/** Notes what a person did with a suggested reply. A note that is lost changes nothing for them. */
export const settled = async (reference: string, outcome: SuggestionOutcome): Promise<void> => {
  if (reference === '') return;
  await api.post(`/assistant/suggestions/${reference}/outcome`, { outcome }).catch(() => undefined);
};
