import { sql, z, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';
import { defineFlowNode, type FlowContext, type FlowResult } from '../../contract.ts';
import { handlesOf } from '../../graph/handles.ts';
import type { NodeData } from '../../graph/node-data.ts';
import { afterDelay, needsText } from './asking.ts';
import { delay, flag, number, text } from './fields.ts';

type Message = NodeData['messageNode'];

export const startNode = defineFlowNode({
  type: 'startNode',
  version: 1,
  schema: z.looseObject({ label: text(200) }),
  handles: (data) => handlesOf('startNode', data),
  texts: () => [],
  execute: () => ({ next: { go: 'out' } }),
});

/** The greeting of the queue, else of the connection, else the node's own text. */
const greetingOf = async ({ ticket, data }: FlowContext<Message>, scope: Scope): Promise<string> => {
  const queue = ticket.queueId === null ? undefined : await scope.use(queues).find(ticket.queueId);
  if (queue && queue.greetingMessage.trim() !== '') return queue.greetingMessage;
  const connection = ticket.connectionId > 0 ? await scope.use(connections).find(ticket.connectionId) : undefined;
  return connection && connection.greetingMessage.trim() !== '' ? connection.greetingMessage : data.label;
};

const speak = async (context: FlowContext<Message>, scope: Scope): Promise<FlowResult> => {
  const { data } = context;
  if (data.sendGreetingMessage === 3)
    return {
      effects: [
        ...(data.label.trim() === '' ? [] : [{ kind: 'send' as const, text: context.fill(data.label) }]),
        { kind: 'close', isSilent: true },
      ],
      next: { end: 'closed' },
    };
  const words = data.sendGreetingMessage === 2 ? await greetingOf(context, scope) : data.label;
  const filled = context.fill(words);
  return { effects: filled.trim() === '' ? [] : [{ kind: 'send', text: filled }], next: { go: 'out' } };
};

export const messageNode = defineFlowNode<Message>({
  type: 'messageNode',
  version: 1,
  schema: z.object({
    label: text(),
    delay,
    sendGreetingMessage: number(1, 3, 1).pipe(z.literal([1, 2, 3])),
  }),
  handles: (data) => handlesOf('messageNode', { ...data }),
  texts: ({ label }) => [label],
  check: ({ label, sendGreetingMessage }) => (sendGreetingMessage === 1 ? needsText('label', label) : []),
  execute: (context, scope) =>
    context.data.delay > 0
      ? afterDelay(context, context.data.delay, () => ({ next: { go: 'out' } }))
      : speak(context, scope),
  resume: (context, _signal, scope) => speak(context, scope),
});

export const delayNode = defineFlowNode<NodeData['delayNode']>({
  type: 'delayNode',
  version: 1,
  schema: z.object({ delay: number(0, 2_592_000, 0) }),
  handles: () => handlesOf('delayNode', {}),
  check: ({ delay: seconds }) => (seconds < 1 ? [{ code: 'emptyDelay', field: 'delay' }] : []),
  execute: ({ data, now }) => ({
    next: { wait: 'timer', until: new Date(now.getTime() + Math.max(1, data.delay) * 1000), typing: data.delay <= 10 },
  }),
  resume: () => ({ next: { go: 'out' } }),
});

const attachment = ({ data, fill }: FlowContext<NodeData['attachmentNode']>): FlowResult => ({
  effects: [
    {
      kind: 'send',
      text: fill(data.caption),
      file: { path: data.mediaPath, name: data.mediaName, mime: data.mime, size: data.size },
    },
  ],
  next: { go: 'out' },
});

export const attachmentNode = defineFlowNode<NodeData['attachmentNode']>({
  type: 'attachmentNode',
  version: 1,
  schema: z.object({
    mediaName: text(300),
    mediaPath: text(500),
    mime: text(150),
    size: number(0, 52_428_800, 0),
    caption: text(),
    delay,
  }),
  handles: () => handlesOf('attachmentNode', {}),
  texts: ({ caption }) => [caption],
  async check({ mediaPath }, scope) {
    if (mediaPath === '') return [{ code: 'emptyFile', field: 'mediaPath' }];
    const known = await scope.sql.one(sql`select 1 from flows.file where path = ${mediaPath} limit 1`);
    return known ? [] : [{ code: 'missingFile', field: 'mediaPath' }];
  },
  execute: (context) => afterDelay(context, context.data.delay, () => attachment(context)),
  resume: (context) => attachment(context),
});

export const noteNode = defineFlowNode<NodeData['noteNode']>({
  type: 'noteNode',
  version: 1,
  schema: z.object({ text: text() }),
  handles: () => handlesOf('noteNode', {}),
  texts: ({ text: words }) => [words],
  check: ({ text: words }) => needsText('text', words),
  execute: ({ data, fill }) => ({ effects: [{ kind: 'note', text: fill(data.text) }], next: { go: 'out' } }),
});

export const closeNode = defineFlowNode<NodeData['closeNode']>({
  type: 'closeNode',
  version: 1,
  schema: z.object({ text: text(), asksRating: flag }),
  handles: () => handlesOf('closeNode', {}),
  texts: ({ text: words }) => [words],
  execute: ({ data, fill }) => ({
    effects: [
      ...(data.text.trim() === '' ? [] : [{ kind: 'send' as const, text: fill(data.text) }]),
      { kind: 'close', isSilent: !data.asksRating },
    ],
    next: { end: 'closed' },
  }),
});
