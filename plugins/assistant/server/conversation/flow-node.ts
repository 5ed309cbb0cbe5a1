import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { models } from '@balcao/chatai/contract';
import {
  defineFlowNode,
  flowNode,
  type FlowContext,
  type FlowEffect,
  type FlowFault,
  type FlowReply,
  type FlowResult,
} from '@balcao/flows/contract';
import { queues } from '@balcao/queues/contract';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { recordGap } from '../knowledge/gaps.ts';
import { countUses } from '../knowledge/search.ts';
import { liveProfile, type Profile } from '../profile/profile.ts';
import { decideByWords, type Counts } from './before-model.ts';
import { disclosureOf } from './deliver.ts';
import { noteOf, sentenceOf } from './handover.ts';
import { historyOf } from './history.ts';
import { runTurn, type HandoverReason, type Outcome } from './loop.ts';
import { notifyAdmins } from './notify-admins.ts';
import { recordFlowTurn } from './runs.ts';
import { splitAnswer } from './split.ts';

/** Clients of the specification write the queue's id as a text. */
const data = z
  .looseObject({
    chatBotId: z.string().default('gpt-4'),
    labelInput: z.string().max(20_000).default(''),
    department: z
      .union([z.number(), z.string().transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : null))])
      .nullish(),
  })
  .transform(({ labelInput, department }) => ({ labelInput, department: department ?? null }));
type Data = z.output<typeof data>;

interface State extends Counts {
  isDisclosed: boolean;
  /** The last message that the running work knows. */
  uptoId: number;
}
const stateOf = (state: unknown): State => ({
  misunderstood: 0,
  negative: 0,
  isDisclosed: false,
  uptoId: 0,
  ...(state as object),
});

interface Input {
  ticketId: number;
  prompt: string;
}

const say = (text: string): FlowEffect => ({ kind: 'send', text });

/** Calls people: one sentence and a note, then the queue of the node, else the node's own way out. */
const handed = async (
  { data: { department }, ticket }: FlowContext<Data>,
  scope: Scope,
  profile: Profile,
  reason: HandoverReason,
  more: { note?: string; facts?: Outcome; words: string },
  way: 'handover' | 'failed',
): Promise<FlowResult> => {
  await recordFlowTurn(scope, ticket.id, 'handed', reason, more.facts);
  const isOpen = await scope.use(tickets).isOpen(ticket.id);
  const { variables = {} } =
    (await scope.sql.one<{ variables: Record<string, string> }>(
      sql`select variables from assistant.conversation where ticket_id = ${ticket.id}`,
    )) ?? {};
  const effects: FlowEffect[] = [
    say(sentenceOf(scope, profile, isOpen)),
    { kind: 'note', text: noteOf(scope, { reason, ...more }, variables) },
  ];
  return department === null
    ? { effects, next: { go: way } }
    : { effects: [...effects, { kind: 'route', queueId: department }], next: { end: 'handed' } };
};

/** Starts the work for the customer's words, unless these alone decide. */
const ask = async (
  context: FlowContext<Data>,
  scope: Scope,
  messages: readonly FlowReply[],
  before: State,
): Promise<FlowResult> => {
  const { profile } = await liveProfile(scope);
  const words = messages.map(({ body }) => body).join('\n');
  const { reason, counts } = decideByWords(words, profile, before);
  if (reason) return handed(context, scope, profile, reason, { words }, 'handover');
  const uptoId = Math.max(before.uptoId, ...messages.map(({ id }) => id));
  const input: Input = { ticketId: context.ticket.id, prompt: context.fill(context.data.labelInput) };
  return { next: { wait: 'work', input, state: { ...before, ...counts, uptoId } satisfies State } };
};

const concluded = async (
  context: FlowContext<Data>,
  scope: Scope,
  state: State,
  outcome: Outcome,
): Promise<FlowResult> => {
  const { profile } = await liveProfile(scope);
  const words = context.lastReply?.body ?? '';
  if (outcome.kind === 'handover')
    return handed(context, scope, profile, outcome.reason, { note: outcome.note, facts: outcome, words }, 'handover');
  if (outcome.kind === 'end') return { next: { go: 'done' } };
  const disclosure = disclosureOf(scope, profile, state.isDisclosed);
  const texts = [...(disclosure === '' ? [] : [disclosure]), ...splitAnswer(outcome.text, context.ticket.channel)];
  return {
    effects: [
      ...texts.map(say),
      {
        kind: 'apply',
        label: scope.t('node.sources'),
        apply: (_ticketId, inner) =>
          countUses(
            inner,
            outcome.passages.map(({ sourceId }) => sourceId),
          ),
      },
    ],
    next: { wait: 'reply', settles: true, state: { ...state, isDisclosed: true } },
  };
};

const check = async ({ department }: Data, scope: Scope): Promise<FlowFault[]> => {
  const faults: FlowFault[] = [];
  if (department !== null && !(await scope.use(queues).find(department)))
    faults.push({ code: 'node.missingQueue', field: 'department' });
  if (!(await scope.use(models).available('assistant')).isReady)
    faults.push({ code: 'node.notConfigured', isWarning: true });
  return faults;
};

/** The node in which the assistant talks until it hands over, ends, or fails. The flow sends what it decides. */
const chatBotNode = defineFlowNode({
  type: 'chatBotNode',
  version: 1,
  schema: data,
  handles: () => ['done', 'handover', 'failed'].map((id) => ({ id, isOptional: true })),
  texts: ({ labelInput }) => [labelInput],
  waits: () => true,
  check,
  refers: {
    get: async ({ department }, scope) => {
      const queue = department === null ? undefined : await scope.use(queues).find(department);
      return queue ? [{ kind: 'queue', id: String(queue.id), name: queue.name }] : [];
    },
    put: (node, ids) => {
      const chosen = node.department === null ? undefined : ids('queue', String(node.department));
      return { ...node, department: chosen === undefined ? null : Number(chosen) };
    },
  },
  async execute(context, scope) {
    if (context.isSimulated)
      return { effects: [{ kind: 'note', text: scope.t('node.simulated') }], next: { go: 'done' } };
    return context.lastReply
      ? ask(context, scope, [context.lastReply], stateOf(undefined))
      : { next: { wait: 'reply', settles: true, state: stateOf(undefined) } };
  },
  async resume(context, signal, scope) {
    const state = stateOf(context.state);
    if (signal.kind === 'reply') return ask(context, scope, signal.messages, state);
    if (signal.kind === 'done') {
      const newer = await scope.sql.one<{ id: number }>(
        sql`select max(m.id)::int as id from tickets.public_message m
             where m.ticket_id = ${context.ticket.id} and not m.from_me and not m.only_internal and m.id > ${state.uptoId}`,
      );
      // The customer wrote meanwhile: the answer would not know it. The flow passes these words on at once.
      if (newer?.id != null) return { next: { wait: 'reply', settles: true, state } };
      return concluded(context, scope, state, signal.result as Outcome);
    }
    if (signal.kind !== 'failed') return { next: { go: 'failed' } };
    const { profile } = await liveProfile(scope);
    const reason: HandoverReason = signal.reason === 'ERR_AI_BUDGET' ? 'budget' : 'provider';
    return handed(context, scope, profile, reason, { words: context.lastReply?.body ?? '' }, 'failed');
  },
  async work(input, _work, scope) {
    const { ticketId, prompt } = input as Input;
    const { profile } = await liveProfile(scope);
    await scope.sql.run(
      sql`insert into assistant.conversation (ticket_id) values (${ticketId}) on conflict do nothing`,
    );
    const history = await historyOf(scope, ticketId);
    try {
      const outcome = await runTurn(scope, {
        ticketId,
        history,
        profile,
        prompt,
        automation: 'flows',
        isTrial: false,
        signal: scope.signal,
      });
      if (outcome.kind !== 'handover')
        await recordFlowTurn(scope, ticketId, outcome.kind === 'end' ? 'ended' : 'sent', null, outcome);
      if (outcome.gap !== undefined) await recordGap(scope, outcome.gap, ticketId);
      return outcome;
    } catch (error) {
      await notifyAdmins(scope, String((error as { code?: unknown }).code ?? 'ERR_INTERNAL'));
      throw error;
    }
  },
});

export const flowParts = (host: Host<typeof manifest>): void => {
  host.contribute(flowNode, chatBotNode);
};
