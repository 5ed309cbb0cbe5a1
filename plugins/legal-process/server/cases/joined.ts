import type { LegalRecord } from '../../contract.ts';

/** Newest first; equal times keep one order, so that lists do not jump. */
const newestFirst = (one: { at: string; key: string }, other: { at: string; key: string }): number =>
  Date.parse(other.at) - Date.parse(one.at) || one.key.localeCompare(other.key);

const unique = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
  [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();

/** Joins what sources report, in their order: the first that knows a value gives it, and steps are those of all. */
export const joined = (records: readonly LegalRecord[]): LegalRecord => {
  const first = <K extends keyof LegalRecord>(key: K): LegalRecord[K] | null =>
    records.map((record) => record[key]).find((value) => value !== null) ?? null;
  const updated = records.flatMap(({ updatedAt }) => updatedAt ?? []).toSorted();
  return {
    className: first('className'),
    startAt: first('startAt'),
    updatedAt: updated.at(-1) ?? null,
    judge: first('judge'),
    value: first('value'),
    control: first('control'),
    subject: first('subject'),
    jurisdiction: first('jurisdiction'),
    instances: unique(
      records.flatMap(({ instances }) => instances),
      (one) => one,
    ),
    people: unique(
      records.flatMap(({ people }) => people),
      ({ name, description }) => `${name.toLowerCase()}|${description}`,
    ),
    lawyers: unique(
      records.flatMap(({ lawyers }) => lawyers),
      ({ name, oab, uf }) => `${name.toLowerCase()}|${oab}|${uf}`,
    ),
    steps: unique(
      records.flatMap(({ steps }) => steps),
      ({ key }) => key,
    ).toSorted(newestFirst),
  };
};
