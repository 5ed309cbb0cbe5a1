import { api } from '@balcao/sdk/client';
import type { SuggestionOutcome } from '@balcao/tickets/contract';

const rewritten = 'rewrite:';
export const referenceOfRewrite = (id: number): string => `${rewritten}${id}`;

/** Notes what a person did with a suggested reply or a rewritten draft. A note that is lost changes nothing for them. */
export const settled = async (reference: string, outcome: SuggestionOutcome): Promise<void> => {
  const path = reference.startsWith(rewritten)
    ? `/assistant/rewrites/${reference.slice(rewritten.length)}/outcome`
    : `/assistant/suggestions/${reference}/outcome`;
  await api.post(path, { outcome }).catch(() => undefined);
};
