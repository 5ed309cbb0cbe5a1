import { defineClient, lazyPart, settingsTab } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(settingsTab, {
    id: 'hours',
    order: 10,
    label: 'hours.title',
    permission: 'companies:schedules',
    when: ({ session }) => session.setting('scheduleType') === 'company',
    component: lazyPart(() => import('./hours/HoursTab.tsx')),
  });
  host.add(settingsTab, {
    id: 'holidays',
    order: 20,
    label: 'holidays.title',
    permission: 'companies:schedules',
    // Holidays replace the hours of the company, queues and connections alike.
    when: ({ session }) => (session.setting('scheduleType') ?? 'disabled') !== 'disabled',
    component: lazyPart(() => import('./hours/HolidaysTab.tsx')),
  });
  host.add(settingsTab, {
    id: 'companies',
    order: 50,
    label: 'list.title',
    // The server checks the same on every request.
    when: ({ session }) => session.user.super,
    component: lazyPart(() => import('./CompaniesTab.tsx')),
  });
});
