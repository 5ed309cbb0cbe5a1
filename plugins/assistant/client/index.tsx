import { BrainCircuit20Filled, BrainCircuit20Regular } from '@fluentui/react-icons';
import { appMenu, appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { costsSection, purposeTrial } from '@balcao/chatai/contract';
import { connectionFormSection } from '@balcao/connections/contract';
import { notificationKind } from '@balcao/notifications/contract';
import { composerAction, composerSuggestion, ticketDrawerPanel } from '@balcao/tickets/contract';
import manifest from '../manifest.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  for (const path of ['/knowledge', '/knowledge/:tab'])
    host.add(appRoute, {
      id: path === '/knowledge' ? 'knowledge' : 'knowledge-tab',
      path,
      title: 'page.title',
      permission: 'assistant:view',
      component: lazyPart(() => import('./KnowledgePage.tsx')),
    });
  host.add(appMenu, {
    id: 'knowledge',
    section: 'work',
    order: 75,
    label: 'page.title',
    path: '/knowledge',
    permission: 'assistant:view',
    icon: BrainCircuit20Regular,
    iconActive: BrainCircuit20Filled,
  });
  host.add(composerAction, { id: 'copilot', order: 20, component: lazyPart(() => import('./ticket/Copilot.tsx')) });
  host.add(composerSuggestion, {
    id: 'copilot',
    settled: async (reference, outcome) => (await import('./ticket/settled.ts')).settled(reference, outcome),
  });
  host.add(ticketDrawerPanel, {
    id: 'answers',
    order: 60,
    label: 'answers.title',
    component: lazyPart(() => import('./ticket/AnswersPanel.tsx')),
  });
  host.add(connectionFormSection, {
    id: 'prompt',
    order: 40,
    tab: 'chatbot',
    label: 'prompt.title',
    component: lazyPart(() => import('./places/PromptField.tsx')),
  });
  host.add(purposeTrial, {
    id: 'golden',
    purpose: 'assistant',
    component: lazyPart(() => import('./golden/TryModel.tsx')),
  });
  host.add(costsSection, {
    id: 'outcomes',
    permission: 'assistant:view',
    component: lazyPart(() => import('./outcomes/OutcomeCard.tsx')),
  });
  host.add(notificationKind, {
    id: 'provider',
    order: 70,
    label: 'notice.kind',
    help: 'notice.kindHelp',
  });
});
