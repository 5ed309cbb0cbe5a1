import { Tag20Filled, Tag20Regular, TagMultiple20Regular } from '@fluentui/react-icons';
import { appBackground, appCommand, appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import {
  ticketDrawerPanel,
  ticketListBadge,
  ticketListBulk,
  ticketListFilter,
  ticketLogEntry,
} from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

const start = () => import('./start.ts');

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'tags',
    path: '/tags',
    title: 'page.title',
    permission: 'tags:view',
    component: lazyPart(() => import('./page/TagsPage.tsx')),
  });
  host.add(appMenu, {
    id: 'tags',
    section: 'relations',
    order: 40,
    label: 'page.title',
    path: '/tags',
    icon: Tag20Regular,
    iconActive: Tag20Filled,
    permission: 'tags:view',
  });
  host.add(appCommand, {
    id: 'new',
    label: 'form.add',
    keywords: 'command.newKeywords',
    icon: TagMultiple20Regular,
    permission: 'tags:view',
    run: ({ navigate }) => void navigate('/tags?new=1'),
  });
  host.add(appBackground, { id: 'live', component: lazyPart(async () => ({ default: (await start()).LiveTags })) });
  host.add(ticketListBadge, {
    id: 'tags',
    order: 0,
    component: lazyPart(async () => ({ default: (await start()).TagBadges })),
  });
  host.add(ticketListBulk, {
    id: 'tags',
    order: 0,
    label: 'bulk.title',
    icon: Tag20Regular,
    component: lazyPart(() => import('./list/BulkTags.tsx')),
  });
  host.add(ticketListFilter, {
    id: 'tags',
    order: 20,
    param: 'tags',
    label: 'page.title',
    component: lazyPart(() => import('./list/TagFilter.tsx')),
  });
  host.add(ticketDrawerPanel, {
    id: 'tags',
    order: 20,
    label: 'page.title',
    height: 32,
    component: lazyPart(() => import('./ticket/TagsPanel.tsx')),
  });
  host.add(ticketLogEntry, {
    id: 'tags.changed',
    icon: Tag20Regular,
    component: lazyPart(() => import('./log/TagsEntry.tsx')),
  });
});
