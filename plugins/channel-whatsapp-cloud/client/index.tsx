import { channelType } from '@balcao/connections/contract';
import { composerOutsideWindow } from '@balcao/tickets/contract';
import { defineClient, lazyPart } from '@balcao/sdk/client';
import { channelGlyph } from '@balcao/sdk/ui';
import { channelId } from '../contract.ts';
import manifest from '../manifest.ts';

const glyph = {
  path: 'M12 2a10 10 0 0 0-8.6 15.1L2 22l5-1.3A10 10 0 1 0 12 2Zm0 1.8a8.2 8.2 0 1 1-4.2 15.3l-.3-.2-2.9.8.8-2.9-.2-.3A8.2 8.2 0 0 1 12 3.8ZM8.6 7.2c-.2 0-.5.1-.7.3-.3.3-.9.9-.9 2.1 0 1.3.9 2.5 1 2.7.2.2 1.8 2.8 4.4 3.8 2.2.9 2.6.7 3.1.7.5-.1 1.5-.6 1.7-1.2.2-.6.2-1.1.1-1.2l-.5-.3-1.7-.8c-.2-.1-.4-.1-.6.1l-.8 1c-.1.2-.3.2-.5.1-.3-.1-1.1-.4-2-1.3-.8-.7-1.3-1.5-1.4-1.8-.1-.2 0-.4.1-.5l.6-.7.2-.5v-.4l-.8-1.8c-.2-.4-.4-.4-.6-.4Z',
  color: '#1f9d55',
};

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(channelType, {
    id: channelId,
    order: 5,
    label: 'channel.label',
    glyph,
    setup: lazyPart(() => import('./account/CloudSetup.tsx')),
    form: lazyPart(() => import('./templates/Templates.tsx')),
  });
  host.add(channelGlyph, { id: channelId, channel: channelId, label: 'WhatsApp', ...glyph });
  host.add(composerOutsideWindow, {
    id: 'templates',
    channel: channelId,
    component: lazyPart(() => import('./composer/TemplateButton.tsx')),
  });
});
