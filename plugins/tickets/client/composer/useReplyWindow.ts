import { useEffect, useState } from 'react';
import { queryClient, useRoom } from '@balcao/sdk/client';
import { ticketRoom } from '../../contract.ts';
import type { TicketView } from '../../contract.ts';
import { ticketKeys } from '../data/ticket-cache.ts';

export interface KnownWindow {
  /** Length in hours for the current person. */
  hours: number;
  /** When it closes for that person; undefined: it was closed already. */
  closesAt: Date | undefined;
  /** When it closes for automations, where people have longer; undefined elsewhere, and once it is over. */
  automaticUntil: Date | undefined;
  isClosed: boolean;
  /** Only people may write now, not automations. */
  isPeoples: boolean;
}

/** Maximum delay of a browser timer. */
const longestTimer = 2_147_483_647;
/** True for a window that began a moment ago: it is not requested again with every message. */
const isFresh = (closes: number | undefined, hours: number): boolean =>
  closes !== undefined && closes > Date.now() + hours * 3_600_000 - 60_000;

/**
 * The reply window of a conversation, followed by the clock: it closes while on the screen, and opens again when the
 * customer writes. Undefined where the channel has none.
 */
export function useReplyWindow({ uuid, window, lastMessageAck, updatedAt }: TicketView): KnownWindow | undefined {
  const hours = window?.hours;
  const ends = window?.closesAt ? Date.parse(window.closesAt) : undefined;
  const peoples = window?.personClosesAt ? Date.parse(window.personClosesAt) : ends;
  const [now, setNow] = useState(Date.now);
  const isOver = (end: number | undefined): boolean => end === undefined || end <= Math.max(now, Date.now());
  const isPeoples = isOver(ends) && !isOver(peoples);
  const closes = isOver(ends) ? peoples : ends;
  useRoom(
    ticketRoom,
    { uuid },
    { window: () => void queryClient.invalidateQueries({ queryKey: ticketKeys.detail(uuid) }) },
  );
  useEffect(() => {
    // Nothing is left to wait for once it is closed.
    if (closes === undefined || closes <= now) return;
    const left = closes - Date.now();
    if (left <= 0) return setNow(Date.now());
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left + 50, longestTimer));
    return () => clearTimeout(timer);
  }, [closes, now]);

  // Only a customer's message leaves no receipt on the row: then the window starts again.
  useEffect(() => {
    if (hours === undefined || lastMessageAck !== null || isFresh(ends, hours)) return;
    void queryClient.invalidateQueries({ queryKey: ticketKeys.detail(uuid) });
    // Once per change of the row, whatever the response says about the window.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [updatedAt, lastMessageAck, hours, uuid]);

  if (hours === undefined) return undefined;
  return {
    hours: window?.personHours ?? hours,
    closesAt: peoples === undefined ? undefined : new Date(peoples),
    automaticUntil:
      window?.personHours === undefined || ends === undefined || isOver(ends) ? undefined : new Date(ends),
    isClosed: isOver(peoples),
    isPeoples,
  };
}
