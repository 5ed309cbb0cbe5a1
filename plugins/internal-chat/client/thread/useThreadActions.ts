import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, useSession, useToasts, useT } from '@balcao/sdk/client';
import type { ChatMessageView, ChatView } from '../../contract.ts';
import { patchChat } from '../data/chats.ts';
import { replaceMessage } from '../data/thread.ts';
import type { MessageActions } from './MessageTools.tsx';

/** Everything that a person does with a chat and its messages. Failures are shown, and deletions can be undone. */
export const useThreadActions = (chat: ChatView, mayWrite: boolean) => {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { user } = useSession();
  const [replying, setReplying] = useState<ChatMessageView | null>(null);
  const [editing, setEditing] = useState<ChatMessageView | null>(null);
  /** The message of which a dialog shows who has seen it, or who reacted. */
  const [people, setPeople] = useState<{ of: 'seen' | 'reactions'; message: ChatMessageView }>();
  const { id } = chat;
  const messages = useMemo((): MessageActions => {
    const run = async (work: () => Promise<ChatMessageView>): Promise<boolean> => {
      try {
        replaceMessage(queries, await work());
        return true;
      } catch (error) {
        toasts.error(error);
        return false;
      }
    };
    const at = (message: ChatMessageView): string => `/chats/${id}/messages/${message.id}`;
    return {
      mayWrite,
      onReply: (message) => {
        setEditing(null);
        setReplying(message);
      },
      onEdit: (message) => {
        setReplying(null);
        setEditing(message);
      },
      onSeen: (message) => setPeople({ of: 'seen', message }),
      onReactions: (message) => setPeople({ of: 'reactions', message }),
      onReact: (message, emoji) => {
        const isAgain = message.reactions.some((each) => each.emoji === emoji && each.userId === user.id);
        void run(() => api.post<ChatMessageView>(`${at(message)}/reaction`, { emoji: isAgain ? '' : emoji }));
      },
      onDelete: (message) =>
        void run(() => api.delete<ChatMessageView>(at(message))).then((isDone) => {
          if (isDone)
            toasts.undo(
              t('message.deleted'),
              () => void run(() => api.post<ChatMessageView>(`${at(message)}/restore`)),
            );
        }),
    };
  }, [id, mayWrite, queries, t, toasts, user.id]);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      toasts.error(error);
      return false;
    }
  };
  return {
    messages,
    replying,
    setReplying,
    editing,
    setEditing,
    people,
    closePeople: () => setPeople(undefined),
    mute: () =>
      void attempt(async () => {
        await api.put(`/chats/${id}/mute`, { isMuted: !chat.isMuted });
        patchChat(queries, id, (known) => ({ ...known, isMuted: !chat.isMuted }));
      }),
    leave: () => attempt(() => api.post(`/chats/${id}/leave`)),
    remove: async () => {
      const isDone = await attempt(() => api.delete(`/chats/${id}`));
      if (isDone)
        toasts.undo(
          t('thread.deleted', { title: chat.title }),
          () => void attempt(() => api.post(`/chats/${id}/restore`)),
        );
      return isDone;
    },
  };
};
