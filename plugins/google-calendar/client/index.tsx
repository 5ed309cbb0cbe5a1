import { defineClient, lazyPart } from '@balcao/sdk/client';
import { agendaSource } from '@balcao/agenda/contract';
import { notificationKind } from '@balcao/notifications/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(agendaSource, {
    id: 'google',
    source: manifest.id,
    label: 'calendar.name',
    mark: lazyPart(() => import('./GoogleMark.tsx')),
    component: lazyPart(() => import('./GoogleCard.tsx')),
  });
  host.add(notificationKind, { id: 'calendar', label: 'notice.label', help: 'notice.help' });
});
