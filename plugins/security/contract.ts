import { service } from '@balcao/sdk/contract';

/** Addresses from which programs may call a company. */
export interface ApiAddresses {
  /** Returns whether a caller from this address may use the company's tokens. Without a list everybody may. */
  allows(ip: string): boolean;
}
/** The company's allow-list of addresses, for plugins that authenticate programs by token. */
export const apiAddresses = service<ApiAddresses>('security.api-addresses');
