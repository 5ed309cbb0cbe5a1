import type { Compared } from './compared.ts';

const value = `(k.adjust_cents + coalesce((select sum(n.value_cents) from tickets.note n
  where n.company_id = t.company_id and n.ticket_id = t.id and n.note <> 'N/A'), 0))::float8`;
const isShown = `(t.status in ('open', 'pending') or t.status = 'closed' and t.updated_at > now() - interval '30 days')`;

/** Selects a page of cards with everything that they show: limit inside, joins outside. */
const page = (from: string): string => `
  select t.id, t.uuid, t.channel, t.status, left(t.last_message, 120) as last_message, t.last_message_type, t.updated_at, t.unread,
         t.waiting_since, p.lane_id, k.version, k.moved_at, ${value} as cents,
         json_build_object('id', c.id, 'name', c.name, 'profilePicUrl', c.profile_pic_url) as contact,
         case when q.id is not null then json_build_object('name', q.name, 'color', q.color) end as queue,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
         (select json_agg(json_build_object('name', g.name, 'color', g.color)) from tags.ticket_tag x
           join tags.tag g on g.company_id = x.company_id and g.id = x.tag_id
           where x.company_id = t.company_id and x.ticket_id = t.id) as tags,
         json_build_object('state', f.state, 'dueAt', f.due_at, 'step', f.step) as follow_up
    from (${from}) p
    join tickets.ticket t on t.id = p.ticket_id
    join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
    join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
    left join queues.queue q on q.company_id = t.company_id and q.id = t.queue_id
    left join kernel."user" u on u.company_id = t.company_id and u.id = t.user_id
    left join kanban.follow_up f on f.company_id = t.company_id and f.ticket_id = t.id`;
const lane = (id: string, limit: number): string => `
  (select k.ticket_id, k.lane_id from kanban.card k join tickets.ticket t on t.company_id = k.company_id and t.id = k.ticket_id
    where k.lane_id = '${id}' and k.rank is not null and ${isShown} order by k.rank limit ${limit})`;

/** The calls of a large board with the statements that return the same, as somebody would write them by hand. */
export const boardCalls = (kanbanId: number): Compared[] => [
  {
    what: 'kanban: a page of a lane',
    path: `/kanban-cards?kanbanId=${kanbanId}&laneId=lane2&view=all&limit=50`,
    sql: page(lane('lane2', 51)),
  },
  {
    what: 'kanban: the sums of all lanes',
    path: `/kanban-boards/${kanbanId}/totals?view=all`,
    sql: `select k.lane_id, count(*), sum(k.adjust_cents) + coalesce(sum(v.cents), 0)
            from kanban.card k join tickets.ticket t on t.company_id = k.company_id and t.id = k.ticket_id
            left join (select ticket_id, sum(value_cents) as cents from tickets.note where note <> 'N/A' group by 1) v on v.ticket_id = t.id
           where ${isShown} group by 1
          union all
          select 'lane1', count(*), coalesce(sum(v.cents), 0) from tickets.ticket t
            left join (select ticket_id, sum(value_cents) as cents from tickets.note where note <> 'N/A' group by 1) v on v.ticket_id = t.id
           where t.status in ('open', 'pending') and not exists (select from kanban.card k where k.company_id = t.company_id and k.ticket_id = t.id)`,
  },
];
