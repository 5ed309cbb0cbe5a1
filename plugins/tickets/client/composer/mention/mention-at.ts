import { foldText } from '@balcao/sdk/client';

export interface Mention {
  /** Position of its @. */
  from: number;
  /** The text after it, up to the caret. */
  query: string;
}

const longestQuery = 40;
const maxShown = 8;

/** Returns the name being typed at the caret: after an @ that begins a word, on the same line. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('@');
  if (from < 0) return undefined;
  const query = before.slice(from + 1);
  const beginsWord = from === 0 || /[\s(]/.test(text.charAt(from - 1));
  if (!beginsWord || query.length > longestQuery || query.includes('\n') || /^\s|\s\s|[,;!?:]/.test(query))
    return undefined;
  return { from, query };
}

/** Returns people whose name, or a part of it, begins with the query; those whose full name does come first. */
export function peopleCalled<P extends { name: string }>(people: readonly P[], query: string): P[] {
  const wanted = foldText(query.trim());
  const fits = (name: string): number => {
    const whole = foldText(name);
    return whole.startsWith(wanted) ? 0 : whole.includes(` ${wanted}`) ? 1 : 2;
  };
  return people
    .map((person) => ({ person, rank: fits(person.name) }))
    .filter(({ rank }) => rank < 2)
    .toSorted((one, other) => one.rank - other.rank || one.person.name.localeCompare(other.person.name))
    .slice(0, maxShown)
    .map(({ person }) => person);
}
