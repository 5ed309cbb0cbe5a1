import type { Translate } from '@balcao/sdk/client';
import { lengthOf, sumsAt, type LogStep, type LogSummary, type Phase, type Place } from './read-log.ts';
import { logIcons } from './log-icons.ts';

export const lengthText = (ms: number, t: Translate): string => {
  const { unit, ...values } = lengthOf(ms);
  return t(`log.length.${unit}`, values);
};

const placeText = ({ user, queue }: Place, t: Translate): string =>
  user && queue ? t('log.place', { user, queue }) : (user ?? queue ?? t('log.noQueue'));

/** Returns the event in one sentence. */
export const stepText = ({ entry, from, to }: LogStep, t: Translate): string => {
  const { type } = entry;
  const user = entry.user?.name ?? t('log.system');
  if (entry.why === 'customer') return t(`log.customer.${type === 'reopen' ? 'reopen' : 'create'}`);
  if (!from || !to) {
    const queue = entry.queue?.name ?? t('log.noQueue');
    return t(`log.${type in logIcons ? type : 'other'}`, { user, queue, type });
  }
  // A person who transfers their own conversation is named once.
  if (from.user === entry.user?.name) return t('log.transfer', { user, to: placeText(to, t) });
  return t('log.transferFrom', { user, from: placeText(from, t), to: placeText(to, t) });
};

/** Reasons that this version knows; the sentence of a customer who came back says it itself. */
const whys: readonly string[] = ['choice', 'noChoice', 'connection', 'silence', 'attendantGone'];

/** Why a rule made the step. */
export const whyText = ({ entry: { why } }: LogStep, t: Translate): string | undefined =>
  why !== undefined && whys.includes(why) ? t(`log.why.${why}`) : undefined;

/** How long the phase before a step lasted. */
export const endedText = ({ ended }: LogStep, t: Translate): string | undefined =>
  ended && ended.ms >= 1000 ? t(`log.ended.${ended.phase}`, { time: lengthText(ended.ms, t) }) : undefined;

const nowTexts: Partial<Record<Phase, string>> = { waiting: 'log.now.waiting', attending: 'log.now.attending' };

/** The whole conversation in one line: waiting, attendance, transfers, and what it is doing now. */
export const summaryText = (summary: LogSummary, now: number, t: Translate): string => {
  const { transfers } = summary;
  const { waited, attended } = sumsAt(summary, now);
  const parts = [t('log.sum.waited', { time: lengthText(waited, t) })];
  if (attended > 0) parts.push(t('log.sum.attended', { time: lengthText(attended, t) }));
  if (transfers > 0) parts.push(t('log.sum.transfers', { count: transfers }));
  const present = summary.now && now - summary.now.since;
  const key = summary.now && nowTexts[summary.now.phase];
  // The present phase is not repeated when it is the only one of its kind.
  if (key && present !== waited && present !== attended) parts.push(t(key, { time: lengthText(present ?? 0, t) }));
  return parts.join(' · ');
};
