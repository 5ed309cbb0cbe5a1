import type { Scope } from '@balcao/sdk/server';
import { decideByWords, type Counts } from '../conversation/before-model.ts';
import type { History } from '../conversation/history.ts';
import { runTurn, type Outcome } from '../conversation/loop.ts';
import { asCustomer } from '../conversation/prompt.ts';
import type { Trial } from './trial.ts';

export const noCounts: Counts = { misunderstood: 0, negative: 0 };

/** The history of a conversation that begins with a question. */
export const onlyQuestion = (question: string): History => ({
  messages: [{ role: 'user', content: asCustomer(question) }],
  lastWords: question,
  text: question,
  customer: question,
  company: '',
  uptoId: 0,
});

interface Question {
  ticketId: number | null;
  history: History;
  /** The customer's last message. */
  words: string;
  /** Misunderstandings and angry words before it. */
  before: Counts;
}

/**
 * Returns what the assistant would do, and does nothing of it: first by the customer's words alone, then by the model.
 * The errors of `Models.complete`.
 */
export const answerOnTrial = async (
  scope: Scope,
  { ticketId, history, words, before }: Question,
  { profile, model, flippedSources }: Trial,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { reason } = decideByWords(words, profile, before);
  if (reason !== undefined)
    return { kind: 'handover', reason, note: '', calls: 0, tools: [], passages: [], costMicros: null };
  return runTurn(scope, {
    ticketId: ticketId ?? 0,
    history,
    profile,
    prompt: '',
    automation: 'assistant',
    isTrial: true,
    flippedSources,
    signal,
    ...(model && { model }),
  });
};
