import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RoomRef } from '../../shared/contract.ts';
import { refetchOlderThan, refetchMissed } from './refetch-queries.ts';
import type { Missed } from './missed.ts';
import { joinRoom, sendToRoom, type RoomParams } from './rooms.ts';

export interface UseRoomOptions {
  /**
   * Keys of the queries that the handlers keep up to date. Queries read before this room was joined, or being read
   * while a message was sent, are fetched again; usually there are none. Without it a change in such a moment stays
   * unseen until the query is stale.
   */
  queryKeys?: readonly QueryKey[];
  /**
   * From now on every message is received: fetch again what may be older than the messages before. `again` is true
   * after a lost connection, false the first time. `missed` tells which readings are affected, usually none:
   * `queries.invalidateQueries({ queryKey, predicate: missed })`.
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

/** Joins a live room while the component is mounted. `params` null: not now. Handlers may change with every render. */
export function useRoom<P>(
  room: RoomRef<P>,
  params: P | null,
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
