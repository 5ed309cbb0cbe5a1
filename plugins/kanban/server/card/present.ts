import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { firstLaneOf, homeBoard, type StoredBoard } from '../board/read-boards.ts';

/** The place of a conversation before it is moved. */
export interface Present {
  ticketId: number;
  /** 0: it was never moved, whether it has a card, for its value or its position among others, or not. */
  version: number;
  boardId: number;
  laneId: string;
  movedAt: Date | null;
  /** Its attendant; 0: nobody. */
  ownerKey: number;
}

interface Row extends Omit<Present, 'version' | 'boardId' | 'laneId'> {
  version: number | null;
  boardId: number | null;
  laneId: string | null;
  queueId: number | null;
}

/**
 * Locks the cards of conversations and returns where they are; missing conversations are left out. Cards are locked in
 * the order of their ids everywhere, so that two people who move the same ones wait for each other, and before their
 * follow-ups, as in the job that sends them.
 */
export const presentPlaces = async (
  scope: Scope,
  ticketIds: readonly number[],
  all: readonly StoredBoard[],
): Promise<Present[]> => {
  await scope.sql.run(
    sql`select 1 from kanban.card where ticket_id = any(${[...ticketIds]}::int[]) order by ticket_id for update`,
  );
  const rows = await scope.sql.rows<Row>(sql`
    select t.id as "ticketId", k.version, k.board_id as "boardId", k.lane_id as "laneId", k.moved_at as "movedAt",
           t.owner_key as "ownerKey", t.queue_id as "queueId"
      from tickets.public_ticket t left join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
     where t.id = any(${[...ticketIds]}::int[])`);
  return rows.map(({ queueId, version, boardId, laneId, ...row }) => {
    const home = homeBoard(all, queueId);
    return {
      ...row,
      version: version ?? 0,
      boardId: boardId ?? home.id,
      laneId: laneId ?? firstLaneOf(home).id,
    };
  });
};

/** The same of one conversation. */
export const presentPlace = async (scope: Scope, ticketId: number, all: readonly StoredBoard[]): Promise<Present> => {
  const [present] = await presentPlaces(scope, [ticketId], all);
  if (!present) throw notFound('ERR_NO_TICKET_FOUND');
  return present;
};
