import { PlugConnected20Filled, PlugConnected20Regular } from '@fluentui/react-icons';
import { appBackground, appMenu, appNotice, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { companyRowAction } from '@balcao/companies/contract';
import { templateRows } from '../contract.ts';
import manifest from '../manifest.ts';

const start = () => import('./start.ts');
const pages = () => import('./pages.ts');

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.expose(
    templateRows,
    lazyPart(() => import('./exposed/TemplateRows.tsx')),
  );
  host.add(appRoute, {
    id: 'connections',
    path: '/connections',
    title: 'page.title',
    permission: 'connections:view',
    component: lazyPart(async () => ({ default: (await pages()).ConnectionsPage })),
  });
  host.add(appMenu, {
    id: 'connections',
    section: 'administration',
    order: 10,
    label: 'page.title',
    path: '/connections',
    icon: PlugConnected20Regular,
    iconActive: PlugConnected20Filled,
    permission: 'connections:view',
    badge: lazyPart(async () => ({ default: (await start()).TroubleBadge })),
  });
  host.add(appNotice, {
    id: 'trouble',
    order: 0,
    component: lazyPart(async () => ({ default: (await start()).TroubleNotice })),
  });
  host.add(companyRowAction, {
    id: 'connections',
    order: 5,
    component: lazyPart(async () => ({ default: (await pages()).CompanyAction })),
  });
  host.add(appBackground, {
    id: 'live',
    component: lazyPart(async () => ({ default: (await start()).LiveConnections })),
  });
});
