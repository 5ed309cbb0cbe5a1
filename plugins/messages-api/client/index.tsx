import { Code20Filled, Code20Regular } from '@fluentui/react-icons';
import { appCommand, appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { notificationKind } from '@balcao/notifications/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'integrations',
    path: '/messages-api',
    title: 'page.title',
    permission: 'messages-api:view',
    component: lazyPart(() => import('./page/IntegrationsPage.tsx')),
  });
  host.add(appRoute, {
    id: 'docs',
    path: '/doc-api',
    title: 'docs.title',
    component: lazyPart(() => import('./docs/DocsPage.tsx')),
  });
  host.add(appMenu, {
    id: 'integrations',
    section: 'administration',
    order: 60,
    label: 'page.title',
    path: '/messages-api',
    icon: Code20Regular,
    iconActive: Code20Filled,
    permission: 'messages-api:view',
  });
  host.add(appCommand, {
    id: 'docs',
    label: 'docs.title',
    keywords: 'command.keywords',
    icon: Code20Regular,
    run: ({ navigate }) => void navigate('/doc-api'),
  });
  host.add(notificationKind, { id: 'webhooks', order: 80, label: 'notice.kind' });
});
