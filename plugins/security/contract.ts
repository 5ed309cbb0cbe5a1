import { service } from '@balcao/sdk/contract';

/** From where a company lets programs call it. */
export interface ApiAddresses {
  /** Whether a caller from this address may use the company's tokens. No list: everybody may. */
  allows(ip: string): boolean;
}
/** The company's allow-list of addresses, for plugins that let programs in by a token. */
export const apiAddresses = service<ApiAddresses>('security.api-addresses');
