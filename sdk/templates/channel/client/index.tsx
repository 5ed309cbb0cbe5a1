import { defineClient, lazyPart } from '@balcao/sdk/client';
import { channelGlyph } from '@balcao/sdk/ui';
import { channelType } from '@balcao/connections/contract';
import { channelId } from '../channel.ts';
import manifest from '../manifest.ts';

/** A speech bubble with three dots. 24 × 24. */
const glyph = {
  path: 'M5.25 4A3.25 3.25 0 0 0 2 7.25v7.5A3.25 3.25 0 0 0 5.25 18H6v3.1c0 .7.8 1.1 1.4.7L12.2 18h6.55A3.25 3.25 0 0 0 22 14.75v-7.5A3.25 3.25 0 0 0 18.75 4H5.25ZM7.5 12.3a1.3 1.3 0 1 1 0-2.6 1.3 1.3 0 0 1 0 2.6Zm4.5 0a1.3 1.3 0 1 1 0-2.6 1.3 1.3 0 0 1 0 2.6Zm4.5 0a1.3 1.3 0 1 1 0-2.6 1.3 1.3 0 0 1 0 2.6Z',
  color: '#2c5f6a',
};

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(channelType, {
    id: channelId,
    order: 50,
    label: 'manifest.title',
    glyph,
    setup: lazyPart(() => import('./GatewaySetup.tsx')),
  });
  host.add(channelGlyph, { id: channelId, channel: channelId, label: 'Example SMS', ...glyph });
});
