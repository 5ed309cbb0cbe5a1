import { appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { Board20Filled, Board20Regular } from '@fluentui/react-icons';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'page',
    path: '/desk',
    title: 'manifest.title',
    component: lazyPart(() => import('./DeskPage.tsx')),
  });
  host.add(appMenu, {
    id: 'menu',
    section: 'work',
    label: 'manifest.title',
    path: '/desk',
    icon: Board20Regular,
    iconActive: Board20Filled,
  });
});
