import {
  Bookmark20Regular,
  BookmarkAdd20Regular,
  Chat20Filled,
  Chat20Regular,
  ChatArrowBack20Regular,
  ChatAdd20Regular,
} from '@fluentui/react-icons';
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
import { notificationKind } from '@balcao/notifications/contract';
import { drafts, newTicket, ticketCard, ticketConversation, ticketLog, ticketPeek } from '../contract.ts';
import manifest from '../manifest.ts';
import { Card, Conversation, Log, New, Peek } from './exposed/lazy-parts.ts';
import { PageConversation } from './pages/lazy-parts.ts';
import { ticketCommands } from './shell/ticket-commands.ts';

const start = () => import('./shell/start.ts');

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.provide(drafts, ({ session }) => ({
    add: async (ticketId, text) =>
      (await import('./composer/add-draft.ts')).addDraft(session().user.id, ticketId, text),
  }));
  host.expose(ticketConversation, Conversation);
  host.expose(ticketCard, Card);
  host.expose(ticketLog, Log);
  host.expose(newTicket, New);
  host.expose(ticketPeek, Peek, { permission: 'tickets-manager:viewchats' });
  host.add(appRoute, {
    id: 'tickets',
    path: '/tickets/:ticketUuid?',
    title: 'page.title',
    component: lazyPart(() => {
      // A conversation in the address is needed as soon as the screen around it.
      if (/^\/tickets\/./.test(location.pathname)) void PageConversation.preload();
      return import('./pages/TicketsPage.tsx');
    }),
    prefetch: async (place) => (await start()).firstQueries(place),
  });
  host.add(appMenu, {
    id: 'tickets',
    section: 'work',
    order: 0,
    label: 'page.title',
    path: '/tickets',
    returns: true,
    icon: Chat20Regular,
    iconActive: Chat20Filled,
    badge: lazyPart(async () => ({ default: (await start()).WaitingBadge })),
  });
  host.add(appTopbar, {
    id: 'notifications',
    order: 0,
    component: lazyPart(async () => ({ default: (await start()).Notifications })),
  });
  for (const [order, id] of ['mine', 'waiting', 'transfer', 'mention'].entries()) {
    const help = id === 'mention' ? { help: 'notice.kind.mentionHelp' } : {};
    host.add(notificationKind, { id, order, label: `notice.kind.${id}`, ...help });
  }
  host.add(appBackground, { id: 'live', component: lazyPart(async () => ({ default: (await start()).LiveTickets })) });
  for (const command of ticketCommands) host.add(appCommand, command);
  host.add(appCommand, {
    id: 'accept-next',
    order: 10,
    label: 'welcome.acceptNext',
    keywords: 'command.nextKeywords',
    icon: ChatArrowBack20Regular,
    run: async (context) => (await import('./shell/accept-next.ts')).acceptNext(context),
  });
  host.add(appCommand, {
    id: 'new',
    order: 11,
    label: 'list.newTicket',
    keywords: 'command.newKeywords',
    icon: ChatAdd20Regular,
    run: ({ navigate }) => {
      // The open conversation and the filters of the list stay.
      const isHere = location.pathname.startsWith('/tickets');
      const next = new URLSearchParams(isHere ? location.search : '');
      next.set('new', '1');
      void navigate(`${isHere ? location.pathname : '/tickets'}?${next.toString()}`);
    },
  });
  host.add(searchSource, {
    id: 'tickets',
    // A search for a name should show conversations first, and contacts second.
    order: 0,
    label: 'page.title',
    prefix: '#',
    search: async (term, context) => (await import('./shell/search.ts')).searchTickets(term, context),
  });
  host.add(searchSource, {
    id: 'messages',
    order: 10,
    label: 'found.messages',
    search: async (term, context) => (await import('./shell/search.ts')).searchMessages(term, context),
  });
  host.add(searchSource, {
    id: 'views',
    order: 50,
    label: 'views.title',
    search: async (term) => (await import('./list/views/search-views.ts')).searchViews(term),
  });
  host.add(appCommand, {
    id: 'save-view',
    label: 'views.save',
    keywords: 'views.keywords',
    icon: BookmarkAdd20Regular,
    run: async ({ navigate }) => {
      if (!location.pathname.startsWith('/tickets')) void navigate('/tickets');
      (await import('./list/views/view-dialogs.ts')).openViewDialog('save');
    },
  });
  host.add(appCommand, {
    id: 'manage-views',
    label: 'views.manage',
    keywords: 'views.keywords',
    icon: Bookmark20Regular,
    run: async ({ navigate }) => {
      if (!location.pathname.startsWith('/tickets')) void navigate('/tickets');
      (await import('./list/views/view-dialogs.ts')).openViewDialog('manage');
    },
  });
});
