/**
 * What is wrong with a value, as a code that has a text in every language. Where a schema has no words of its own the
 * library's English ones would be shown to people: a plugin that reads fields by schemas of others names it.
 * @example
 * const read = schema.safeParse(value, { error: faultCode });
 */
export const faultCode = ({ input }: { readonly input?: unknown }): string =>
  input === undefined ? 'ERR_REQUIRED' : 'ERR_INVALID_VALUE';
