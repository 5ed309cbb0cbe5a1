import { defineClient, lazyPart, showToast } from '@balcao/sdk/client';
import {
  messageAction,
  messageRenderer,
  ticketDrawerPanel,
  ticketListBulk,
  ticketOptionsAction,
} from '@balcao/tickets/contract';
import manifest from '../manifest.ts';
import { StampIcon } from './StampIcon.tsx';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(ticketDrawerPanel, {
    id: 'seal',
    label: 'panel.title',
    height: 64,
    component: lazyPart(() => import('./SealPanel.tsx')),
  });
  host.add(ticketDrawerPanel, {
    id: 'elsewhere',
    label: 'panel.elsewhere',
    accepts: ({ channel }) => channel === 'elsewhere',
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
  host.add(ticketListBulk, {
    id: 'stamp-all',
    label: 'bulk.stamp',
    icon: StampIcon,
    component: lazyPart(() => import('./StampAllDialog.tsx')),
  });
  host.add(messageRenderer, {
    id: 'broken',
    order: 0,
    accepts: ({ body }) => {
      if (body === 'Mensagem comum') throw new Error('não sei o que é');
      return false;
    },
    component: lazyPart(() => import('./StampedMessage.tsx')),
  });
  host.add(messageRenderer, {
    id: 'stamped',
    order: 1,
    accepts: ({ body }) => body.startsWith('carimbo:'),
    component: lazyPart(() => import('./StampedMessage.tsx')),
  });
  host.add(messageAction, {
    id: 'stamp',
    label: 'message.stamp',
    fits: ({ fromMe }) => !fromMe,
    run: (message, ticket) => showToast('info', `Carimbada: ${message.body}, de ${ticket.contact.name}`),
  });
});
