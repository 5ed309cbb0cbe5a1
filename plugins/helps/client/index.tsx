import { VideoClip20Filled, VideoClip20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart, settingsTab } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'helps',
    path: '/helps',
    title: 'page.title',
    component: lazyPart(() => import('./page/HelpsPage.tsx')),
  });
  host.add(appMenu, {
    id: 'helps',
    // For everybody, unlike the sections for administrators.
    section: 'relations',
    order: 90,
    label: 'page.title',
    path: '/helps',
    icon: VideoClip20Regular,
    iconActive: VideoClip20Filled,
  });
  host.add(settingsTab, {
    id: 'helps',
    order: 53,
    label: 'tab.title',
    // The server checks the same on every request.
    when: ({ session }) => session.user.super,
    component: lazyPart(() => import('./tab/HelpsTab.tsx')),
  });
});
