import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, useRoom, useSession, useT, useToasts } from '@balcao/sdk/client';
import { ticketListRoom, type TicketRowView } from '@balcao/tickets/contract';
import { boardRoom } from '../../contract.ts';
import type { MoveChoice } from '../move/entry.ts';
import { boardKey, fetchLane, fetchTotals, putMove } from './board-api.ts';
import {
  appendLane,
  cardBelow,
  cardOf,
  moveCard,
  patchCard,
  removeCard,
  replaceLane,
  withTotals,
  type BoardCard,
  type BoardState,
} from './board-data.ts';
import { announce } from './announce.ts';
import { boardQuery, boardsKey } from './boards-query.ts';
import { applyTicket } from './live-ticket.ts';
import { MoveQueue, type QueuedMove } from './move-queue.ts';
import { Refresher } from './refresher.ts';
import type { BoardFilter } from './board-filter.ts';
import { useMoveAway } from './useMoveAway.ts';

/** A card that a colleague holds is shown so for so long at most. */
const holdMs = 20_000;
/** How often it is said again, for those who open the board meanwhile. */
const holdAgainMs = 4_000;

type Place = { kanbanId: number; laneId: string };
interface MovedMany {
  cards: { ticketId: number; from: Place }[];
  to: Place;
  by: { id: number; name: string } | null;
}
interface Moved {
  ticketId: number;
  from: Place;
  to: Place;
  version: number;
  by: { id: number; name: string } | null;
}

export interface BoardHandle {
  board: BoardState | undefined;
  error: unknown;
  retry(): void;
  /** Loads the next page of a lane. */
  more(laneId: string): void;
  /** Moves a card: before another one, to the end (null), or to the first position (undefined). */
  move(id: number, laneId: string, before?: number | null): void;
  /** Moves a card to another board. */
  moveAway(id: number, to: MoveChoice & { kanbanId: number }): void;
  patch(id: number, patch: Partial<BoardCard>): void;
  /** Reads lanes again, after a change that the board does not know in detail. */
  refresh(laneIds: readonly string[]): void;
  reload(): void;
  /** Names of colleagues who hold a card at the moment. */
  holders: ReadonlyMap<number, string>;
  /** Tells colleagues which card this person holds; null: none. */
  hold(id: number | null): void;
}

type LiveChange = (board: BoardState) => BoardState;

/** A board with its cards: changes of this person are shown at once, those of others as they happen. */
export const useBoard = (kanbanId: number | undefined, filter: BoardFilter, isReadOnly: boolean): BoardHandle => {
  const client = useQueryClient();
  const toasts = useToasts();
  const t = useT();
  const { user, can } = useSession();
  const queryKey = useMemo(() => boardKey(kanbanId ?? 0, filter), [filter, kanbanId]);
  const query = useQuery({ ...boardQuery(kanbanId ?? 0, filter), enabled: kanbanId !== undefined });
  const change = useCallback(
    (work: (board: BoardState) => BoardState) =>
      client.setQueryData<BoardState>(queryKey, (board) => board && work(board)),
    [client, queryKey],
  );
  const now = useCallback(() => client.getQueryData<BoardState>(queryKey), [client, queryKey]);
  /** Live changes since the current reading of lanes began, if one runs: its response may be older than they are. */
  const duringReading = useRef<LiveChange[]>(undefined);
  const changeLive = (work: LiveChange): void => {
    duringReading.current?.push(work);
    change(work);
  };

  const refresher = useRef<Refresher>(undefined);
  const refresh = useCallback((laneIds: readonly string[]) => refresher.current?.ask(laneIds), []);
  const send = async ({ id, laneId, before, from }: QueuedMove): Promise<boolean> => {
    const card = cardOf(now() ?? emptyBoard, id);
    if (!card) {
      // A colleague moved it meanwhile.
      refresh([laneId, from]);
      return false;
    }
    try {
      const answer = await putMove(kanbanId ?? 0, {
        ticketId: id,
        targetLaneId: laneId,
        ...(before !== undefined && { beforeTicketId: before }),
        version: card.version,
      });
      change((present) => patchCard(present, id, { version: answer.version }));
      return true;
    } catch (error) {
      toasts.error(error);
      const actual = error instanceof ApiError ? error.context['laneId'] : undefined;
      // A later move on the screen is not sent either: the card may be in any lane.
      const shown = cardOf(now() ?? emptyBoard, id)?.laneId;
      refresh([laneId, from, ...(shown ? [shown] : []), ...(typeof actual === 'string' ? [actual] : [])]);
      return false;
    }
  };
  const sendRef = useRef(send);
  useEffect(() => {
    sendRef.current = send;
  });
  const [queue] = useState(() => new MoveQueue((one) => sendRef.current(one)));
  useEffect(() => {
    if (kanbanId === undefined) return;
    const own = new Refresher(async (laneIds) => {
      const began = queue.changes;
      const changes: LiveChange[] = [];
      duringReading.current = changes;
      const lanes = laneIds.flatMap((id) => now()?.lanes.filter((lane) => lane.id === id) ?? []);
      const reading = Promise.all([
        fetchTotals(kanbanId, filter),
        ...lanes.map(({ id, cards }) =>
          fetchLane(kanbanId, filter, id, { limit: Math.min(200, Math.max(30, cards.length)) }),
        ),
      ]);
      const [totals, ...pages] = await reading.finally(() => {
        // With another filter a reading of its own has begun.
        if (duringReading.current === changes) duringReading.current = undefined;
      });
      // Read before an own move was stored, it would put the card back.
      if (queue.changes !== began || !queue.isIdle) return false;
      change((board) => {
        const read = lanes.reduce((so, { id }, index) => {
          const page = pages[index];
          return page ? replaceLane(so, id, page) : so;
        }, board);
        return changes.reduce((so, work) => work(so), withTotals(read, totals));
      });
      return true;
    });
    refresher.current = own;
    return () => {
      // Within its stale time the same board and filter would be shown again without these changes.
      if (own.stop()) void client.invalidateQueries({ queryKey, exact: true });
    };
  }, [change, client, filter, kanbanId, now, queryKey, queue]);

  const loading = useRef(new Set<string>());
  const more = useCallback(
    (laneId: string) => {
      const cursor = now()?.lanes.find(({ id }) => id === laneId)?.cursor;
      if (!cursor || kanbanId === undefined || loading.current.has(cursor)) return;
      loading.current.add(cursor);
      void fetchLane(kanbanId, filter, laneId, { cursor, limit: 50 })
        .then((page) => change((board) => appendLane(board, laneId, page)))
        .catch((error: unknown) => toasts.error(error))
        .finally(() => loading.current.delete(cursor));
    },
    [change, filter, kanbanId, now, toasts],
  );

  const move = useCallback(
    (id: number, laneId: string, before?: number | null, isUndo = false) => {
      const board = now();
      const card = board && cardOf(board, id);
      const lane = board?.lanes.find((one) => one.id === laneId);
      if (!board || !card || !lane || isReadOnly || before === id) return;
      const back = { laneId: card.laneId, before: cardBelow(board, id) };
      change((present) => moveCard(present, id, laneId, before, new Date().toISOString()));
      queue.add({ id, laneId, before, from: card.laneId });
      const after = now()?.lanes.find((one) => one.id === laneId);
      const position = (after?.cards.findIndex((one) => one.id === id) ?? 0) + 1;
      const names = { name: card.contact.name, lane: lane.title, position, total: after?.total ?? position };
      announce(t('move.announced', names));
      if (!isUndo && card.laneId !== laneId)
        toasts.undo(t('move.done', names), () => moveRef.current(id, back.laneId, back.before, true));
    },
    [change, isReadOnly, now, queue, t, toasts],
  );
  const moveRef = useRef(move);
  useEffect(() => {
    moveRef.current = move;
  }, [move]);

  const moveAway = useMoveAway({ kanbanId, now, change, refresh });
  const [holders, setHolders] = useState<ReadonlyMap<number, string>>(new Map());
  const holding = useRef(new Map<number, { ticketId: number; until: number }>());
  const showHolders = useCallback((names: ReadonlyMap<number, string>) => {
    const present = [...holding.current].filter(([, { until }]) => until > Date.now());
    setHolders(new Map(present.map(([person, { ticketId }]) => [ticketId, names.get(person) ?? ''])));
  }, []);
  const people = useRef(new Map<number, string>());
  const held = ({ ticketId, by }: { ticketId: number | null; by: { id: number; name: string } }) => {
    if (by.id === user.id) return;
    people.current.set(by.id, by.name);
    if (ticketId === null) holding.current.delete(by.id);
    else holding.current.set(by.id, { ticketId, until: Date.now() + holdMs });
    showHolders(people.current);
    if (ticketId !== null) setTimeout(() => showHolders(people.current), holdMs + 100);
  };

  const { view: _view, ...narrowing } = filter;
  const isFiltered = Object.values(narrowing).some((value) => value !== '');
  const isAll = filter.view === 'all';
  const owner = isAll || filter.view === '' ? user.id : Number(filter.view);
  const room = kanbanId === undefined ? null : isAll ? { kanbanId } : { kanbanId, userId: owner };
  const options = { queryKeys: [queryKey] };
  const reload = useCallback(() => {
    void client.invalidateQueries({ queryKey: boardsKey });
    void client.invalidateQueries({ queryKey });
  }, [client, queryKey]);
  useRoom(boardRoom, kanbanId === undefined ? null : { kanbanId, userId: 0 }, { lanes: reload }, options);
  const { send: say } = useRoom(
    boardRoom,
    room,
    {
      moved: ({ ticketId, from, to, version, by }: Moved) => {
        const known = now() && cardOf(now() ?? emptyBoard, ticketId);
        // One's own move, shown already.
        if (by?.id === user.id && (queue.has(ticketId) || (known?.version ?? -1) >= version)) return;
        const others = [from, to].filter((place) => place.kanbanId === kanbanId).map(({ laneId }) => laneId);
        if (known && known.laneId !== to.laneId) change((board) => removeCard(board, ticketId));
        refresh(others);
      },
      movedMany: ({ cards, to }: MovedMany) => {
        const places = [to, ...cards.map(({ from }) => from)].filter((place) => place.kanbanId === kanbanId);
        refresh([...new Set(places.map(({ laneId }) => laneId))]);
      },
      card: ({ ticketId, ...patch }: { ticketId: number } & Partial<BoardCard>) =>
        changeLive((board) => patchCard(board, ticketId, patch)),
      holding: held,
    },
    options,
  );
  const lists = isAll ? (can('tickets-manager:showall') ? { all: true } : null) : { userId: owner };
  useRoom(
    ticketListRoom,
    kanbanId === undefined || (owner !== user.id && !can('tickets-manager:showall')) ? null : lists,
    {
      update: ({ ticket }: { ticket: TicketRowView }) => {
        const apply = (to: BoardState) => applyTicket(to, ticket, isFiltered, isAll ? undefined : owner);
        const board = now();
        const applied = board && apply(board);
        if (!applied) return;
        changeLive((present) => apply(present).board);
        refresh(applied.lanes);
      },
      delete: ({ ticketId }: { ticketId: number }) => changeLive((board) => removeCard(board, ticketId)),
      updateUnread: ({ ticketId }: { ticketId: number }) =>
        changeLive((board) => patchCard(board, ticketId, { unread: 0, waitingSince: null })),
    },
    options,
  );

  const holdTimer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(holdTimer.current), []);
  const hold = useCallback(
    (ticketId: number | null) => {
      if (isReadOnly) return;
      clearInterval(holdTimer.current);
      say('holding', { ticketId });
      if (ticketId !== null) holdTimer.current = setInterval(() => say('holding', { ticketId }), holdAgainMs);
    },
    [isReadOnly, say],
  );

  return {
    board: query.data,
    error: query.data ? undefined : query.error,
    retry: () => void query.refetch(),
    more,
    move,
    moveAway,
    patch: useCallback((id, patch) => void change((board) => patchCard(board, id, patch)), [change]),
    refresh,
    reload,
    holders,
    hold,
  };
};

const emptyBoard: BoardState = {
  id: 0,
  title: '',
  isDefault: false,
  queueIds: [],
  followUp: false,
  version: 0,
  lanes: [],
};
