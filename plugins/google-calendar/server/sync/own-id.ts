import type { Scope } from '@balcao/sdk/server';

/** Returns how the ids of everything begin that this company writes at Google. */
export const ownPrefix = async ({ secrets, company }: Scope): Promise<string> => {
  const made = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  return `blc${await secrets.once('installation', made)}${company.id.toString(16)}v`;
};

/**
 * Returns the id of an entry at Google, of its alphabet (0-9, a-v): a repeat after a crash is refused as a duplicate, and
 * is no second event. The installation’s part keeps two of them apart that one account is connected to.
 */
export const googleIdOf = async (scope: Scope, entryId: number): Promise<string> =>
  `${await ownPrefix(scope)}${entryId.toString(16)}`;

/** Returns the id of a scheduled message at Google, which no entry has. */
export const googleIdOfMessage = async (scope: Scope, scheduleId: number): Promise<string> =>
  `${await ownPrefix(scope)}m${scheduleId.toString(16)}`;

/** Returns the entries that events have of us, by the events’ ids. */
export const entriesOfIds = async (scope: Scope, googleIds: readonly string[]): Promise<Map<string, number>> => {
  const prefix = await ownPrefix(scope);
  return new Map(
    googleIds.flatMap((id): [string, number][] => {
      // An id that was used up ends with letters more: see `Outgoing`.
      const entry = id.startsWith(prefix) ? /^([0-9a-f]{1,8})v*$/.exec(id.slice(prefix.length))?.[1] : undefined;
      return entry === undefined ? [] : [[id, Number.parseInt(entry, 16)]];
    }),
  );
};
