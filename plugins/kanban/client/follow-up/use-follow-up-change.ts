import { api, useT, useToasts } from '@balcao/sdk/client';
import type { BoardCard, CardFollowUp } from '../board/board-data.ts';

/** Hours by which a reminder is postponed at once. */
export const postponeHours = 24;

interface FollowUpChange {
  isWaiting: boolean;
  /** It waits, or its window is closed. */
  mayCancel: boolean;
  postpone(): void;
  cancel(): void;
}

/** Postpones or cancels the follow-up of a card. */
export const useFollowUpChange = (
  card: BoardCard,
  onChanged: (followUp: CardFollowUp | null) => void,
): FollowUpChange => {
  const t = useT();
  const toasts = useToasts();
  const change = (body: object, done: string): void => {
    void api.put<CardFollowUp>(`/kanban-follow-ups/${card.id}`, body).then((followUp) => {
      onChanged(followUp.dueAt === null && followUp.sentAt === null ? null : followUp);
      toasts.success(t(done, { name: card.contact.name }));
    }, toasts.error);
  };
  const { followUp } = card;
  const isWaiting = followUp !== null && followUp.dueAt !== null;
  return {
    isWaiting,
    mayCancel: isWaiting || followUp?.state === 'window',
    postpone: () => change({ postponeHours }, 'followUp.postponed'),
    cancel: () => change({ cancel: true }, 'followUp.cancelled'),
  };
};
