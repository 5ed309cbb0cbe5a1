import { Chat20Filled, Chat20Regular, ChatAdd20Regular } from '@fluentui/react-icons';
import {
  appBackground,
  appCommand,
  appMenu,
  appRoute,
  appTopbar,
  defineClient,
  lazyPart,
  searchSource,
} from '@balcao/sdk/client';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'tickets',
    path: '/tickets/:ticketUuid?',
    title: 'page.title',
    component: lazyPart(() => import('./pages/TicketsPage.tsx')),
  });
  host.add(appMenu, {
    id: 'tickets',
    section: 'work',
    order: 0,
    label: 'page.title',
    path: '/tickets',
    icon: Chat20Regular,
    iconActive: Chat20Filled,
    badge: lazyPart(() => import('./shell/WaitingBadge.tsx')),
  });
  host.add(appTopbar, {
    id: 'notifications',
    order: 0,
    component: lazyPart(() => import('./shell/Notifications.tsx')),
  });
  host.add(appBackground, { id: 'live', component: lazyPart(() => import('./shell/LiveTickets.tsx')) });
  host.add(appCommand, {
    id: 'new',
    label: 'list.newTicket',
    keywords: 'command.newKeywords',
    icon: ChatAdd20Regular,
    run: ({ navigate }) => void navigate('/tickets?new=1'),
  });
  host.add(searchSource, {
    id: 'tickets',
    // Whoever types a name wants the conversation first, and the card of the person second.
    order: 0,
    label: 'page.title',
    search: async (term, context) => (await import('./shell/search.ts')).searchTickets(term, context),
  });
});
