import type { ProviderAccess } from '../../contract.ts';

/** The header with the key; without a key there is none, as local servers want. */
export const headersOf = ({ key }: Pick<ProviderAccess, 'key'>): Record<string, string> =>
  key === '' ? {} : { authorization: `Bearer ${key}` };
