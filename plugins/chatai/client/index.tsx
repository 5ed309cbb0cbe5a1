import { Sparkle20Filled, Sparkle20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart, settingsTab, type ClientContext } from '@balcao/sdk/client';
import { notificationKind } from '@balcao/notifications/contract';
import { messageBelow, ticketDrawerPanel } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  const page = lazyPart(() => import('./chats/ChatsPage.tsx'));
  // The server checks the same on every request.
  const when = ({ session }: ClientContext): boolean => session.setting('chatgptEnabled') !== 'disabled';
  host.add(appRoute, { id: 'chats', path: '/chatsai', title: 'chat.title', when, component: page });
  host.add(appRoute, { id: 'chat', path: '/chatsai/:id', title: 'chat.title', when, component: page });
  // The specification's spelling of the menu; addresses are compared without regard to case.
  host.add(appMenu, {
    id: 'chats',
    section: 'relations',
    order: 60,
    label: 'chat.title',
    path: '/chatsai',
    icon: Sparkle20Regular,
    iconActive: Sparkle20Filled,
    returns: true,
    when,
  });
  host.add(settingsTab, {
    id: 'prompts',
    order: 54,
    label: 'list.title',
    // The server checks the same on every request.
    when: ({ session }) => session.user.super,
    component: lazyPart(() => import('./PromptsTab.tsx')),
  });
  host.add(settingsTab, {
    id: 'ai',
    order: 53,
    label: 'manifest.title',
    when: ({ session }) => session.user.super || session.can('ai:manage'),
    component: lazyPart(() => import('./settings/AiTab.tsx')),
  });
  host.add(appRoute, {
    id: 'costs',
    path: '/ai/costs',
    permission: 'ai:manage',
    title: 'cost.title',
    component: lazyPart(() => import('./costs/CostsPage.tsx')),
  });
  host.add(messageBelow, {
    id: 'transcript',
    fits: ({ mediaType, isDeleted, id }) => mediaType === 'audio' && !isDeleted && id > 0,
    component: lazyPart(() => import('./ticket/Transcript.tsx')),
  });
  host.add(ticketDrawerPanel, {
    id: 'summary',
    order: 5,
    label: 'summary.title',
    height: 32,
    component: lazyPart(() => import('./ticket/SummaryPanel.tsx')),
  });
  host.add(notificationKind, { id: 'budget', label: 'notice.budget' });
});
