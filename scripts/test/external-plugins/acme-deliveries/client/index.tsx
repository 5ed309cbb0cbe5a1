import { VehicleTruckProfile20Filled, VehicleTruckProfile20Regular } from '@fluentui/react-icons';
import { channelType } from '@balcao/connections/contract';
import { appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { channelGlyph } from '@balcao/sdk/ui';
import { messageRenderer } from '@balcao/tickets/contract';
import { channelId, receiptKind } from '../contract.ts';
import manifest from '../manifest.ts';

const glyph = {
  path: 'M2 5h12v11H9.8a3 3 0 0 0-5.6 0H2V5Zm14 3h3l3 4v4h-2.2a3 3 0 0 0-3.8-1.8V8ZM7 15.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm10 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
  color: '#8a4b08',
};

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'deliveries',
    path: '/entregas',
    title: 'manifest.title',
    component: lazyPart(() => import('./DeliveriesPage.tsx')),
  });
  host.add(appMenu, {
    id: 'deliveries',
    section: 'work',
    label: 'manifest.title',
    path: '/entregas',
    icon: VehicleTruckProfile20Regular,
    iconActive: VehicleTruckProfile20Filled,
  });
  host.add(messageRenderer, {
    id: 'receipt',
    kind: receiptKind,
    component: lazyPart(() => import('./ReceiptBubble.tsx')),
  });
  host.add(channelType, { id: channelId, order: 60, label: 'channel', glyph });
  host.add(channelGlyph, { id: channelId, channel: channelId, label: 'channel', ...glyph });
});
