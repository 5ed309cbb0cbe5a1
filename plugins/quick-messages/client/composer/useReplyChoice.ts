import { useId, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, newId, useSession, useToasts, useViewport } from '@balcao/sdk/client';
import type { TicketView } from '@balcao/tickets/contract';
import type { QuickMessage } from '../../contract.ts';
import { fill, variableValues } from '../../variables.ts';
import { repliesKey, useReplies } from './useReplies.ts';

export interface ReplyChoiceInput {
  ticket: TicketView;
  /** The message is an internal note: only the text of a reply with a file is used. */
  isNote: boolean;
  term: string;
  /** Called with the chosen text, variables filled. */
  onText(text: string): void;
  /** Called when a reply with a file was chosen and is being sent. */
  onSent(): void;
}

/** Manages moving through the replies and choosing one: a text is passed on, one with a file is sent. */
export function useReplyChoice({ ticket, isNote, term, onText, onSent }: ReplyChoiceInput) {
  const { user, company } = useSession();
  const { touch } = useViewport();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { replies, hasNone, error, retry } = useReplies(term);
  const [selectedId, setSelectedId] = useState<number>();
  const listId = useId();
  const at = Math.max(0, replies?.findIndex(({ id }) => id === selectedId) ?? 0);
  const selected = replies?.[at];
  const { contact, queue, id: ticketId } = ticket;
  const [openedAt] = useState(() => new Date());
  const textAt = (reply: QuickMessage, now: Date): string =>
    fill(
      reply.message,
      variableValues({
        contactName: contact.name,
        ticketId,
        attendant: user.name,
        queue: queue?.name ?? null,
        company,
        now,
      }),
    );

  /** Returns whether choosing it inserts text; otherwise it is sent at once. */
  const isText = ({ mediaPath }: QuickMessage): boolean => mediaPath === null || isNote;

  const countUse = (used: QuickMessage): void => {
    queries.setQueriesData<QuickMessage[]>({ queryKey: repliesKey(user.id) }, (known) =>
      known?.map((reply) => (reply.id === used.id ? { ...reply, uses: reply.uses + 1 } : reply)),
    );
  };
  const pick = (reply: QuickMessage): void => {
    countUse(reply);
    if (isText(reply)) {
      onText(textAt(reply, new Date()));
      // It only affects the order of the list.
      api.post(`/quick-messages/${reply.id}/use`).catch(() => undefined);
      return;
    }
    onSent();
    api
      .post(`/quick-messages/${reply.id}/send-media/${ticketId}`, { clientId: newId() })
      .catch((failure: unknown) => toasts.error(failure));
  };

  return {
    listId,
    optionId: (id: number) => `${listId}-${id}`,
    replies,
    hasNone,
    error,
    retry,
    selected,
    position: at + 1,
    isText,
    textOf: (reply: QuickMessage) => textAt(reply, openedAt),
    /** Hovering highlights a reply; touch taps also arrive as mouse moves, and must not. */
    pointAt: (reply: QuickMessage) => {
      if (!touch && reply.id !== selected?.id) setSelectedId(reply.id);
    },
    /** On a phone nothing is sent unseen: the first tap shows it. */
    touchOn: (reply: QuickMessage) => {
      if (touch && !isText(reply) && reply.id !== selected?.id) setSelectedId(reply.id);
      else pick(reply);
    },
    /** Handles a key of the list; returns whether it was one. */
    onKey: ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean => {
      if (!replies?.length || shiftKey) return false;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : -1;
        setSelectedId(replies[(at + step + replies.length) % replies.length]?.id);
        return true;
      }
      if ((key === 'Enter' || key === 'Tab') && selected) {
        pick(selected);
        return true;
      }
      return false;
    },
  };
}
export type ReplyChoice = ReturnType<typeof useReplyChoice>;
