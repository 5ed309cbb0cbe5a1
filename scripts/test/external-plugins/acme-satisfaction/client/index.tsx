import { appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { Star20Filled, Star20Regular } from '@fluentui/react-icons';
import { averageScore } from '../contract.ts';
import manifest from '../manifest.ts';

const permission = 'satisfaction:view';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'page',
    path: '/satisfaction',
    title: 'manifest.title',
    permission,
    component: lazyPart(() => import('./SatisfactionPage.tsx')),
  });
  host.expose(
    averageScore,
    lazyPart(() => import('./AverageScore.tsx')),
    { permission },
  );
  host.add(appMenu, {
    id: 'menu',
    section: 'work',
    label: 'manifest.title',
    path: '/satisfaction',
    icon: Star20Regular,
    iconActive: Star20Filled,
    permission,
  });
});
