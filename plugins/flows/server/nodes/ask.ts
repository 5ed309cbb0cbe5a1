import { z } from '@balcao/sdk/server';
import { defineFlowNode, type FlowContext, type FlowEffect, type FlowFault, type FlowSignal } from '../../contract.ts';
import { chooseOption } from '../../graph/choose-option.ts';
import { readAnswer } from '../../graph/collect.ts';
import { handlesOf, readOptions } from '../../graph/handles.ts';
import { collectKinds, type NodeData } from '../../graph/node-data.ts';
import { wordKey } from '../../graph/words.ts';
import { afterDelay, ask, askAgain, needsText } from './asking.ts';
import { asking, text, variable } from './fields.ts';

type Question = NodeData['questionNode'];
type Collect = NodeData['collectNode'];
const maxOptions = 20;

/** Ids of the options as the channel returns them: a tap on an older question is not taken for this one's. */
const tapped = (nodeId: string, id: string): string => `flow:${nodeId}:${id}`;
const untapped = (nodeId: string, choice: string | null): string | null =>
  choice?.startsWith(`flow:${nodeId}:`) === true ? choice.slice(`flow:${nodeId}:`.length) : null;

const shownQuestion = ({ data, fill, nodeId }: FlowContext<Question>, words?: string): FlowEffect => ({
  kind: 'send',
  text: words ?? fill(data.question),
  options: data.options.map(({ id, title }) => ({ id: tapped(nodeId, id), title: fill(title).slice(0, 200) })),
  asText: data.optionType === 'text',
});

const optionFaults = (options: Question['options']): FlowFault[] => {
  const titles = options.map(({ title }) => wordKey(title));
  return [
    ...(options.length === 0 ? [{ code: 'noOptions', field: 'options' }] : []),
    ...(titles.includes('') ? [{ code: 'emptyOption', field: 'options' }] : []),
    ...(new Set(titles).size < titles.length ? [{ code: 'sameOptions', field: 'options' }] : []),
    ...(new Set(options.map(({ id }) => id)).size < options.length ? [{ code: 'sameOptions', field: 'options' }] : []),
  ];
};

export const questionNode = defineFlowNode<Question>({
  type: 'questionNode',
  version: 1,
  schema: z.object({
    ...asking,
    question: text(),
    options: z
      .unknown()
      .optional()
      .transform(readOptions)
      .pipe(z.array(z.object({ id: z.string().regex(/^[\w-]{1,60}$/), title: z.string().max(200) })).max(maxOptions)),
    optionType: z
      .enum(['text', 'list'])
      .nullish()
      .transform((value) => value ?? 'list'),
    variable,
  }),
  handles: (data) => handlesOf('questionNode', { ...data }),
  texts: ({ question, options, invalidTexts }) => [question, ...options.map(({ title }) => title), ...invalidTexts],
  sets: ({ variable: name }) => (name === '' ? [] : [name]),
  waits: () => true,
  check: ({ question, options }) => [...needsText('question', question), ...optionFaults(options)],
  execute: (context) =>
    afterDelay(context, context.data.delay, () => ask(context, context.data, [shownQuestion(context)], false)),
  resume(context, signal) {
    const { data, nodeId, fill } = context;
    if (signal.kind === 'timeout') return { next: { go: 'timeout' } };
    if (signal.kind !== 'reply') return ask(context, data, [shownQuestion(context)], false);
    const options = data.options.map(({ id, title }) => ({ id, title: fill(title) }));
    const chosen = chooseOption(options, { text: signal.text, choice: untapped(nodeId, signal.choice) });
    if (!chosen) return askAgain(context, data, (words) => shownQuestion(context, words), false);
    return {
      ...(data.variable !== '' && { set: { [data.variable]: chosen.title } }),
      next: { go: `option-${chosen.id}` },
    };
  },
});

const collected = (context: FlowContext<Collect>, signal: Extract<FlowSignal, { kind: 'reply' }>) =>
  readAnswer(
    context.data.kind,
    { text: signal.text, last: signal.messages.at(-1) },
    { min: context.data.min, max: context.data.max, now: context.now, timeZone: context.timeZone },
  );

const limit = z
  .number()
  .nullish()
  .transform((value) => value ?? null);

export const collectNode = defineFlowNode<Collect>({
  type: 'collectNode',
  version: 1,
  schema: z.object({
    ...asking,
    question: text(),
    kind: z
      .enum(collectKinds as [Collect['kind'], ...Collect['kind'][]])
      .nullish()
      .transform((value) => value ?? 'text'),
    variable,
    min: limit,
    max: limit,
  }),
  handles: (data) => handlesOf('collectNode', { ...data }),
  texts: ({ question, invalidTexts }) => [question, ...invalidTexts],
  sets: ({ variable: name, kind }) => (name === '' ? [] : kind === 'file' ? [name, `${name}_arquivo`] : [name]),
  waits: () => true,
  check: ({ question, variable: name }) => [
    ...needsText('question', question),
    ...(name === '' ? [{ code: 'emptyVariable', field: 'variable' }] : []),
  ],
  execute: (context) =>
    afterDelay(context, context.data.delay, () =>
      ask(context, context.data, [{ kind: 'send', text: context.fill(context.data.question) }], settles(context.data)),
    ),
  resume(context, signal) {
    const { data, fill } = context;
    const question: FlowEffect = { kind: 'send', text: fill(data.question) };
    if (signal.kind === 'timeout') return { next: { go: 'timeout' } };
    if (signal.kind !== 'reply') return ask(context, data, [question], settles(data));
    const read = collected(context, signal);
    if (!read)
      return askAgain(
        context,
        data,
        (words) => (words === undefined ? question : { ...question, text: words }),
        settles(data),
      );
    const path = data.kind === 'file' ? signal.messages.at(-1)?.file?.path : undefined;
    return {
      set: { [data.variable]: read.value, ...(path !== undefined && { [`${data.variable}_arquivo`]: path }) },
      next: { go: 'out' },
    };
  },
});

/** People write a name or a story in several messages, but a number in one. */
const settles = ({ kind }: Collect): boolean => kind === 'text';

export const variableNode = defineFlowNode<NodeData['variableNode']>({
  type: 'variableNode',
  version: 1,
  schema: z.object({ labelInput: variable, value: text() }),
  handles: () => handlesOf('variableNode', {}),
  texts: ({ value }) => [value],
  sets: ({ labelInput }) => (labelInput === '' ? [] : [labelInput]),
  waits: ({ value }) => value === '',
  check: ({ labelInput }) => (labelInput === '' ? [{ code: 'emptyVariable', field: 'labelInput' }] : []),
  execute: ({ data, fill }) =>
    data.value === ''
      ? { next: { wait: 'reply', settles: true } }
      : { set: { [data.labelInput]: fill(data.value) }, next: { go: 'out' } },
  resume: ({ data }, signal) =>
    signal.kind === 'reply'
      ? { set: { [data.labelInput]: signal.text.slice(0, 4000) }, next: { go: 'out' } }
      : { next: { go: 'out' } },
});
