import { defineClient, lazyPart } from '@balcao/sdk/client';
import { channelType, connectionFormSection } from '@balcao/connections/contract';
import { queueColumn, queueFormSection } from '@balcao/queues/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(channelType, {
    id: 'archive',
    order: 95,
    label: 'channel',
    glyph: { path: 'M4 4h16v4H4zM5 9h14v11H5zm4 3v2h6v-2z', color: '#5c4a7d' },
    fields: lazyPart(() => import('./AddressField.tsx')),
  });
  host.add(connectionFormSection, {
    id: 'prompt',
    label: 'prompt',
    tab: 'integrations',
    component: lazyPart(() => import('./PromptField.tsx')),
  });
  host.add(queueColumn, { id: 'shelf', label: 'shelf', component: lazyPart(() => import('./ShelfCell.tsx')) });
  host.add(queueFormSection, { id: 'shelf', label: 'shelf', component: lazyPart(() => import('./ShelfField.tsx')) });
});
