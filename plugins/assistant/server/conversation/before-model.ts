import type { Profile } from '../profile/profile.ts';
import type { HandoverReason } from './loop.ts';
import { asksForPerson, isNegative, saysMisunderstood, touches } from './words.ts';

export interface Counts {
  misunderstood: number;
  negative: number;
}

/** Decides by the customer's words alone, before any model is asked. `isCounted`: `before` has these words already. */
export const decideByWords = (
  words: string,
  profile: Profile,
  before: Counts,
  isCounted = false,
): { reason: HandoverReason | undefined; counts: Counts } => {
  const counts = {
    misunderstood: before.misunderstood + (!isCounted && saysMisunderstood(words) ? 1 : 0),
    negative: before.negative + (!isCounted && isNegative(words) ? 1 : 0),
  };
  const reason = asksForPerson(words, profile.personWords)
    ? 'person'
    : touches(words, profile.topics)
      ? 'topic'
      : counts.misunderstood >= 2
        ? 'misunderstood'
        : counts.negative >= 2
          ? 'negative'
          : undefined;
  return { reason, counts };
};
