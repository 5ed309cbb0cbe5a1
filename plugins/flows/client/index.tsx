import { Flow20Filled, Flow20Regular } from '@fluentui/react-icons';
import { appCommand, appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { connectionFormSection } from '@balcao/connections/contract';
import { queueColumn, queueFormSection } from '@balcao/queues/contract';
import { ticketLogEntry, ticketOptionsAction } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';
import { EditorPart } from './editor/part.ts';

const permission = 'flows:view';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'flows',
    path: '/flows',
    title: 'list.title',
    permission,
    component: lazyPart(() => import('./list/FlowsPage.tsx')),
  });
  host.add(appRoute, {
    id: 'editor',
    path: '/flow-chart/:flowId?',
    title: 'editor.title',
    permission,
    component: EditorPart,
  });
  host.add(appMenu, {
    id: 'flows',
    section: 'administration',
    order: 25,
    label: 'list.title',
    path: '/flows',
    icon: Flow20Regular,
    iconActive: Flow20Filled,
    permission,
  });
  host.add(appCommand, {
    id: 'new',
    label: 'list.new',
    keywords: 'list.newKeywords',
    icon: Flow20Regular,
    permission,
    run: ({ navigate }) => void navigate('/flow-chart'),
  });
  host.add(queueColumn, {
    id: 'flow',
    order: 10,
    label: 'place.flow',
    component: lazyPart(() => import('./places/QueueCell.tsx')),
  });
  host.add(queueFormSection, {
    id: 'flow',
    order: 10,
    label: 'place.flow',
    permission,
    component: lazyPart(() => import('./places/QueueFlow.tsx')),
  });
  host.add(connectionFormSection, {
    id: 'flow',
    order: 10,
    tab: 'chatbot',
    label: 'list.title',
    permission,
    component: lazyPart(() => import('./places/ConnectionFlows.tsx')),
  });
  host.add(ticketOptionsAction, {
    id: 'automatic-service',
    order: 40,
    label: 'ticket.title',
    icon: Flow20Regular,
    fits: ({ isGroup, status }) => !isGroup && status !== 'closed',
    component: lazyPart(() => import('./places/AutomaticService.tsx')),
  });
  const entry = (name: 'FlowStarted' | 'FlowEnded') =>
    lazyPart(async () => ({ default: (await import('./log/SessionEntry.tsx'))[name] }));
  host.add(ticketLogEntry, {
    id: 'flows.started',
    icon: Flow20Regular,
    label: 'log.type.started',
    component: entry('FlowStarted'),
  });
  host.add(ticketLogEntry, {
    id: 'flows.ended',
    icon: Flow20Regular,
    label: 'log.type.ended',
    component: entry('FlowEnded'),
  });
});
