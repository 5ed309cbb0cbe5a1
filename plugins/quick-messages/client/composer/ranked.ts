import { foldText } from '@balcao/sdk/client';
import type { QuickMessage } from '../../contract.ts';

type Ranked = Pick<QuickMessage, 'shortcode' | 'message' | 'priority' | 'uses'>;

const rank = ({ shortcode }: Ranked, term: string): number => {
  const code = foldText(shortcode);
  return term === '' ? 0 : code === term ? 0 : code.startsWith(term) ? 1 : 2;
};

/**
 * Returns the replies whose shortcode or text matches a term: shortcodes that start with it first, then by priority,
 * then the most used.
 */
export function rankReplies<T extends Ranked>(replies: readonly T[], typed: string): T[] {
  const term = foldText(typed.trim());
  return replies
    .filter(({ shortcode, message }) => term === '' || foldText(`${shortcode} ${message}`).includes(term))
    .sort(
      (one, other) =>
        rank(one, term) - rank(other, term) ||
        one.priority - other.priority ||
        other.uses - one.uses ||
        one.shortcode.localeCompare(other.shortcode),
    );
}
