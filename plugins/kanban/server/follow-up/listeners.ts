import { sql, type Host, type Scope } from '@balcao/sdk/server';
import { messageQueued, messageReceived, ticketChanged } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { firstLaneOf, homeBoard, readBoards } from '../board/read-boards.ts';
import { armAfterMessage, followedBoards } from './arm.ts';
import { isActive } from './cycles.ts';
import { publishFollowUp } from './publish-follow-up.ts';

interface At {
  boardId: number | null;
  laneId: string | null;
  queueId: number | null;
}

/** Begins the wait anew after an attendant's message, in the lane where the conversation is. */
const afterMessage = async (scope: Scope, ticketId: number, messageId: number, at: Date): Promise<void> => {
  const row = await scope.sql.one<At>(sql`
    select k.board_id as "boardId", k.lane_id as "laneId", t.queue_id as "queueId"
      from tickets.public_ticket t left join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
     where t.id = ${ticketId} and t.status in ('open', 'pending') and not t.is_group`);
  if (!row) return;
  const all = await readBoards(scope);
  const board = all.find(({ id }) => id === row.boardId) ?? homeBoard(all, row.queueId);
  const lane = board.lanes.find(({ id }) => id === row.laneId) ?? firstLaneOf(board);
  if (!board.followUp || !isActive(lane)) return;
  if ((await armAfterMessage(scope, ticketId, messageId, at, board, lane)) > 0) await publishFollowUp(scope, ticketId);
};

const end = async (scope: Scope, ticketId: number, answer?: { messageId: number; at: string }): Promise<void> => {
  const ended = await scope.sql.run(sql`
    update kanban.follow_up set due_at = null, state = 'ended'
     where ticket_id = ${ticketId} and (due_at is not null or state = 'window')
       ${answer ? sql`and (base_message_id < ${answer.messageId} or began_at < ${answer.at}::timestamptz)` : sql``}`);
  if (ended > 0) await publishFollowUp(scope, ticketId);
};

/** Ends follow-ups, or begins them anew, by events of conversations. Sending one checks all of it again. */
export const followUpListeners = (host: Host<typeof manifest>): void => {
  host.cache(followedBoards);
  host.on(messageReceived, 'end-follow-up', async ({ ticketId, messageId, at }, scope) => {
    if ((await scope.cached(followedBoards)).length > 0) await end(scope, ticketId, { messageId, at });
  });
  host.on(messageQueued, 'begin-follow-up', async ({ ticketId, messageId, userId, at }, scope) => {
    if (userId === null || (await scope.cached(followedBoards)).length === 0) return;
    await afterMessage(scope, ticketId, messageId, new Date(at));
  });
  host.on(ticketChanged, 'close-follow-up', async ({ ticketId, action }, scope) => {
    if (action !== 'resolve' || (await scope.cached(followedBoards)).length === 0) return;
    await end(scope, ticketId);
  });
};
