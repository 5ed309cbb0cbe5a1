import {
  Calendar20Regular,
  CalendarLtr20Filled,
  CalendarLtr20Regular,
  ChatArrowDoubleBack20Regular,
} from '@fluentui/react-icons';
import { appCommand, appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { contactListAction } from '@balcao/contacts/contract';
import { flowNodeForm } from '@balcao/flows/contract';
import { notificationKind } from '@balcao/notifications/contract';
import { ticketDrawerPanel, ticketLogEntry, ticketOptionsAction } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

/** Height of the line and the button, in px. */
const panelHeight = 60;

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'agenda',
    path: '/schedules',
    title: 'page.title',
    component: lazyPart(() => import('./calendar/AgendaPage.tsx')),
  });
  host.add(appMenu, {
    id: 'agenda',
    section: 'work',
    order: 40,
    label: 'page.title',
    path: '/schedules',
    icon: CalendarLtr20Regular,
    iconActive: CalendarLtr20Filled,
  });
  host.add(appCommand, {
    id: 'agenda',
    label: 'command.open',
    keywords: 'command.keywords',
    icon: CalendarLtr20Regular,
    run: ({ navigate }) => void navigate('/schedules'),
  });
  host.add(ticketDrawerPanel, {
    id: 'next',
    order: 40,
    label: 'panel.title',
    height: panelHeight,
    component: lazyPart(() => import('./ticket/NextPanel.tsx')),
  });
  host.add(ticketOptionsAction, {
    id: 'schedule',
    label: 'action.schedule',
    icon: ChatArrowDoubleBack20Regular,
    component: lazyPart(() => import('./ticket/ScheduleFromTicket.tsx')),
  });
  host.add(ticketOptionsAction, {
    id: 'entry',
    label: 'action.entry',
    icon: Calendar20Regular,
    component: lazyPart(() => import('./ticket/EntryFromTicket.tsx')),
  });
  host.add(contactListAction, {
    id: 'schedule',
    label: 'action.schedule',
    fits: ({ isGroup }) => !isGroup,
    component: lazyPart(() => import('./ticket/ScheduleFromContact.tsx')),
  });
  host.add(ticketLogEntry, {
    id: 'agenda.sent',
    label: 'log.label',
    icon: Calendar20Regular,
    component: lazyPart(() => import('./ticket/LogEntry.tsx')),
  });
  host.add(flowNodeForm, {
    id: 'agenda',
    type: 'agendaNode',
    order: 60,
    group: 'organise',
    label: 'flow.node',
    help: 'flow.help',
    icon: CalendarLtr20Regular,
    colour: 'purple',
    initial: () => ({ what: 'message', text: '', days: 1, time: '09:00', userId: null }),
    summary: ({ what, days }, t) =>
      t(what === 'entry' ? 'flow.summaryEntry' : 'flow.summaryMessage', { count: Number(days) }),
    form: lazyPart(() => import('./flow/AgendaForm.tsx')),
  });
  host.add(notificationKind, { id: 'reminder', label: 'notice.label', help: 'notice.help' });
});
