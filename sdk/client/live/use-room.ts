import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RoomRef } from '../../shared/contract.ts';
import { refetchOlderThan, refetchMissed } from './refetch-queries.ts';
import type { Missed } from './missed.ts';
import { joinRoom, sendToRoom, type RoomParams } from './rooms.ts';

export interface UseRoomOptions {
  /**
   * Keys of the queries that the handlers update. Those that may have missed a message are fetched again: queries read
   * before the room was joined or rejoined, and queries whose request was in flight while a message arrived. Usually
   * there are none. Without their keys such a change stays unseen until the query is stale.
   */
  queryKeys?: readonly QueryKey[];
  /**
   * Called once joined, and again after each reconnection. Changes before this moment were not received, so fetch again
   * what was read earlier. For queries use `queryKeys`, which does it; `onJoined` is for state outside queries.
   *
   * `again` is false the first time and true after a lost connection. `missed` returns true for a query, or for the
   * `performance.now()` at which something else was requested, if a message may have been sent since. It also serves
   * as a filter: `queries.invalidateQueries({ queryKey, predicate: missed })`.
   */
  onJoined?(again: boolean, missed: Missed): void;
  /** The server rejected the join, with its code: permissions may have changed. */
  onRefused?(code: string): void;
}
export interface JoinedRoom {
  /** Sends a message that the room accepts, such as presence. Dropped while the room is not joined. */
  send(event: string, data: unknown): void;
  joined: boolean;
}

/**
 * Joins a live room while the component is mounted; with `params` null it does not join. `handlers` are keyed by the
 * message's event and may change with every render.
 */
export function useRoom<P>(
  room: RoomRef<P>,
  params: P | null,
  // `never`, so that each handler can declare the type of its own event's data.
  handlers: Record<string, (data: never) => void>,
  options: UseRoomOptions = {},
): JoinedRoom {
  const [joined, setJoined] = useState(false);
  const latest = useRef({ handlers, options });
  const key = params === null ? null : JSON.stringify(params);

  useEffect(() => {
    latest.current = { handlers, options };
  });

  useEffect(() => {
    if (key === null) return;
    const leave = joinRoom(room.id, JSON.parse(key) as RoomParams, {
      onMessage: (event, data) => {
        const handle = latest.current.handlers[event];
        if (!handle) return;
        const receivedAt = performance.now();
        handle(data as never);
        // A request in flight may return older data and overwrite what the handler has just written.
        refetchOlderThan(latest.current.options.queryKeys ?? [], receivedAt);
      },
      onJoined: (again, missed) => {
        setJoined(true);
        refetchMissed(latest.current.options.queryKeys ?? [], missed);
        latest.current.options.onJoined?.(again, missed);
      },
      onLeft: () => setJoined(false),
      onRefused: (code) => latest.current.options.onRefused?.(code),
    });
    return () => {
      leave();
      setJoined(false);
    };
  }, [room.id, key]);

  const send = useCallback(
    (event: string, data: unknown) => {
      if (key !== null) sendToRoom(room.id, JSON.parse(key) as RoomParams, event, data);
    },
    [room.id, key],
  );
  return { send, joined };
}
