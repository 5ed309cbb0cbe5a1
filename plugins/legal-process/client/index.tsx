import { Gavel20Filled, Gavel20Regular } from '@fluentui/react-icons';
import {
  appCommand,
  appMenu,
  appRoute,
  defineClient,
  lazyPart,
  settingsTab,
  type ClientContext,
} from '@balcao/sdk/client';
import { flowNodeForm } from '@balcao/flows/contract';
import { notificationKind } from '@balcao/notifications/contract';
import { composerAction, ticketDrawerPanel, ticketHeaderAction } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

/** Height of the line and the button, in px. */
const panelHeight = 60;

/** The company has the module; the sources need none. */
const when = ({ session }: ClientContext): boolean => session.setting('legalProcess') === 'enabled';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  host.add(appRoute, {
    id: 'cases',
    path: '/legal-process',
    title: 'page.title',
    when,
    component: lazyPart(() => import('./list/LegalPage.tsx')),
  });
  host.add(appRoute, {
    id: 'case',
    path: '/legal-process/:legalProcessId/report',
    title: 'page.title',
    when,
    component: lazyPart(() => import('./case/CasePage.tsx')),
  });
  host.add(appMenu, {
    id: 'cases',
    section: 'relations',
    order: 40,
    label: 'page.title',
    path: '/legal-process',
    icon: Gavel20Regular,
    iconActive: Gavel20Filled,
    when,
  });
  host.add(appCommand, {
    id: 'cases',
    label: 'page.title',
    keywords: 'command.keywords',
    icon: Gavel20Regular,
    when,
    run: ({ navigate }) => void navigate('/legal-process'),
  });
  host.add(ticketHeaderAction, {
    id: 'look-up',
    order: 60,
    when,
    component: lazyPart(() => import('./ticket/LookUpAction.tsx')),
  });
  host.add(composerAction, {
    id: 'step',
    order: 60,
    when,
    component: lazyPart(() => import('./ticket/InsertStep.tsx')),
  });
  host.add(ticketDrawerPanel, {
    id: 'cases',
    order: 45,
    label: 'page.title',
    height: panelHeight,
    accepts: ({ isGroup }) => !isGroup,
    when,
    component: lazyPart(() => import('./ticket/CasesPanel.tsx')),
  });
  host.add(flowNodeForm, {
    id: 'case',
    type: 'legalProcessNode',
    order: 60,
    group: 'connect',
    label: 'flow.node',
    help: 'flow.help',
    icon: Gavel20Regular,
    colour: 'grey',
    when,
    initial: () => ({ number: '', usesLinked: true }),
    handles: () => [
      { id: 'out' },
      { id: 'invalid', isOptional: true },
      { id: 'else', isOptional: true },
      { id: 'failed', isOptional: true },
    ],
    summary: ({ number }, t) =>
      typeof number === 'string' && number.trim() !== '' ? t('flow.summaryText', { number }) : t('flow.summaryReply'),
    form: lazyPart(() => import('./flow/CaseForm.tsx')),
  });
  host.add(settingsTab, {
    id: 'legal-sources',
    order: 55,
    label: 'sources.title',
    // The server checks the same on every request.
    when: ({ session }) => session.user.super,
    component: lazyPart(() => import('./settings/SourcesTab.tsx')),
  });
  host.add(settingsTab, {
    id: 'legal-settings',
    order: 54,
    label: 'company.title',
    permission: 'legal:settings',
    when,
    component: lazyPart(() => import('./settings/CompanyTab.tsx')),
  });
  host.add(settingsTab, {
    id: 'legal-words',
    order: 56,
    label: 'words.title',
    permission: 'legal:words',
    when,
    component: lazyPart(() => import('./settings/WordsTab.tsx')),
  });
  host.add(notificationKind, { id: 'step', label: 'notice.kind', help: 'notice.kindHelp', when });
  host.add(notificationKind, { id: 'look-up', label: 'notice.lookUpKind', help: 'notice.lookUpKindHelp', when });
  host.add(notificationKind, { id: 'source', label: 'notice.sourceKind' });
});
