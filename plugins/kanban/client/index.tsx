import { defineClient, lazyPart } from '@balcao/sdk/client';
import { ticketDrawerPanel, ticketListFilter } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

/** Height of the select, the track below it, and the line of text, in px. */
const panelHeight = 57;

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(ticketDrawerPanel, {
    id: 'stage',
    order: 10,
    label: 'panel.title',
    height: panelHeight,
    component: lazyPart(() => import('./ticket/StagePanel.tsx')),
  });
  host.add(ticketListFilter, {
    id: 'lane',
    order: 10,
    param: 'selectedKanbanId',
    label: 'filter.title',
    permission: 'crm:view',
    component: lazyPart(() => import('./list/LaneFilter.tsx')),
  });
});
