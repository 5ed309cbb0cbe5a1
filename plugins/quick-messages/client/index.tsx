import { Flash20Filled, Flash20Regular, FlashAdd20Regular } from '@fluentui/react-icons';
import { appCommand, appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { composerAction, composerTrigger } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'quick-messages',
    path: '/quick-messages',
    title: 'page.title',
    component: lazyPart(() => import('./QuickMessagesPage.tsx')),
  });
  host.add(appMenu, {
    id: 'quick-messages',
    section: 'work',
    order: 50,
    label: 'page.title',
    path: '/quick-messages',
    icon: Flash20Regular,
    iconActive: Flash20Filled,
  });
  host.add(appCommand, {
    id: 'new',
    label: 'form.add',
    keywords: 'command.keywords',
    icon: FlashAdd20Regular,
    run: ({ navigate }) => void navigate('/quick-messages?new=1'),
  });
  host.add(composerTrigger, {
    id: 'quick-messages',
    character: '/',
    component: lazyPart(() => import('./composer/SlashReplies.tsx')),
  });
  host.add(composerAction, {
    id: 'quick-messages',
    order: 10,
    component: lazyPart(() => import('./composer/RepliesButton.tsx')),
  });
});
