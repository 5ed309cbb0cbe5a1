import { defineClient, lazyPart } from '@balcao/sdk/client';
import { ticketDrawerPanel } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(ticketDrawerPanel, {
    id: 'second-copies',
    order: 60,
    label: 'panel.title',
    permission: 'billing:second-copy',
    component: lazyPart(() => import('./SecondCopies.tsx')),
  });
});
