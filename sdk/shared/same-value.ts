/**
 * Serialises a value of a form or a row for comparison. The order of keys does not count, nor does the difference
 * between null, absent and empty text, which a form shows alike.
 */
const canonical = (value: unknown): string =>
  JSON.stringify(value === '' ? null : (value ?? null), (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, part]) => part !== null && part !== undefined && part !== '')
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : inner,
  );

/** Returns true if two JSON values are equal. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || canonical(one) === canonical(other);
