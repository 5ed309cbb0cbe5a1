import {
  PlugConnectedSettings20Filled,
  PlugConnectedSettings20Regular,
  PuzzlePiece20Filled,
  PuzzlePiece20Regular,
} from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart, type ClientContext } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

/** The server checks the same on every request. */
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
  host.add(appRoute, {
    id: 'clients',
    path: '/allConnections',
    title: 'clients.title',
    // The page itself redirects or refuses other people; the server answers super users only.
    component: lazyPart(() => import('./clients/ClientsPage.tsx')),
  });
  host.add(appMenu, {
    id: 'clients',
    section: 'administration',
    order: 11,
    label: 'clients.title',
    path: '/allConnections',
    icon: PlugConnectedSettings20Regular,
    iconActive: PlugConnectedSettings20Filled,
    when: runsThePlatform,
  });
});
