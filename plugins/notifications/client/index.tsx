import { appBackground, defineClient, lazyPart, profileSection } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  // No notification can be shown before the first screen.
  host.add(appBackground, {
    id: 'notices',
    whenIdle: true,
    component: lazyPart(() => import('./notices/Notices.tsx')),
  });
  host.add(profileSection, {
    id: 'notifications',
    order: 10,
    label: 'settings.title',
    component: lazyPart(() => import('./settings/NotificationSettings.tsx')),
  });
});
