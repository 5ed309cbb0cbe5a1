/** Nodes that choose the way. */
import {
  ArrowForward20Regular,
  ArrowShuffle20Regular,
  BracesVariable20Regular,
  BranchFork20Regular,
  Calculator20Regular,
  Clock20Regular,
} from '@fluentui/react-icons';
import { lazyPart } from '@balcao/sdk/client';
import { list, text, type Kind } from './kind.ts';

const forms = () => import('../forms/decide.tsx');

export const decideKinds: readonly Omit<Kind, 'plugin'>[] = [
  {
    type: 'conditionNode',
    group: 'decide',
    label: 'kind.conditionNode',
    help: 'kindHelp.conditionNode',
    icon: BranchFork20Regular,
    colour: 'grey',
    initial: () => ({
      branches: [{ id: '1', title: '', match: 'all', rules: [{ name: '', operator: 'equal', value: '' }] }],
    }),
    summary: ({ branches }, t) => t('summary.branches', { count: list(branches).length }),
    form: lazyPart(async () => ({ default: (await forms()).ConditionForm })),
  },
  {
    type: 'hoursNode',
    group: 'decide',
    label: 'kind.hoursNode',
    help: 'kindHelp.hoursNode',
    icon: Clock20Regular,
    colour: 'grey',
    initial: () => ({ source: 'usual', queueId: null, week: [] }),
    summary: ({ source }, t) => t(`hours.${text(source) || 'usual'}`),
    form: lazyPart(async () => ({ default: (await import('../forms/hours.tsx')).HoursForm })),
  },
  {
    type: 'variableNode',
    group: 'decide',
    label: 'kind.variableNode',
    help: 'kindHelp.variableNode',
    icon: BracesVariable20Regular,
    colour: 'grey',
    initial: () => ({ labelInput: '', value: '' }),
    summary: ({ labelInput, value }, t) =>
      text(labelInput) === ''
        ? t('summary.noName')
        : t(text(value) === '' ? 'summary.nextReply' : 'summary.value', { name: labelInput, value }),
    form: lazyPart(async () => ({ default: (await forms()).VariableForm })),
  },
  {
    type: 'setNode',
    group: 'decide',
    label: 'kind.setNode',
    help: 'kindHelp.setNode',
    icon: Calculator20Regular,
    colour: 'grey',
    initial: () => ({ changes: [{ variable: '', how: 'set', value: '' }] }),
    summary: ({ changes }, t) => {
      const names = list<{ variable: string }>(changes).flatMap(({ variable }) => variable || []);
      return names.join(', ') || t('summary.noName');
    },
    form: lazyPart(async () => ({ default: (await forms()).SetForm })),
  },
  {
    type: 'splitNode',
    group: 'decide',
    label: 'kind.splitNode',
    help: 'kindHelp.splitNode',
    icon: ArrowShuffle20Regular,
    colour: 'grey',
    initial: () => ({
      branches: [
        { id: '1', title: 'A', weight: 50 },
        { id: '2', title: 'B', weight: 50 },
      ],
    }),
    summary: ({ branches }, t) => t('summary.branches', { count: list(branches).length }),
    form: lazyPart(async () => ({ default: (await forms()).SplitForm })),
  },
  {
    type: 'jumpNode',
    group: 'decide',
    label: 'kind.jumpNode',
    help: 'kindHelp.jumpNode',
    icon: ArrowForward20Regular,
    colour: 'grey',
    initial: () => ({ flowId: null, returns: false }),
    about: ({ flowId }, named) => named('flow', flowId),
    summary: ({ returns }, t) => t(returns === true ? 'summary.returns' : 'summary.noReturn'),
    form: lazyPart(async () => ({ default: (await import('../forms/service.tsx')).JumpForm })),
  },
];
