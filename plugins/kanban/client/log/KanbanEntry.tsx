import { useFormat, useT } from '@balcao/sdk/client';
import type { LogEntryProps } from '@balcao/tickets/contract';

interface Data {
  lane?: string;
  /** The lane that the card left, or the value it had in cents. */
  from?: string | number;
  to?: number;
  why?: 'flow' | 'laneRemoved' | 'laneRestored';
  action?: 'close' | 'move' | 'flow';
  code?: string;
  change?: 'postponed' | 'cancelled';
  hours?: number;
}
const read = (data: unknown): Data => (data ?? {}) as Data;

export function Moved({ data, user }: LogEntryProps) {
  const t = useT();
  const { lane = '–', from, why } = read(data);
  const who = user ? 'byPerson' : why === 'flow' ? 'byFlow' : 'byNobody';
  // Entries of earlier versions do not say where from.
  const words = t(`log.moved.${who}${from === undefined ? 'To' : ''}`, { user: user?.name, lane, from });
  return <>{why === undefined || why === 'flow' ? words : `${words} (${t(`log.moved.${why}`)})`}</>;
}

/** The value of the card was corrected on the board. */
export function Valued({ data, user }: LogEntryProps) {
  const t = useT();
  const { money } = useFormat();
  const { from, to } = read(data);
  const values = { user: user?.name ?? t('log.somebody'), from: money(Number(from ?? 0)), to: money(to ?? 0) };
  return <>{t(to === undefined ? 'log.valuedErased' : 'log.valued', values)}</>;
}

export function Reminded() {
  return <>{useT()('log.reminded')}</>;
}

export function FollowedUp({ data }: LogEntryProps) {
  const t = useT();
  const { action, lane } = read(data);
  if (action === 'move') return <>{t('log.movedOn', { lane: lane ?? '–' })}</>;
  return <>{t(action === 'flow' ? 'log.flow' : 'log.closed')}</>;
}

/** Why a follow-up ended without doing anything. */
export function Refused({ data }: LogEntryProps) {
  const t = useT();
  const { code = '' } = read(data);
  const known = { ERR_WINDOW_CLOSED: 'window', ERR_NO_LANE_FOUND: 'noLane', 'not-sent': 'unsent' } as const;
  if (code in known) return <>{t(`log.refused.${known[code as keyof typeof known]}`)}</>;
  return <>{t(code.includes('FLOW') ? 'log.refused.noFlow' : 'log.refused.other')}</>;
}

export function FollowUpChanged({ data, user }: LogEntryProps) {
  const t = useT();
  const { change, hours } = read(data);
  if (change === 'cancelled') return <>{t('log.cancelled', { user: user?.name ?? '–' })}</>;
  return <>{t('log.postponed', { user: user?.name ?? '–', count: hours ?? 0 })}</>;
}
