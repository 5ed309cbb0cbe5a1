import { useT } from '@balcao/sdk/client';
import type { LogEntryProps } from '@balcao/tickets/contract';

/** A message or question of a campaign in the log of a conversation. */
export default function LogEntry({ data }: LogEntryProps) {
  const t = useT();
  const { name, isQuestion = false } = (data ?? {}) as { name?: string; isQuestion?: boolean };
  const what = isQuestion ? 'asked' : 'sent';
  return <>{name === undefined ? t('log.unnamed') : t(`log.${what}`, { name })}</>;
}
