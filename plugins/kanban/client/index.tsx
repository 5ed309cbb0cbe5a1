import { Board20Filled, Board20Regular } from '@fluentui/react-icons';
import { appCommand, appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { dashboardCard, type DashboardCardProps } from '@balcao/reports/contract';
import { ticketDrawerPanel, ticketListBulk, ticketListFilter, ticketLogEntry } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

/** Height of the select, the track below it, and the line of text, in px. */
const panelHeight = 57;

const entry = (name: 'Moved' | 'Valued' | 'Reminded' | 'FollowedUp' | 'FollowUpChanged' | 'Refused') =>
  lazyPart(async () => ({ default: (await import('./log/KanbanEntry.tsx'))[name] }));

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'board',
    path: '/kanban',
    title: 'page.title',
    component: lazyPart(() => import('./board/BoardPage.tsx')),
    prefetch: async ({ search }) => (await import('./board/first-queries.ts')).firstQueries(search),
  });
  host.add(appRoute, {
    id: 'funnel',
    path: '/kanban/funnel',
    permission: 'crm:view',
    title: 'numbers.title',
    component: lazyPart(() => import('./numbers/FunnelPage.tsx')),
  });
  host.add(appMenu, {
    id: 'board',
    section: 'relations',
    order: 10,
    label: 'page.title',
    path: '/kanban',
    icon: Board20Regular,
    iconActive: Board20Filled,
    returns: true,
  });
  host.add(dashboardCard, {
    id: 'kanban',
    order: 20,
    permission: 'crm:view',
    component: lazyPart<DashboardCardProps>(() => import('./numbers/FunnelCard.tsx')),
  });
  host.add(appCommand, {
    id: 'board',
    label: 'command.open',
    keywords: 'command.keywords',
    icon: Board20Regular,
    run: ({ navigate }) => void navigate('/kanban'),
  });
  host.add(appCommand, {
    id: 'funnel',
    permission: 'crm:view',
    label: 'command.funnel',
    keywords: 'command.funnelKeywords',
    icon: Board20Regular,
    run: ({ navigate }) => void navigate('/kanban/funnel'),
  });
  host.add(ticketDrawerPanel, {
    id: 'stage',
    order: 10,
    label: 'panel.title',
    height: panelHeight,
    component: lazyPart(() => import('./ticket/StagePanel.tsx')),
  });
  host.add(ticketListFilter, {
    id: 'lane',
    order: 10,
    param: 'selectedKanbanId',
    label: 'filter.title',
    permission: 'crm:view',
    component: lazyPart(() => import('./list/LaneFilter.tsx')),
  });
  host.add(ticketListBulk, {
    id: 'lane',
    order: 10,
    label: 'bulk.list',
    icon: Board20Regular,
    component: lazyPart(() => import('./list/BulkLane.tsx')),
  });
  const followUp = 'log.type.followUp';
  host.add(ticketLogEntry, {
    id: 'kanban.moved',
    icon: Board20Regular,
    label: 'log.type.moved',
    component: entry('Moved'),
  });
  host.add(ticketLogEntry, { id: 'kanban.valued', label: 'log.type.valued', component: entry('Valued') });
  host.add(ticketLogEntry, { id: 'kanban.reminded', label: 'log.type.reminded', component: entry('Reminded') });
  host.add(ticketLogEntry, { id: 'kanban.followed-up', label: followUp, component: entry('FollowedUp') });
  host.add(ticketLogEntry, { id: 'kanban.refused', label: 'log.type.refused', component: entry('Refused') });
  host.add(ticketLogEntry, {
    id: 'kanban.follow-up-changed',
    label: 'log.type.changed',
    component: entry('FollowUpChanged'),
  });
});
