import { atom, useAtom } from 'jotai';
import { useCallback } from 'react';
import { api, newId } from '@balcao/sdk/client';
import type { Outgoing, OutgoingMessage } from './thread.ts';

type All = Readonly<Record<string, readonly Outgoing[]>>;
/** By connection and number, so that switching to another phone loses nothing. */
const allAtom = atom<All>({});

export interface Sender {
  connectionId: number;
  number: string;
  name: string;
}

const post = (
  { connectionId, number, name }: Sender,
  { id, body, file, sticker, data, choice }: Outgoing,
): Promise<unknown> => {
  const path = `/sandbox/${connectionId}/messages`;
  if (!file) return api.post(path, { id, from: number, name, body, ...(data && { data }), ...(choice && { choice }) });
  const form = new FormData();
  form.set('id', id);
  form.set('from', number);
  form.set('name', name);
  form.set('body', body);
  if (sticker) form.set('sticker', 'true');
  form.set('media', file);
  return api.upload(path, form);
};

/** Sends the phone’s messages; a refused one stays with its reason and can be sent again under the same id. */
export function useOutgoing(sender: Sender) {
  const [all, setAll] = useAtom(allAtom);
  const key = `${sender.connectionId}/${sender.number}`;
  const outgoing = all[key] ?? [];

  const change = useCallback(
    (step: (known: readonly Outgoing[]) => readonly Outgoing[]) =>
      setAll((known) => ({ ...known, [key]: step(known[key] ?? []) })),
    [key, setAll],
  );
  const attempt = (message: Outgoing): void => {
    post(sender, message).then(
      () => change((known) => known.filter(({ id }) => id !== message.id)),
      (failure: unknown) => change((known) => known.map((one) => (one.id === message.id ? { ...one, failure } : one))),
    );
  };
  return {
    outgoing,
    send: (input: OutgoingMessage): void => {
      const message: Outgoing = { ...input, id: `phone-${newId()}`, at: new Date().toISOString(), failure: undefined };
      change((known) => [...known, message]);
      attempt(message);
    },
    retry: (message: Outgoing): void => {
      change((known) => known.map((one) => (one.id === message.id ? { ...one, failure: undefined } : one)));
      attempt(message);
    },
  };
}
