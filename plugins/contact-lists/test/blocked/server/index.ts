import { definePlugin } from '@balcao/sdk/server';
import { doNotContact } from '@balcao/contact-lists/contract';
import manifest from '../manifest.ts';

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(doNotContact, {
      id: 'blocked',
      find: async (keys) =>
        new Map(keys.filter((key) => key === '551160000000').map((key) => [key, new Date('2026-08-03T12:00:00Z')])),
    });
  },
});
