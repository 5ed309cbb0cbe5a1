import type { PoolClient } from 'pg';

/** The lane of cases that came to nothing, which the product does not create by itself. */
const lostLane = `
  insert into kanban.lane (company_id, board_id, id, title, position, outcome, color)
  select $1, $2, 'lane7', 'Não fechou', max(position) + 1, 'lost', '#b3261e' from kanban.lane where company_id = $1 and board_id = $2`;

const loseSome = `
  update kanban.card set lane_id = 'lane7' where company_id = $1 and board_id = $2 and lane_id = 'lane6' and ticket_id % 3 = 0`;

/**
 * Each card has gone through the lanes before its own, one after the other between the beginning of the conversation
 * and its last move; a lost one through those before the contract.
 */
const walk = `
  with lanes as (
    select id, outcome, row_number() over (order by position) as step from kanban.lane where company_id = $1 and board_id = $2),
  walked as (
    select k.ticket_id, p.id as lane_id, t.created_at, k.moved_at, t.user_id, t.queue_id,
           row_number() over w as nth, count(*) over (partition by k.ticket_id) as steps
      from kanban.card k
      join tickets.ticket t on t.company_id = k.company_id and t.id = k.ticket_id
      join lanes own on own.id = k.lane_id
      join lanes p on p.step = own.step
        or p.step < case when own.outcome = 'lost' then (select min(step) from lanes where outcome = 'won') else own.step end
     where k.company_id = $1 and k.board_id = $2 and k.moved_at is not null
    window w as (partition by k.ticket_id order by p.step)),
  entered as (
    select ticket_id, lane_id, nth, steps, user_id, queue_id,
           created_at + (moved_at - created_at) * (nth - 1) / greatest(steps - 1, 1) as entered_at from walked)
  insert into kanban.stay (company_id, ticket_id, board_id, lane_id, entered_at, left_at, next_lane, entered_by, user_id, queue_id)
  select $1, ticket_id, $2, lane_id, entered_at, lead(entered_at) over n, lead(lane_id) over n,
         case when nth > 1 then user_id end, user_id, queue_id
    from entered window n as (partition by ticket_id order by nth)`;

/** Gives the cards of a board a past, which the numbers of the funnel count. */
export const makeHistory = async (client: PoolClient, companyId: number, kanbanId: number): Promise<void> => {
  const place = [companyId, kanbanId];
  await client.query(lostLane, place);
  await client.query(loseSome, place);
  // Inserting the cards wrote one stay each.
  await client.query(
    `delete from kanban.stay s using kanban.card k
      where s.company_id = $1 and k.company_id = s.company_id and k.ticket_id = s.ticket_id and k.board_id = $2`,
    place,
  );
  await client.query(walk, place);
};
