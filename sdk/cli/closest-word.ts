/** Returns the edit distance of two words. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const change = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Returns the most similar word, or undefined if none is similar. */
export function closest(typed: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, far: distance(typed, word) }))
    .filter(({ far, word }) => far <= Math.max(1, Math.floor(word.length / 2)))
    .sort((a, b) => a.far - b.far);
  return best?.word;
}
