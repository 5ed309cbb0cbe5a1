import type { QuickMessage } from '../../contract.ts';
import { plain } from '../plain.ts';

type Ranked = Pick<QuickMessage, 'shortcode' | 'message' | 'priority' | 'uses'>;

const place = ({ shortcode }: Ranked, term: string): number => {
  const code = plain(shortcode);
  return term === '' ? 0 : code === term ? 0 : code.startsWith(term) ? 1 : 2;
};

/**
 * Those that a term finds in shortcode or text: what it begins the shortcode of comes first, since that is what was
 * called; then by priority, and within it the most used.
 */
export function ranked<T extends Ranked>(replies: readonly T[], typed: string): T[] {
  const term = plain(typed.trim());
  return replies
    .filter(({ shortcode, message }) => term === '' || plain(`${shortcode} ${message}`).includes(term))
    .sort(
      (one, other) =>
        place(one, term) - place(other, term) ||
        one.priority - other.priority ||
        other.uses - one.uses ||
        one.shortcode.localeCompare(other.shortcode),
    );
}
