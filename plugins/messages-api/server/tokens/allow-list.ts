import type { TokenCheck } from '@balcao/sdk/server';
import { apiAddresses } from '@balcao/security/contract';

/** Programs may call from the company's own addresses only, once it has named any. */
export const fromAllowedAddress: TokenCheck = {
  id: 'allow-list',
  check: async ({ ip }, scope) =>
    scope.find(apiAddresses)?.allows(ip) === false ? { code: 'ERR_ADDRESS_NOT_ALLOWED' } : undefined,
};
