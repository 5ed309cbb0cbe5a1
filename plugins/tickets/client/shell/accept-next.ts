import type { CommandContext } from '@balcao/sdk/client';
import { longestWaiting } from '../data/useTicketList.ts';
import { acceptedBy } from '../data/refusals.ts';

/** Accepts the longest waiting ticket, from any page. */
export async function acceptNext({ api, navigate, session, toasts, t }: CommandContext): Promise<void> {
  const next = await longestWaiting();
  if (!next) return toasts.info(t('command.nobodyWaits'));
  try {
    await api.put(`/tickets/${next.id}`, { status: 'open', userId: session.user.id, from: 'pending' });
  } catch (error) {
    const taker = acceptedBy(error);
    return toasts.error(
      taker === undefined ? error : taker ? t('action.taken', { user: taker }) : t('action.takenUnnamed'),
    );
  }
  void navigate(`/tickets/${next.uuid}`);
}
