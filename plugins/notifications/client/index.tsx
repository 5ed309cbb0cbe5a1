import { appBackground, defineClient, lazyPart, profileSection } from '@balcao/sdk/client';
import manifest from '../manifest.ts';
import { AfterQuiet } from './AfterQuiet.tsx';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appBackground, { id: 'notices', component: AfterQuiet });
  host.add(profileSection, {
    id: 'notifications',
    order: 10,
    label: 'settings.title',
    component: lazyPart(() => import('./settings/NotificationSettings.tsx')),
  });
});
