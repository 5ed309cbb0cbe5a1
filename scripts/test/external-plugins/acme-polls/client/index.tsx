import { defineClient, lazyPart } from '@balcao/sdk/client';
import { messageRenderer } from '@balcao/tickets/contract';
import { pollKind } from '../contract.ts';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(messageRenderer, {
    id: 'poll',
    kind: pollKind,
    component: lazyPart(() => import('./PollBubble.tsx')),
  });
});
