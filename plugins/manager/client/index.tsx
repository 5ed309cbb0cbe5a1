import { PeopleTeam20Filled, PeopleTeam20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

const permission = 'manager:panel';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'panel',
    path: '/manager',
    title: 'page.title',
    permission,
    component: lazyPart(() => import('./page/ManagerPage.tsx')),
    prefetch: async ({ search }) => (await import('./data/first-queries.ts')).firstQueries(search),
  });
  host.add(appMenu, {
    id: 'panel',
    section: 'work',
    order: 10,
    label: 'page.title',
    path: '/manager',
    returns: true,
    icon: PeopleTeam20Regular,
    iconActive: PeopleTeam20Filled,
    permission,
  });
});
