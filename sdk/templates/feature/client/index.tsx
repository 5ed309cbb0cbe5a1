import { Note20Filled, Note20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { ticketDrawerPanel } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

/**
 * A table of contents: everything that the plugin shows, one item each. The components are loaded when they are needed.
 */
export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'notes',
    path: '/example-notes',
    title: 'manifest.title',
    permission: 'example-notes:view',
    component: lazyPart(() => import('./NotesPage.tsx')),
  });
  host.add(appMenu, {
    id: 'notes',
    section: 'work',
    order: 500,
    label: 'manifest.title',
    path: '/example-notes',
    icon: Note20Regular,
    iconActive: Note20Filled,
    permission: 'example-notes:view',
  });
  host.add(ticketDrawerPanel, {
    id: 'notes',
    order: 50,
    label: 'manifest.title',
    component: lazyPart(() => import('./TicketNotes.tsx')),
  });
});
