import { PuzzlePiece20Filled, PuzzlePiece20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart, type ClientContext } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

/** The server asks the same of every call. */
const runsThePlatform = ({ session }: ClientContext): boolean => session.user.super;

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'plugins',
    path: '/platform/plugins/:id?',
    title: 'page.title',
    when: runsThePlatform,
    component: lazyPart(() => import('./list/PluginsPage.tsx')),
  });
  host.add(appMenu, {
    id: 'plugins',
    section: 'administration',
    order: 90,
    label: 'page.title',
    path: '/platform/plugins',
    icon: PuzzlePiece20Regular,
    iconActive: PuzzlePiece20Filled,
    badge: lazyPart(() => import('./FaultsBadge.tsx')),
    when: runsThePlatform,
  });
});
