import { defineClient } from '@balcao/sdk/client';
import { notificationKind } from '@balcao/notifications/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(notificationKind, { id: 'step', label: 'notice.kind', help: 'notice.kindHelp' });
  host.add(notificationKind, { id: 'source', label: 'notice.sourceKind' });
});
