/** Nodes that talk to the customer. */
import {
  Attach20Regular,
  ChatHelp20Regular,
  CommentText20Regular,
  DocumentText20Regular,
  PersonQuestionMark20Regular,
  Timer20Regular,
} from '@fluentui/react-icons';
import { lazyPart } from '@balcao/sdk/client';
import { amount, list, text, type Kind } from './kind.ts';
import { spanText } from './span.ts';

const forms = () => import('../forms/talk.tsx');

const asking = { delay: 0, invalidTexts: [], tries: 3, timeoutMinutes: 0 };

export const talkKinds: readonly Omit<Kind, 'plugin'>[] = [
  {
    type: 'messageNode',
    group: 'talk',
    label: 'kind.messageNode',
    help: 'kindHelp.messageNode',
    icon: CommentText20Regular,
    colour: 'purple',
    initial: () => ({ label: '', delay: 0, sendGreetingMessage: 1 }),
    body: ({ label }) => text(label),
    summary: ({ sendGreetingMessage }, t) => t(`messageKind.${amount(sendGreetingMessage, 1)}`),
    form: lazyPart(async () => ({ default: (await forms()).MessageForm })),
  },
  {
    type: 'questionNode',
    group: 'ask',
    label: 'kind.questionNode',
    help: 'kindHelp.questionNode',
    icon: ChatHelp20Regular,
    colour: 'purple',
    initial: () => ({
      question: '',
      options: [
        { id: '1', title: '' },
        { id: '2', title: '' },
      ],
      optionType: 'list',
      variable: '',
      ...asking,
    }),
    body: ({ question }) => text(question),
    summary: ({ options, optionType }, t) =>
      t(optionType === 'text' ? 'summary.numbered' : 'summary.list', { count: list(options).length }),
    form: lazyPart(async () => ({ default: (await forms()).QuestionForm })),
  },
  {
    type: 'collectNode',
    group: 'ask',
    label: 'kind.collectNode',
    help: 'kindHelp.collectNode',
    icon: PersonQuestionMark20Regular,
    colour: 'purple',
    initial: () => ({ question: '', kind: 'text', variable: '', min: null, max: null, ...asking }),
    body: ({ question }) => text(question),
    summary: ({ kind }, t) => t(`collect.${text(kind) || 'text'}`),
    form: lazyPart(async () => ({ default: (await forms()).CollectForm })),
  },
  {
    type: 'attachmentNode',
    group: 'talk',
    label: 'kind.attachmentNode',
    help: 'kindHelp.attachmentNode',
    icon: Attach20Regular,
    colour: 'purple',
    initial: () => ({ mediaName: '', mediaPath: '', mime: '', size: 0, caption: '', delay: 0 }),
    summary: ({ mediaName }, t) => text(mediaName) || t('summary.noFile'),
    form: lazyPart(async () => ({ default: (await import('../forms/file.tsx')).AttachmentForm })),
  },
  {
    type: 'templateNode',
    group: 'talk',
    label: 'kind.templateNode',
    help: 'kindHelp.templateNode',
    icon: DocumentText20Regular,
    colour: 'purple',
    initial: () => ({ name: '', language: 'pt_BR', variables: {} }),
    summary: ({ name }, t) => text(name) || t('summary.noTemplate'),
    form: lazyPart(async () => ({ default: (await forms()).TemplateForm })),
  },
  {
    type: 'delayNode',
    group: 'talk',
    label: 'kind.delayNode',
    help: 'kindHelp.delayNode',
    icon: Timer20Regular,
    colour: 'grey',
    initial: () => ({ delay: 60 }),
    summary: ({ delay }, t) => spanText(amount(delay), t),
    form: lazyPart(async () => ({ default: (await forms()).DelayForm })),
  },
];
