import { sql, type Scope } from '@balcao/sdk/server';
import { queues } from '@balcao/queues/contract';
import { tickets } from '@balcao/tickets/contract';
import type { Profile } from '../profile/profile.ts';
import type { Conversation } from './conversation.ts';
import type { HandoverReason, TurnFacts } from './loop.ts';
import { folded } from './words.ts';

export interface Handover {
  reason: HandoverReason;
  /** Text of the model for the colleague. */
  note?: string;
  /** Name of a queue that the model chose. */
  queue?: string;
  facts?: TurnFacts;
  /** The customer's last words. */
  words: string;
}

/** The queue that the model named, if there is one of this name, else that of the settings, if it still exists. */
export const queueFor = async (scope: Scope, profile: Profile, named: string | undefined): Promise<number | null> => {
  const all = await scope.use(queues).list();
  const wanted = folded(named ?? '');
  const chosen = wanted === '' ? undefined : all.find(({ name }) => folded(name) === wanted);
  return chosen?.id ?? all.find(({ id }) => id === profile.queueId)?.id ?? null;
};

/** The one sentence that the customer gets: that a person comes, or when nobody attends, that one will. */
export const sentenceOf = (scope: Scope, profile: Profile, isOpen: boolean): string =>
  isOpen ? profile.handoverText || scope.t('sentence.handover') : profile.closedText || scope.t('sentence.closed');

/** The note for the colleague who continues: why, what the customer wants, what was found out and tried. */
export const noteOf = (
  scope: Scope,
  { reason, note, facts, words }: Handover,
  variables: Readonly<Record<string, string>>,
): string => {
  const sources = [...new Set((facts?.passages ?? []).map(({ source }) => source))];
  const tools = (facts?.tools ?? []).filter((name) => name !== 'handover' && name !== 'search_knowledge');
  return [
    scope.t('note.title', { reason: scope.t(`reason.${reason}`) }),
    words.trim() === '' ? '' : scope.t('note.words', { words: words.trim().slice(0, 500) }),
    note?.trim() ? scope.t('note.summary', { note: note.trim() }) : '',
    ...Object.entries(variables).map(([name, value]) => `${name}: ${value}`),
    tools.length === 0 ? '' : scope.t('note.tried', { tools: tools.join(', ') }),
    sources.length === 0 ? '' : scope.t('note.sources', { sources: sources.join(', ') }),
  ]
    .filter((line) => line !== '')
    .join('\n');
};

/**
 * Hands a conversation over, in the transaction of the scope, in which it is held: one sentence, a note, and the queue.
 * A repeated call for one run says nothing twice.
 */
export const handOver = async (
  scope: Scope,
  conversation: Conversation,
  profile: Profile,
  runId: number,
  handover: Handover,
): Promise<void> => {
  const { ticketId, userId, variables } = conversation;
  const service = scope.use(tickets);
  const isOpen = await service.isOpen(ticketId);
  const body = sentenceOf(scope, profile, isOpen);
  await service.send(ticketId, { body, clientId: `ai:${runId}:handover`, by: userId, while: 'assistant' });
  const note = noteOf(scope, handover, variables);
  await service.send(ticketId, { body: note, clientId: `ai:${runId}:note`, by: null, isInternal: true });
  const queueId = await queueFor(scope, profile, handover.queue);
  if (queueId !== null) await service.route(ticketId, { queueId });
  // A virtual colleague gives it back: it waits where it is.
  else if (userId !== null) await service.route(ticketId, { userId: null });
  else await service.setAutomaticService(ticketId, false);
  await scope.sql.run(
    sql`update assistant.conversation set answered_id = inbox_id, due_at = null, first_at = null, is_disclosed = true where ticket_id = ${ticketId}`,
  );
};
