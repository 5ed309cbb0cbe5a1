import { channelType } from '@balcao/connections/contract';
import { defineClient, lazyPart } from '@balcao/sdk/client';
import { channelGlyph } from '@balcao/sdk/ui';
import { channelId } from '../contract.ts';
import manifest from '../manifest.ts';

const glyph = {
  path: 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9l-5 4V5a2 2 0 0 1 0-2Zm3 5v2h10V8H7Zm0 4v2h7v-2H7Z',
  color: '#8a3ffc',
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
  host.add(channelGlyph, { id: channelId, channel: channelId, label: 'SMS', ...glyph });
});
