import { useSyncExternalStore } from 'react';
import { api, newId, queryClient } from '@balcao/sdk/client';
import type { ChatMessageView } from '../../contract.ts';
import { addLive, threadKey } from './thread.ts';

/** A message on its way, or one that could not be sent and keeps its place. */
export interface Outgoing {
  clientId: string;
  chatId: number;
  message: string;
  files: readonly File[];
  quoted: ChatMessageView | null;
  ticketId: number | null;
  createdAt: string;
  error: unknown;
}

let all: readonly Outgoing[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly Outgoing[]): void => {
  all = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useOutbox = (): readonly Outgoing[] => useSyncExternalStore(subscribe, () => all);

const bodyOf = ({ message, files, quoted, ticketId, clientId }: Outgoing): FormData | object => {
  if (files.length === 0)
    return { message, clientId, ...(quoted && { quotedMessageId: quoted.id }), ...(ticketId !== null && { ticketId }) };
  const form = new FormData();
  form.append('body', message);
  form.append('fromMe', 'true');
  form.append('clientId', clientId);
  if (quoted) form.append('quotedMessageId', String(quoted.id));
  for (const file of files) form.append('medias', file, file.name);
  return form;
};

const deliver = async (item: Outgoing): Promise<void> => {
  const path = `/chats/${item.chatId}/messages`;
  const body = bodyOf(item);
  try {
    const sent =
      body instanceof FormData
        ? await api.upload<ChatMessageView>(path, body)
        : await api.post<ChatMessageView>(path, body);
    if (!addLive(queryClient, sent)) void queryClient.invalidateQueries({ queryKey: threadKey(item.chatId) });
    change(all.filter(({ clientId }) => clientId !== item.clientId));
  } catch (error) {
    change(all.map((each) => (each.clientId === item.clientId ? { ...each, error } : each)));
  }
};

/** One at a time for each chat, so that messages keep the order in which they were written. */
const turns = new Map<number, Promise<void>>();
const queue = (item: Outgoing): void => {
  const turn = (turns.get(item.chatId) ?? Promise.resolve()).then(() => deliver(item));
  turns.set(item.chatId, turn);
};

export const send = (message: Pick<Outgoing, 'chatId' | 'message' | 'files' | 'quoted' | 'ticketId'>): void => {
  const item = { ...message, clientId: newId(), createdAt: new Date().toISOString(), error: undefined };
  change([...all, item]);
  queue(item);
};
export const retry = (clientId: string): void => {
  const item = all.find((each) => each.clientId === clientId);
  if (!item) return;
  const again = { ...item, error: undefined };
  change(all.map((each) => (each.clientId === clientId ? again : each)));
  queue(again);
};
export const discard = (clientId: string): void => change(all.filter((each) => each.clientId !== clientId));
