import { allowsAddress, type Scope } from '@balcao/sdk/server';
import type { ApiAddresses } from '../../contract.ts';

export const apiAddressesService = (scope: Scope): ApiAddresses => ({
  allows: (ip) => allowsAddress(scope.settings.get('apiAllowedAddresses'), ip),
});
