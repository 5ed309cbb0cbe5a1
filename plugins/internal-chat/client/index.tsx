import { PersonChat20Filled, PersonChat20Regular } from '@fluentui/react-icons';
import { appBackground, appCommand, appMenu, appRoute, appTopbar, defineClient, lazyPart } from '@balcao/sdk/client';
import { notificationKind } from '@balcao/notifications/contract';
import { ticketOptionsAction } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

const start = () => import('./shell/start.ts');

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'chats',
    path: '/chats/:id?',
    title: 'page.title',
    component: lazyPart(() => import('./page/ChatsPage.tsx')),
  });
  host.add(appMenu, {
    id: 'chats',
    section: 'work',
    order: 30,
    label: 'page.title',
    path: '/chats',
    returns: true,
    icon: PersonChat20Regular,
    iconActive: PersonChat20Filled,
  });
  host.add(appTopbar, {
    id: 'chats',
    order: 20,
    component: lazyPart(async () => ({ default: (await start()).ChatButton })),
  });
  host.add(appBackground, {
    id: 'chats',
    whenIdle: true,
    component: lazyPart(() => import('./shell/LiveChats.tsx')),
  });
  host.add(appCommand, {
    id: 'chats',
    label: 'page.title',
    icon: PersonChat20Regular,
    run: ({ navigate }) => void navigate('/chats'),
  });
  host.add(notificationKind, { id: 'message', label: 'notice.kind', help: 'notice.kindHelp' });
  host.add(ticketOptionsAction, {
    id: 'share',
    label: 'share.action',
    icon: PersonChat20Regular,
    component: lazyPart(() => import('./ticket/ShareTicket.tsx')),
  });
});
