import { channelType } from '@balcao/connections/contract';
import { defineClient, lazyPart } from '@balcao/sdk/client';
import { channelGlyph } from '@balcao/sdk/ui';
import { channelId } from '../contract.ts';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };
import manifest from '../manifest.ts';

const glyph = {
  path: 'M12 3C6.5 3 2 6.9 2 11.7c0 2.4 1.1 4.5 2.9 6.1L4 21.5l4.3-1.7c1.2.4 2.4.6 3.7.6 5.5 0 10-3.9 10-8.7S17.5 3 12 3Zm-4.4 10.1a1.4 1.4 0 1 1 0-2.8 1.4 1.4 0 0 1 0 2.8Zm4.4 0a1.4 1.4 0 1 1 0-2.8 1.4 1.4 0 0 1 0 2.8Zm4.4 0a1.4 1.4 0 1 1 0-2.8 1.4 1.4 0 0 1 0 2.8Z',
  color: '#5b6472',
};

export default defineClient(manifest, (host) => {
  host.locales({ pt, en, es });
  host.add(channelType, {
    id: channelId,
    order: 20,
    label: 'channel.label',
    glyph,
    setup: lazyPart(() => import('./SiteSetup.tsx')),
    form: lazyPart(() => import('./SiteForm.tsx')),
  });
  host.add(channelGlyph, { id: channelId, channel: channelId, label: 'channel.label', ...glyph });
});
