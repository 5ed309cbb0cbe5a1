/**
 * A zod error map that returns codes with a text in every language. Without it people would see zod's English messages
 * wherever a schema has no message of its own. For plugins that validate fields with schemas of others.
 * @example
 * const read = schema.safeParse(value, { error: faultCode });
 */
export const faultCode = ({ input }: { readonly input?: unknown }): string =>
  input === undefined ? 'ERR_REQUIRED' : 'ERR_INVALID_VALUE';
