import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { tickets, type TicketView } from '@balcao/tickets/contract';
import { boards } from '../../contract.ts';
import type { FollowUp } from './lane-form.ts';

/** More than fit on any screen. */
const maxCards = 300;

export interface PersonBoard {
  id: number;
  userId: number;
  followUp: boolean;
  /** JSON of `BoardLane[]`. */
  lane: string;
}

interface BoardLane {
  id: string;
  title: string;
  cards: { id: string; title: string; label: string; description: string }[];
  followUpConfig: (FollowUp & { laneId: string }) | null;
  /** Sum of the values in the notes of its conversations, in R$. */
  current: number;
}

interface CardRow {
  id: number;
  laneId: string | null;
  cents: number;
}

/** Returns the conversations that a person attends, and those closed after they were put into a lane; newest first. */
const cardsOf = (scope: Scope, userId: number): Promise<CardRow[]> =>
  scope.sql.rows<CardRow>(sql`
    with own as (
      (select t.id, t.updated_at, k.lane_id from tickets.public_ticket t
         left join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
        where t.owner_key = ${userId} and t.status = 'open' order by t.updated_at desc limit ${maxCards})
      union all
      (select t.id, t.updated_at, k.lane_id from tickets.public_ticket t
         join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
        where t.owner_key = ${userId} and t.status = 'closed' order by t.updated_at desc limit ${maxCards}))
    select o.id, o.lane_id as "laneId",
           (select coalesce(sum(n.value_cents), 0)::float8 from tickets.public_note n where n.ticket_id = o.id and n.note <> 'N/A') as cents
      from (select * from own order by updated_at desc limit ${maxCards}) o order by o.updated_at desc`);

const assertPerson = async (scope: Scope, userId: number): Promise<void> => {
  const person = await scope.sql.one(sql`select 1 from kernel."user" where id = ${userId}`);
  if (!person) throw notFound('ERR_NO_USER_FOUND');
};

/** Returns the conversations of a person's board, with the reader's permissions. */
export const boardTickets = async (scope: Scope, userId: number): Promise<TicketView[]> =>
  scope.use(tickets).findAll((await cardsOf(scope, userId)).map(({ id }) => id));

/** Returns the company's lanes with the conversations of one person. */
export const personBoard = async (scope: Scope, userId: number): Promise<PersonBoard> => {
  await assertPerson(scope, userId);
  const { kanbanId, lanes } = await scope.use(boards).board();
  const [cards, settings] = [
    await cardsOf(scope, userId),
    await scope.sql.rows<{ id: string; config: FollowUp | null; isOn: boolean }>(
      sql`select l.id, l.follow_up as config, b.follow_up as "isOn" from kanban.lane l
            join kanban.board b on b.company_id = l.company_id and b.id = l.board_id`,
    ),
  ];
  const views = new Map(
    (await scope.use(tickets).findAll(cards.map(({ id }) => id))).map((ticket) => [ticket.id, ticket]),
  );
  const known = new Set(lanes.map(({ id }) => id));
  const first = lanes[0]?.id;
  const lane = lanes.map(({ id, title }): BoardLane => {
    const here = cards.filter(({ laneId }) => (laneId !== null && known.has(laneId) ? laneId : first) === id);
    const config = settings.find((one) => one.id === id)?.config;
    return {
      id,
      title,
      cards: here.flatMap((card) => {
        const view = views.get(card.id);
        return view ? [{ id: String(card.id), title: view.contact.name, label: view.status, description: '' }] : [];
      }),
      followUpConfig: config ? { ...config, laneId: id } : null,
      current: here.reduce((sum, { cents }) => sum + cents, 0) / 100,
    };
  });
  return { id: kanbanId, userId, followUp: settings[0]?.isOn ?? false, lane: JSON.stringify(lane) };
};
