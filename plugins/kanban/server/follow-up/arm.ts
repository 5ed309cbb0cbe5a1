import { companyCache, sql, type Scope } from '@balcao/sdk/server';
import { boardsChanged } from '../../contract.ts';
import { readBoards, type StoredBoard, type StoredLane } from '../board/read-boards.ts';
import { isActive } from './cycles.ts';

export const hourMs = 3_600_000;

/** The first step of a lane's follow-up, and the hours until it. */
export const firstStep = ({ followUpConfig: config }: StoredLane): { step: 1 | 2; hours: number } =>
  config && config.initialDelay > 0 && config.message.trim() !== ''
    ? { step: 1, hours: config.initialDelay }
    : { step: 2, hours: config?.intervalDelay ?? 0 };

/** Boards with follow-ups, so that messages of companies without any cost no query. */
export const followedBoards = companyCache('kanban.followed', {
  load: async (scope) => (await readBoards(scope)).filter((board) => board.followUp && board.lanes.some(isActive)),
  invalidatedBy: [boardsChanged],
});

/** Begins the follow-up of conversations that entered a lane, and ends their former ones. */
export const armLane = async (
  scope: Scope,
  ticketIds: readonly number[],
  board: StoredBoard,
  lane: StoredLane,
): Promise<void> => {
  if (!board.followUp || !isActive(lane)) {
    await scope.sql.run(
      sql`update kanban.follow_up set due_at = null, state = 'ended'
           where ticket_id = any(${[...ticketIds]}::int[]) and (due_at is not null or state = 'window')`,
    );
    return;
  }
  const { step, hours } = firstStep(lane);
  await scope.sql.run(sql`
    insert into kanban.follow_up as f (ticket_id, board_id, lane_id, base_message_id, step, due_at)
    select t.id, ${board.id}, ${lane.id}, coalesce((select max(m.id) from tickets.public_message m
             where m.company_id = t.company_id and m.ticket_id = t.id and not m.only_internal), 0), ${step},
           clock_timestamp() + make_interval(hours => ${hours})
      from tickets.public_ticket t
     where t.id = any(${[...ticketIds]}::int[]) and t.status in ('open', 'pending') and not t.is_group
    on conflict (company_id, ticket_id) do update
      set board_id = excluded.board_id, lane_id = excluded.lane_id, base_message_id = excluded.base_message_id,
          began_at = clock_timestamp(), attempt = f.attempt + 1, step = excluded.step, due_at = excluded.due_at,
          state = 'waiting', message_id = null, unsent_at = null`);
};

/**
 * Begins the follow-up anew after a message of an attendant: in the lane of the conversation's card, or in the first
 * lane, where conversations stand that were never moved.
 */
export const armAfterMessage = (
  scope: Scope,
  ticketId: number,
  messageId: number,
  at: Date,
  board: StoredBoard,
  lane: StoredLane,
): Promise<number> => {
  const { step, hours } = firstStep(lane);
  const due = new Date(at.getTime() + hours * hourMs);
  return scope.sql.run(sql`
    insert into kanban.follow_up as f (ticket_id, board_id, lane_id, base_message_id, step, due_at)
    values (${ticketId}, ${board.id}, ${lane.id}, ${messageId}, ${step}, ${due})
    on conflict (company_id, ticket_id) do update
      set board_id = excluded.board_id, lane_id = excluded.lane_id, base_message_id = excluded.base_message_id,
          began_at = clock_timestamp(), attempt = f.attempt + 1, step = excluded.step, due_at = excluded.due_at,
          state = 'waiting', message_id = null, unsent_at = null
    where f.base_message_id < excluded.base_message_id`);
};
