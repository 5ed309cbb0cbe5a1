import { BrainCircuit20Filled, BrainCircuit20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  for (const path of ['/knowledge', '/knowledge/:tab'])
    host.add(appRoute, {
      id: path === '/knowledge' ? 'knowledge' : 'knowledge-tab',
      path,
      title: 'page.title',
      permission: 'assistant:view',
      component: lazyPart(() => import('./KnowledgePage.tsx')),
    });
  host.add(appMenu, {
    id: 'knowledge',
    section: 'work',
    order: 75,
    label: 'page.title',
    path: '/knowledge',
    permission: 'assistant:view',
    icon: BrainCircuit20Regular,
    iconActive: BrainCircuit20Filled,
  });
});
