import { PhoneChat20Filled, PhoneChat20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
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
    order: 90,
    label: 'manifest.title',
    glyph,
    setup: lazyPart(() => import('./SandboxSetup.tsx')),
  });
  host.add(channelGlyph, { id: channelId, channel: channelId, label: 'manifest.title', ...glyph });
  host.add(appRoute, {
    id: 'sandbox',
    path: '/sandbox',
    title: 'manifest.title',
    permission: 'sandbox:view',
    component: lazyPart(() => import('./SandboxPage.tsx')),
  });
  host.add(appMenu, {
    id: 'sandbox',
    section: 'work',
    order: 900,
    label: 'manifest.title',
    path: '/sandbox',
    icon: PhoneChat20Regular,
    iconActive: PhoneChat20Filled,
    permission: 'sandbox:view',
  });
});
