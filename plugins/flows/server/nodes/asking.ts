import type { FlowContext, FlowEffect, FlowFault, FlowResult } from '../../contract.ts';
import type { AskData } from '../../graph/node-data.ts';

interface AskState {
  /** Answers that did not fit so far. */
  tries: number;
}

const triesOf = (state: unknown): number => {
  const { tries } = (state ?? {}) as Partial<AskState>;
  return typeof tries === 'number' ? tries : 0;
};

/** Waits while the customer sees that somebody is typing, or does the work at once without a delay. */
export const afterDelay = ({ now }: Pick<FlowContext, 'now'>, seconds: number, work: () => FlowResult): FlowResult =>
  seconds > 0 ? { next: { wait: 'timer', until: new Date(now.getTime() + seconds * 1000), typing: true } } : work();

/** Asks, and waits for the answer. */
export const ask = (
  { now }: Pick<FlowContext, 'now'>,
  { timeoutMinutes }: Pick<AskData, 'timeoutMinutes'>,
  effects: readonly FlowEffect[],
  settles: boolean,
  tries = 0,
): FlowResult => ({
  effects,
  next: {
    wait: 'reply',
    settles,
    state: { tries } satisfies AskState,
    ...(timeoutMinutes > 0 && { until: new Date(now.getTime() + timeoutMinutes * 60_000) }),
  },
});

/** Asks again after an answer that did not fit, with the text for this attempt, or gives up. */
export const askAgain = (
  context: Pick<FlowContext, 'now' | 'state' | 'fill'>,
  data: AskData,
  again: (text: string | undefined) => FlowEffect,
  settles: boolean,
): FlowResult => {
  const tries = triesOf(context.state) + 1;
  if (tries >= data.tries) return { next: { go: 'invalid' } };
  const words = data.invalidTexts[Math.min(tries, data.invalidTexts.length) - 1];
  return ask(context, data, [again(words === undefined ? undefined : context.fill(words))], settles, tries);
};

/** Reports a text that must not be empty. */
export const needsText = (field: string, value: string): FlowFault[] =>
  value.trim() === '' ? [{ code: 'emptyText', field }] : [];
