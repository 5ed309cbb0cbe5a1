import { useEffect, useSyncExternalStore } from 'react';
import { api, compressImage, currentSession, queryClient, useSession } from '@balcao/sdk/client';
import type { ChatMessageView } from '../../contract.ts';
import { Outbox, type NewOutgoing, type Outgoing } from './outbox.ts';
import { addLive, threadKey } from './thread.ts';

const bodyOf = async (item: Outgoing): Promise<FormData | object> => {
  const { message, files, quoted, ticketId, clientId } = item;
  if (files.length === 0)
    return { message, clientId, ...(quoted && { quotedMessageId: quoted.id }), ...(ticketId !== null && { ticketId }) };
  const form = new FormData();
  form.append('body', message);
  form.append('fromMe', 'true');
  form.append('clientId', clientId);
  if (quoted) form.append('quotedMessageId', String(quoted.id));
  for (const file of await Promise.all(files.map(compressImage))) form.append('medias', file, file.name);
  return form;
};

const deliver = async (item: Outgoing): Promise<void> => {
  const path = `/chats/${item.chatId}/messages`;
  const body = await bodyOf(item);
  const sent =
    body instanceof FormData
      ? await api.upload<ChatMessageView>(path, body)
      : await api.post<ChatMessageView>(path, body);
  if (!addLive(queryClient, sent)) void queryClient.invalidateQueries({ queryKey: threadKey(item.chatId) });
};

const outbox = new Outbox({
  deliver,
  isWriterHere: (userId) => currentSession()?.user.id === userId,
  // Looked up at each call: it may be forbidden.
  store: {
    getItem: (name) => localStorage.getItem(name),
    setItem: (name, value) => localStorage.setItem(name, value),
    removeItem: (name) => localStorage.removeItem(name),
  },
});

/** The reader's messages on their way, and those that could not be sent, also by a former page. */
export const useOutbox = (): readonly Outgoing[] => {
  const { id } = useSession().user;
  useEffect(() => outbox.restore(id), [id]);
  return useSyncExternalStore(outbox.subscribe, outbox.all).filter(({ userId }) => userId === id);
};

export const send = (message: Omit<NewOutgoing, 'userId'>): void => {
  const userId = currentSession()?.user.id;
  if (userId !== undefined) outbox.add({ ...message, userId });
};
export const retry = (clientId: string): void => outbox.retry(clientId);
export const discard = (clientId: string): void => outbox.discard(clientId);
