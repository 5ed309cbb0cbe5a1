import { defineClient, lazyPart } from '@balcao/sdk/client';
import { channelGlyph } from '@balcao/sdk/ui';
import { channelType } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';
import manifest from '../manifest.ts';
import { glyph } from './glyph.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(channelType, {
    id: channelId,
    order: 10,
    label: 'manifest.title',
    glyph,
    setup: lazyPart(() => import('./WhatsAppSetup.tsx')),
  });
  host.add(channelGlyph, { id: channelId, channel: channelId, label: 'WhatsApp', ...glyph });
});
