import type { TokenCheck } from '@balcao/sdk/server';
import { apiAddresses } from '@balcao/security/contract';

/** Restricts programs to the company’s own addresses, once it has listed any. */
export const fromAllowedAddress: TokenCheck = {
  id: 'allow-list',
  check: async ({ ip }, scope) =>
    scope.find(apiAddresses)?.allows(ip) === false ? { code: 'ERR_ADDRESS_NOT_ALLOWED' } : undefined,
};
