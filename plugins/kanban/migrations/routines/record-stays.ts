import type { Routine } from '@balcao/sdk/server';

/**
 * Records each lane that a card enters and leaves, whichever statement moved it. A card that was never moved was in the
 * first lane of its board since its conversation began.
 */
export const recordStays: Routine = {
  name: 'record-stays',
  sql: [
    `create or replace function kanban.first_lane(p_company int, p_board int) returns text language sql stable as $$
       select l.id from kanban.lane l
        where l.company_id = p_company and l.board_id = p_board and l.deleted_at is null
        order by l.position, l.id limit 1 $$`,
    `create or replace function kanban.home_board(p_company int, p_queue int) returns int language sql stable as $$
       select b.id from kanban.board b
        where b.company_id = p_company and (p_queue = any (b.queue_ids) or b.is_default)
        order by b.is_default, b.position, b.id limit 1 $$`,
    `create or replace function kanban.stays_of_new_cards() returns trigger language plpgsql as $$
     begin
       insert into kanban.stay (company_id, ticket_id, board_id, lane_id, entered_at, left_at, next_lane, user_id, queue_id)
       select n.company_id, n.ticket_id, h.board_id, h.lane_id, t.created_at, n.moved_at, n.lane_id, t.user_id, t.queue_id
         from new_rows n
         join tickets.public_ticket t on t.company_id = n.company_id and t.id = n.ticket_id
         cross join lateral (select b.board_id, kanban.first_lane(n.company_id, b.board_id) as lane_id
           from (select kanban.home_board(n.company_id, t.queue_id) as board_id) b) h
        where n.moved_at is not null and h.lane_id is not null
          and (h.board_id, h.lane_id) is distinct from (n.board_id, n.lane_id);
       insert into kanban.stay (company_id, ticket_id, board_id, lane_id, entered_at, entered_by, user_id, queue_id)
       select n.company_id, n.ticket_id, n.board_id, n.lane_id, coalesce(n.moved_at, t.created_at), n.moved_by, t.user_id, t.queue_id
         from new_rows n join tickets.public_ticket t on t.company_id = n.company_id and t.id = n.ticket_id;
       return null;
     end $$`,
    `create or replace function kanban.stays_of_moved_cards() returns trigger language plpgsql as $$
     begin
       update kanban.stay s set left_at = n.moved_at, next_lane = n.lane_id
         from new_rows n join old_rows o on o.company_id = n.company_id and o.ticket_id = n.ticket_id
        where (n.board_id, n.lane_id) is distinct from (o.board_id, o.lane_id)
          and s.company_id = n.company_id and s.ticket_id = n.ticket_id and s.left_at is null;
       insert into kanban.stay (company_id, ticket_id, board_id, lane_id, entered_at, entered_by, user_id, queue_id)
       select n.company_id, n.ticket_id, n.board_id, n.lane_id, coalesce(n.moved_at, clock_timestamp()), n.moved_by, t.user_id, t.queue_id
         from new_rows n join old_rows o on o.company_id = n.company_id and o.ticket_id = n.ticket_id
         join tickets.public_ticket t on t.company_id = n.company_id and t.id = n.ticket_id
        where (n.board_id, n.lane_id) is distinct from (o.board_id, o.lane_id);
       return null;
     end $$`,
    `create or replace trigger stays_of_new_cards after insert on kanban.card
       referencing new table as new_rows for each statement execute function kanban.stays_of_new_cards()`,
    `create or replace trigger stays_of_moved_cards after update on kanban.card
       referencing old table as old_rows new table as new_rows for each statement execute function kanban.stays_of_moved_cards()`,
  ],
};
