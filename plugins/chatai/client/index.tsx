import { defineClient, lazyPart, settingsTab } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(settingsTab, {
    id: 'prompts',
    order: 54,
    label: 'list.title',
    // The server checks the same on every request.
    when: ({ session }) => session.user.super,
    component: lazyPart(() => import('./PromptsTab.tsx')),
  });
});
