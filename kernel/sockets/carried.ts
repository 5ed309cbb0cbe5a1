/**
 * Parameters of the rooms that carry a message, for its recipients: the names once, then the values of one room after
 * another. Rooms with the same names share an entry, so that a message to many people stays small.
 */
export type Carried = readonly (readonly [names: readonly string[], values: readonly unknown[]])[];

const entriesOf = (params: unknown): [string, unknown][] =>
  Object.entries(params ?? {})
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

export const carried = (rooms: readonly unknown[]): Carried => {
  const found = new Map<string, [names: string[], values: unknown[]]>();
  for (const params of rooms) {
    const entries = entriesOf(params);
    const names = entries.map(([name]) => name);
    const entry = found.get(names.join()) ?? [names, []];
    found.set(names.join(), entry);
    entry[1].push(...entries.map(([, value]) => value));
  }
  return [...found.values()];
};

/** Returns the parameters of each room again. */
export const roomsOf = (carriers: Carried): Record<string, unknown>[] =>
  carriers.flatMap(([names, values]) => {
    const count = names.length === 0 ? 1 : values.length / names.length;
    return Array.from({ length: count }, (_room, at) =>
      Object.fromEntries(names.map((name, index) => [name, values[at * names.length + index]])),
    );
  });
