import {
  ArrowUndo16Regular,
  Send16Regular,
  Send20Filled,
  Send20Regular,
  SendClock20Regular,
} from '@fluentui/react-icons';
import { appCommand, appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { campaignTab } from '@balcao/contact-lists/contract';
import { ticketLogEntry } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

const permission = 'campaigns:view';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  const CampaignsPage = lazyPart(() => import('./list/CampaignsPage.tsx'));
  const FormPage = lazyPart(() => import('./form/CampaignFormPage.tsx'));
  const ReportPage = lazyPart(() => import('./report/ReportPage.tsx'));
  const SettingsPage = lazyPart(() => import('./settings/SettingsPage.tsx'));
  for (const [id, path, title, component] of [
    ['campaigns', '/campaigns', 'page.title', CampaignsPage],
    ['new', '/campaigns/new', 'form.newTitle', FormPage],
    ['form', '/campaigns/:campaignId', 'form.title', FormPage],
    ['report', '/campaign/:campaignId/report', 'report.title', ReportPage],
    ['settings', '/campaigns-config', 'settings.title', SettingsPage],
  ] as const)
    host.add(appRoute, { id, path, title, permission, component });
  host.add(appMenu, {
    id: 'campaigns',
    section: 'relations',
    order: 50,
    label: 'page.title',
    path: '/campaigns',
    icon: Send20Regular,
    iconActive: Send20Filled,
    permission,
  });
  host.add(campaignTab, { id: 'campaigns', order: 10, label: 'page.title', path: '/campaigns', permission });
  host.add(campaignTab, { id: 'settings', order: 30, label: 'settings.title', path: '/campaigns-config', permission });
  host.add(ticketLogEntry, {
    id: 'campaigns.sent',
    label: 'log.label',
    icon: Send16Regular,
    component: lazyPart(() => import('./LogEntry.tsx')),
  });
  host.add(ticketLogEntry, {
    id: 'campaigns.withdrawn',
    label: 'log.label',
    icon: ArrowUndo16Regular,
    component: lazyPart(() => import('./WithdrawnLogEntry.tsx')),
  });
  host.add(appCommand, {
    id: 'new',
    label: 'form.newTitle',
    keywords: 'command.keywords',
    icon: SendClock20Regular,
    permission,
    run: ({ navigate }) => void navigate('/campaigns/new'),
  });
});
