import { useEffect, useSyncExternalStore } from 'react';
import { api, ApiError, currentSession, showToast, translate, useSession } from '@balcao/sdk/client';
import type { MessageView } from '../../contract.ts';
import { Outbox } from '../model/outbox.ts';
import type { OutboxEntry, OutboxPorts } from '../model/outbox.ts';
import { deleteDraftFile, getDraftFile } from './draft-attachments.ts';
import { knownTicket } from './ticket-cache.ts';
import { applyMessageResponse } from './useMessages.ts';

/** Statuses of passing failures (network, session, restarting server): messages wait and are retried. */
const passing = new Set([0, 401, 408, 425, 429, 502, 503, 504]);
/** An expired session, which the login renews, is refused as what a person may not do, with a code of its own. */
const isPassing = ({ status, code }: ApiError): boolean => passing.has(status) || code === 'ERR_SESSION_EXPIRED';

const listOf = (answer: MessageView | MessageView[] | { messages: MessageView[] } | undefined): MessageView[] => {
  if (!answer) return [];
  if (Array.isArray(answer)) return answer;
  return 'messages' in answer ? answer.messages : [answer];
};

async function deliver(entry: OutboxEntry, options: Parameters<OutboxPorts['deliver']>[1]): Promise<MessageView[]> {
  const path = `/messages/${entry.ticketId}${entry.internal ? '/internal' : ''}`;
  const further = {
    ...(entry.signed !== undefined && { signed: entry.signed }),
    ...(entry.subject && { subject: entry.subject }),
  };
  if (!entry.file) {
    const quoted = entry.quoted ? { quotedMsg: { id: entry.quoted.id } } : {};
    return listOf(await api.post(path, { body: entry.body, clientId: entry.clientId, ...further, ...quoted }));
  }
  const form = new FormData();
  form.set('body', entry.body);
  form.set('clientId', entry.clientId);
  if (entry.quoted) form.set('quotedMsg', JSON.stringify({ id: entry.quoted.id }));
  for (const [name, value] of Object.entries(further)) form.set(name, String(value));
  form.append('medias', entry.file.file, entry.file.file.name);
  return listOf(await api.upload(path, form, options));
}

/**
 * The query cache notifies its observers in later tasks: waiting for them keeps a message from vanishing for a moment.
 */
const observersNotified = (): Promise<void> =>
  new Promise((resolve) => void setTimeout(() => setTimeout(() => setTimeout(resolve))));

/** Ids of the conversations on the screen; one may be there twice. */
const shown: number[] = [];

function open(userId: number): Outbox {
  const outbox = new Outbox(userId, {
    deliver,
    // Another person may have signed in on this page since, or in another window of this browser.
    isWriterHere: () => currentSession()?.user.id === userId,
    onDelivered: (entry, messages) => {
      for (const message of messages) applyMessageResponse(message);
      const { file } = entry;
      return observersNotified().then(() => {
        if (!file) return;
        URL.revokeObjectURL(file.preview);
        void deleteDraftFile(file.id);
      });
    },
    refusal: (error) => {
      if (!(error instanceof ApiError)) return 'ERR_INTERNAL';
      return isPassing(error) ? undefined : error.code;
    },
    onRefused: ({ ticketId }) => {
      // A conversation on the screen shows it with its reason.
      if (shown.includes(ticketId)) return;
      const name = knownTicket(({ id }) => id === ticketId)?.contact.name;
      showToast('error', translate('tickets', name ? 'outbox.refused' : 'outbox.refusedUnnamed', { name }));
    },
    store: localStorage,
    fetchFile: async ({ id, kind }) => {
      const file = await getDraftFile(id);
      return file && { id, kind, file, preview: URL.createObjectURL(file) };
    },
  });
  window.addEventListener('online', () => outbox.resume());
  return outbox;
}

const opened = new Map<number, Outbox>();

/** The messages of this person that the server does not have yet; it lives as long as the page. */
export function outboxOf(userId: number): Outbox {
  const outbox = opened.get(userId) ?? open(userId);
  opened.set(userId, outbox);
  return outbox;
}

/** The unsent messages of a conversation that is on the screen. */
export function useOutbox(ticketId: number): { outbox: Outbox; entries: readonly OutboxEntry[] } {
  const outbox = outboxOf(useSession().user.id);
  const entries = useSyncExternalStore(outbox.subscribe, () => outbox.of(ticketId));
  useEffect(() => {
    shown.push(ticketId);
    return () => void shown.splice(shown.indexOf(ticketId), 1);
  }, [ticketId]);
  return { outbox, entries };
}
