import { defineClient, lazyPart } from '@balcao/sdk/client';
import { ticketDrawerPanel, ticketListFilter } from '@balcao/tickets/contract';
import { filterParameter } from '../contract.ts';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(ticketDrawerPanel, {
    id: 'urgency',
    order: 20,
    label: 'manifest.title',
    component: lazyPart(() => import('./UrgencyPanel.tsx')),
  });
  host.add(ticketListFilter, {
    id: 'urgency',
    order: 20,
    param: filterParameter,
    label: 'manifest.title',
    component: lazyPart(() => import('./UrgencyFilter.tsx')),
  });
});
