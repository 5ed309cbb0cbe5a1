/**
 * Parses the list's parameter: `[1,2]`, or `1,2` as people type it into an address. Invalid input yields an empty list.
 */
export const readChosen = (value: string): number[] => [
  ...new Set(
    value
      .replace(/^\[|\]$/g, '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0),
  ),
];

export const writeChosen = (ids: readonly number[]): string => (ids.length === 0 ? '' : JSON.stringify(ids));
