import { invalid } from '@balcao/sdk/server';
import type { PaymentProvider } from '../../contract.ts';
import { brCode } from './br-code.ts';

const keys = [
  /^\d{11}$/,
  /^\d{14}$/,
  /^\+[1-9]\d{9,14}$/,
  /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
];

/** A code for the platform’s own Pix key: needs no account at a provider; a super user confirms payments. */
export const staticPix: PaymentProvider = {
  id: 'static',
  label: 'provider.static',
  help: 'provider.staticHelp',
  fields: [
    { key: 'pixKey', label: 'provider.pixKey', help: 'provider.pixKeyHelp', required: true },
    { key: 'name', label: 'provider.name', required: true },
    { key: 'city', label: 'provider.city', required: true },
  ],
  check: ({ pixKey = '' }) => {
    if (pixKey.length > 77 || !keys.some((form) => form.test(pixKey))) throw invalid({ pixKey: 'ERR_INVALID_PIX_KEY' });
  },
  create: async ({ ref, valueCents }, { pixKey = '', name = '', city = '' }) => ({
    externalId: ref,
    code: brCode({ key: pixKey, name, city, valueCents, ref }),
  }),
};
