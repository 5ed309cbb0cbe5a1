import { Organization20Filled, Organization20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { userBulkAction, userFormSection } from '@balcao/users/contract';
import { queuePicker } from '../contract.ts';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'queues',
    path: '/queues',
    title: 'page.title',
    permission: 'queues:view',
    component: lazyPart(() => import('./QueuesPage.tsx')),
  });
  host.add(appMenu, {
    id: 'queues',
    section: 'administration',
    order: 20,
    label: 'page.title',
    path: '/queues',
    icon: Organization20Regular,
    iconActive: Organization20Filled,
    permission: 'queues:view',
  });
  host.expose(
    queuePicker,
    lazyPart(() => import('./exposed/QueuePicker.tsx')),
  );
  host.add(userFormSection, {
    id: 'queues',
    order: 10,
    label: 'page.title',
    permission: 'user-modal:editQueues',
    component: lazyPart(() => import('./UserQueues.tsx')),
  });
  host.add(userBulkAction, {
    id: 'queues',
    order: 10,
    label: 'bulk.button',
    permission: 'user-modal:editQueues',
    component: lazyPart(() => import('./BulkQueues.tsx')),
  });
});
