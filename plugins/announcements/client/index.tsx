import { Megaphone20Filled, Megaphone20Regular } from '@fluentui/react-icons';
import {
  appBackground,
  appMenu,
  appRoute,
  appTopbar,
  defineClient,
  lazyPart,
  type ClientContext,
} from '@balcao/sdk/client';
import manifest from '../manifest.ts';

/** The server checks the same on every request. */
const runsThePlatform = ({ session }: ClientContext): boolean => session.user.super;
const start = () => import('./news/start.ts');

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appTopbar, {
    id: 'news',
    order: 10,
    component: lazyPart(async () => ({ default: (await start()).NewsButton })),
  });
  host.add(appBackground, {
    id: 'news',
    component: lazyPart(async () => ({ default: (await start()).LiveNews })),
  });
  host.add(appRoute, {
    id: 'announcements',
    path: '/announcements',
    title: 'page.title',
    when: runsThePlatform,
    component: lazyPart(() => import('./page/AnnouncementsPage.tsx')),
  });
  host.add(appMenu, {
    id: 'announcements',
    section: 'administration',
    order: 80,
    label: 'page.title',
    path: '/announcements',
    icon: Megaphone20Regular,
    iconActive: Megaphone20Filled,
    when: runsThePlatform,
  });
});
