/** The start, and what is drawn without running. */
import { CommentNote20Regular, Play20Regular, RectangleLandscape20Regular } from '@fluentui/react-icons';
import { lazyPart } from '@balcao/sdk/client';
import { text, type Kind } from './kind.ts';

const forms = () => import('../forms/canvas.tsx');

export const canvasKinds: readonly Omit<Kind, 'plugin'>[] = [
  {
    type: 'startNode',
    group: 'canvas',
    label: 'kind.startNode',
    icon: Play20Regular,
    colour: 'green',
    initial: () => ({ label: 'Inicio' }),
    summary: (_, t) => t('summary.start'),
    form: lazyPart(async () => ({ default: (await forms()).StartForm })),
  },
  {
    type: 'commentNode',
    group: 'canvas',
    label: 'kind.commentNode',
    help: 'kindHelp.commentNode',
    icon: CommentNote20Regular,
    colour: 'orange',
    initial: () => ({ text: '' }),
    summary: (data) => text(data['text']),
    form: lazyPart(async () => ({ default: (await forms()).CommentForm })),
  },
  {
    type: 'frameNode',
    group: 'canvas',
    label: 'kind.frameNode',
    help: 'kindHelp.frameNode',
    icon: RectangleLandscape20Regular,
    colour: 'grey',
    initial: () => ({ title: '' }),
    summary: ({ title }) => text(title),
    form: lazyPart(async () => ({ default: (await forms()).FrameForm })),
  },
];
