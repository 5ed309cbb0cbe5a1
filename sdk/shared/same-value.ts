/**
 * Text by which two values of a form or a row are compared: the order of keys does not count, nor does null against nothing
 * or against an empty text, which is how a form shows it.
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

/** Whether two values say the same, as JSON carries them. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || canonical(one) === canonical(other);
