import { useMemo } from 'react';
import { api, useSession, useToasts } from '@balcao/sdk/client';
import type { MessageView } from '../../contract.ts';
import { knownMessage, applyMessageResponse, applyLiveMessage } from '../data/useMessages.ts';
import { reacted } from '@balcao/sdk/chat';

/** Actions on a stored message. A reaction is shown at once, and removed when it is refused. */
export function useMessageActions() {
  const toasts = useToasts();
  const { user } = useSession();
  return useMemo(
    () => ({
      react: async (chosen: MessageView, emoji: string): Promise<void> => {
        // It may have been edited or deleted while the menu was open.
        const message = knownMessage(chosen.ticketId, chosen.id) ?? chosen;
        const { reactions, sent } = reacted(message.messageReact, emoji, user.name);
        applyLiveMessage({ ...message, messageReact: reactions });
        const requestedAt = performance.now();
        try {
          const answer = await api.post<MessageView | undefined>(`/messages/${message.id}/reaction`, { emoji: sent });
          if (answer?.id) applyMessageResponse(answer, requestedAt);
        } catch (error) {
          const now = knownMessage(message.ticketId, message.id);
          // Live updates received since then are not undone.
          if (now && JSON.stringify(now.messageReact) === JSON.stringify(reactions))
            applyLiveMessage({ ...now, messageReact: message.messageReact });
          toasts.error(error);
        }
      },
      edit: async (message: MessageView, body: string): Promise<void> => {
        const requestedAt = performance.now();
        const answer = await api.put<MessageView | undefined>(`/messages/${message.id}`, { body });
        applyMessageResponse(
          answer?.id ? answer : { ...message, body, editedAt: new Date().toISOString() },
          requestedAt,
        );
      },
      remove: async (message: MessageView): Promise<void> => {
        const requestedAt = performance.now();
        const answer = await api.delete<MessageView | undefined>(`/messages/${message.id}`);
        applyMessageResponse(answer?.id ? answer : { ...message, isDeleted: true }, requestedAt);
      },
    }),
    [toasts, user.name],
  );
}
export type MessageActions = ReturnType<typeof useMessageActions>;
