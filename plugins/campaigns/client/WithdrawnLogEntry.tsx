import { useT } from '@balcao/sdk/client';
import type { LogEntryProps } from '@balcao/tickets/contract';

/** A message of a campaign that was taken back before it left, in the log of a conversation. */
export default function WithdrawnLogEntry({ data }: LogEntryProps) {
  const t = useT();
  const { name = '' } = (data ?? {}) as { name?: string };
  return <>{t('log.withdrawn', { name })}</>;
}
