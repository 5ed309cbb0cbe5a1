import { defineClient, lazyPart, showToast } from '@balcao/sdk/client';
import { ticketDrawerPanel, ticketOptionsAction } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(ticketDrawerPanel, {
    id: 'seal',
    label: 'panel.title',
    component: lazyPart(() => import('./SealPanel.tsx')),
  });
  host.add(ticketOptionsAction, {
    id: 'greet',
    label: 'action.greet',
    run: (ticket) => showToast('info', `Saudado: ${ticket.contact.name}`),
  });
  host.add(ticketOptionsAction, {
    id: 'fail',
    label: 'action.fail',
    run: async () => {
      throw new Error('o carimbo está seco');
    },
  });
  host.add(ticketOptionsAction, {
    id: 'never',
    label: 'action.never',
    fits: (ticket) => ticket.status === 'closed',
    run: () => undefined,
  });
  host.add(ticketOptionsAction, {
    id: 'manage',
    label: 'action.manage',
    permission: 'tickets-manager:showall',
    run: () => undefined,
  });
  host.add(ticketOptionsAction, {
    id: 'stamp',
    label: 'action.stamp',
    component: lazyPart(() => import('./StampDialog.tsx')),
  });
});
