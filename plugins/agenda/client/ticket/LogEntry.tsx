import { useT } from '@balcao/sdk/client';
import type { LogEntryProps } from '@balcao/tickets/contract';

/** A scheduled message in the log of a conversation. */
export default function LogEntry({ data }: LogEntryProps) {
  const t = useT();
  const { lateMinutes = null } = (data ?? {}) as { lateMinutes?: number | null };
  return <>{lateMinutes === null ? t('log.sent') : t('log.sentLate', { count: lateMinutes })}</>;
}
