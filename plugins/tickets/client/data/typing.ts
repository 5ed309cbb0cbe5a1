import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useMemo } from 'react';

/** Milliseconds after which the customer counts as no longer typing, in case a `paused` was lost. */
const lasts = 12_000;

export type TypingState = 'composing' | 'recording';
const typingAtom = atom<ReadonlyMap<number, TypingState>>(new Map());
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function put(ticketId: number, state: TypingState | undefined): void {
  getDefaultStore().set(typingAtom, (known) => {
    if (known.get(ticketId) === state) return known;
    const next = new Map(known);
    if (state) next.set(ticketId, state);
    else next.delete(ticketId);
    return next;
  });
}

/** Handles that the customer of a ticket starts or stops typing. */
export function setCustomerTyping(ticketId: number, state: string): void {
  clearTimeout(timers.get(ticketId));
  if (state !== 'composing' && state !== 'recording') return put(ticketId, undefined);
  put(ticketId, state);
  timers.set(
    ticketId,
    setTimeout(() => put(ticketId, undefined), lasts),
  );
}

export function useTyping(ticketId: number): TypingState | undefined {
  return useAtomValue(useMemo(() => atom((get) => get(typingAtom).get(ticketId)), [ticketId]));
}

export const useIsTyping = (ticketId: number): boolean => useTyping(ticketId) !== undefined;
