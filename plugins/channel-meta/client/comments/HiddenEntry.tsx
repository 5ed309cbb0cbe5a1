import { useT } from '@balcao/sdk/client';
import type { LogEntryProps } from '@balcao/tickets/contract';

/** In the log of a conversation: who hid a comment, or showed it again. */
export default function HiddenEntry({ data, user }: LogEntryProps) {
  const t = useT();
  const isHidden = (data as { isHidden?: unknown } | undefined)?.isHidden !== false;
  const name = user?.name ?? t('comments.log.somebody');
  return <>{t(isHidden ? 'comments.log.hidden' : 'comments.log.shown', { name })}</>;
}
