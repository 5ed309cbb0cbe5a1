export interface Faults {
  expected: number;
  lost: number;
  doubled: number;
  disordered: number;
}

export const none = (): Faults => ({ expected: 0, lost: 0, doubled: 0, disordered: 0 });

/** Compares the output with the input, including the order. */
export const compare = (expected: readonly string[], found: readonly string[]): Faults => {
  const seen = new Set(found);
  const firsts = [...seen].filter((id) => expected.includes(id));
  const inOrder = expected.filter((id) => seen.has(id));
  return {
    expected: expected.length,
    lost: expected.length - inOrder.length,
    doubled: found.length - seen.size,
    disordered: inOrder.filter((id, index) => firsts[index] !== id).length,
  };
};

export const add = (sum: Faults, more: Faults): Faults => ({
  expected: sum.expected + more.expected,
  lost: sum.lost + more.lost,
  doubled: sum.doubled + more.doubled,
  disordered: sum.disordered + more.disordered,
});

export const compareAll = (
  expected: ReadonlyMap<string, readonly string[]>,
  found: ReadonlyMap<string, readonly string[]>,
): Faults => [...expected].reduce((sum, [key, ids]) => add(sum, compare(ids, found.get(key) ?? [])), none());
