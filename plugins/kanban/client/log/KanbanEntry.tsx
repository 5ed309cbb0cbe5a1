import { useT } from '@balcao/sdk/client';
import type { LogEntryProps } from '@balcao/tickets/contract';

interface Data {
  lane?: string;
  action?: 'close' | 'move' | 'flow';
  code?: string;
  change?: 'postponed' | 'cancelled';
  hours?: number;
}
const read = (data: unknown): Data => (data ?? {}) as Data;

export function Moved({ data, user }: LogEntryProps) {
  const t = useT();
  const lane = read(data).lane ?? '–';
  return <>{user ? t('log.moved', { user: user.name, lane }) : t('log.movedByNobody', { lane })}</>;
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
  const known = { ERR_WINDOW_CLOSED: 'window', ERR_NO_LANE_FOUND: 'noLane' } as const;
  if (code in known) return <>{t(`log.refused.${known[code as keyof typeof known]}`)}</>;
  return <>{t(code.includes('FLOW') ? 'log.refused.noFlow' : 'log.refused.other')}</>;
}

export function FollowUpChanged({ data, user }: LogEntryProps) {
  const t = useT();
  const { change, hours } = read(data);
  if (change === 'cancelled') return <>{t('log.cancelled', { user: user?.name ?? '–' })}</>;
  return <>{t('log.postponed', { user: user?.name ?? '–', count: hours ?? 0 })}</>;
}
