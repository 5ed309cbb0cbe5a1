import { invalid, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { valueOf } from '../card/card-filter.ts';
import { beginsOn } from '../board/begins-on.ts';
import { firstLaneOf, type StoredBoard } from '../board/read-boards.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
/** One id, or several as `1,2`. */
const ids = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'a list of ids')
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.number().int().positive().max(2_147_483_647)).max(200))
  .optional();
/** A board, a period, and the people and departments of the conversations. */
export const funnelQuery = z.object({
  kanbanId: id,
  from: z.iso.date(),
  to: z.iso.date(),
  userId: ids,
  queueId: ids,
});
export type FunnelQuery = z.output<typeof funnelQuery>;

const sum = z.object({ count: z.number(), cents: z.number() });
const outcomes = { won: sum, lost: sum };
export const funnel = z.object({
  lanes: z.array(
    z.object({
      laneId: z.string(),
      title: z.string(),
      color: z.string(),
      outcome: z.enum(['won', 'lost']).nullable(),
      entered: z.number(),
      movedOn: z.number(),
      /** Average days in the lane of those that left it in the period; null: none did. */
      days: z.number().nullable(),
      cents: z.number(),
    }),
  ),
  /** Different conversations that entered any lane. */
  entered: z.number(),
  ...outcomes,
  /** Median days from the beginning of a conversation until it was won; null: none was. */
  daysToWin: z.number().nullable(),
  /** Weeks, by their Monday. */
  weeks: z.array(z.object({ week: z.iso.date(), ...outcomes })),
  /** `id` 0: nobody, or no department. */
  people: z.array(z.object({ id: z.number(), name: z.string(), ...outcomes })),
  queues: z.array(z.object({ id: z.number(), name: z.string(), color: z.string(), ...outcomes })),
});
export type Funnel = z.output<typeof funnel>;

const maxDays = 400;

interface Part {
  board: StoredBoard;
  all: readonly StoredBoard[];
  query: FunnelQuery;
  zone: string;
}

const startOf = ({ query, zone }: Part): Sql => sql`(${query.from}::date::timestamp at time zone ${zone})`;
const endOf = ({ query, zone }: Part): Sql => sql`((${query.to}::date + 1)::timestamp at time zone ${zone})`;
const ofPerson = ({ query: { userId, queueId } }: Part): Sql =>
  sql.join(
    [
      sql`true`,
      ...(userId === undefined ? [] : [sql`user_id = any(${userId}::int[])`]),
      ...(queueId === undefined ? [] : [sql`queue_id = any(${queueId}::int[])`]),
    ],
    sql` and `,
  );

/** A conversation that was never moved entered the first lane when it began. */
const lanesOf = (part: Part): Sql => {
  const { board } = part;
  const [start, end] = [startOf(part), endOf(part)];
  return sql`
    with stays as (
      select s.ticket_id, s.lane_id, s.entered_at, s.left_at from kanban.stay s
       where s.board_id = ${board.id} and ${ofPerson(part)}
         and (s.entered_at >= ${start} and s.entered_at < ${end} or s.left_at >= ${start} and s.left_at < ${end})
      union all
      select t.id, ${firstLaneOf(board).id}::text, t.created_at, null::timestamptz from tickets.public_ticket t
       where t.created_at >= ${start} and t.created_at < ${end} and t.status <> 'unlisted' and not t.is_imported and ${ofPerson(part)}
         and ${beginsOn(board, part.all)}
         and not exists (select 1 from kanban.card k where k.company_id = t.company_id and k.ticket_id = t.id)),
    entered as (
      select s.lane_id, count(distinct s.ticket_id)::int as entered, array_agg(distinct s.ticket_id) as ids
        from stays s where s.entered_at >= ${start} and s.entered_at < ${end} group by s.lane_id),
    gone as (
      select s.lane_id, count(*)::int as moved_on,
             (avg(extract(epoch from s.left_at - s.entered_at)) / 86400)::float8 as days
        from stays s where s.left_at >= ${start} and s.left_at < ${end} group by s.lane_id)
    select l.id as "laneId", l.title, l.color, l.outcome, coalesce(e.entered, 0) as entered, coalesce(g.moved_on, 0) as "movedOn", g.days,
           (coalesce((select sum(n.value_cents) from tickets.public_note n where n.ticket_id = any(e.ids) and n.note <> 'N/A'), 0)
          + coalesce((select sum(k.adjust_cents) from kanban.card k where k.ticket_id = any(e.ids)), 0))::float8 as cents,
           (select count(distinct x.id)::int from entered a, unnest(a.ids) x(id)) as everybody
      from kanban.lane l
      left join entered e on e.lane_id = l.id
      left join gone g on g.lane_id = l.id
     where l.board_id = ${board.id} and l.deleted_at is null order by l.position, l.id`;
};

interface OutcomeRow {
  kind: 'all' | 'week' | 'user' | 'queue';
  week: string | null;
  id: number | null;
  name: string | null;
  color: string | null;
  outcome: 'won' | 'lost';
  count: number;
  cents: number;
  days: number | null;
}

/** Conversations that were won and lost: each once, with its last such lane in the period. */
const outcomesOf = (part: Part): Sql => sql`
  with ended as (
    select distinct on (s.ticket_id, l.outcome) s.company_id, s.ticket_id, l.outcome, s.entered_at,
           coalesce(s.user_id, 0) as user_id, coalesce(s.queue_id, 0) as queue_id
      from kanban.stay s
      join kanban.lane l on l.company_id = s.company_id and l.board_id = s.board_id and l.id = s.lane_id
     where s.board_id = ${part.board.id} and l.outcome is not null and l.deleted_at is null and ${ofPerson(part)}
       and s.entered_at >= ${startOf(part)} and s.entered_at < ${endOf(part)}
     order by s.ticket_id, l.outcome, s.entered_at desc),
  valued as (
    select e.*, date_trunc('week', e.entered_at at time zone ${part.zone})::date as week, ${valueOf} as cents,
           extract(epoch from e.entered_at - t.created_at) / 86400 as days
      from ended e
      join tickets.public_ticket t on t.company_id = e.company_id and t.id = e.ticket_id
      left join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id),
  grouped as (
    select v.outcome, v.week, v.user_id, v.queue_id, grouping(v.week, v.user_id, v.queue_id) as absent, count(*)::int as count,
           sum(v.cents)::float8 as cents, (percentile_cont(0.5) within group (order by v.days))::float8 as days
      from valued v group by grouping sets ((v.outcome), (v.outcome, v.week), (v.outcome, v.user_id), (v.outcome, v.queue_id)))
  select case g.absent when 7 then 'all' when 3 then 'week' when 5 then 'user' else 'queue' end as kind, g.outcome,
         to_char(g.week, 'YYYY-MM-DD') as week, coalesce(g.user_id, g.queue_id) as id, coalesce(u.name, q.name) as name, q.color,
         g.count, g.cents, g.days
    from grouped g
    left join kernel."user" u on u.id = g.user_id
    left join queues.public_queue q on q.id = g.queue_id`;

const none = (): { count: number; cents: number } => ({ count: 0, cents: 0 });

/** Puts the rows of won and of lost ones of each group together; the highest value won first. */
const groupsOf = (rows: readonly OutcomeRow[], kind: OutcomeRow['kind'], key: 'id' | 'week') =>
  [
    ...Map.groupBy(
      rows.filter((row) => row.kind === kind),
      (row) => row[key],
    ).values(),
  ]
    .map((group) => {
      const of = (outcome: 'won' | 'lost') => {
        const found = group.find((row) => row.outcome === outcome);
        return found ? { count: found.count, cents: found.cents } : none();
      };
      const [first] = group;
      return {
        id: first?.id ?? 0,
        week: first?.week ?? '',
        name: first?.name ?? '',
        color: first?.color ?? '',
        won: of('won'),
        lost: of('lost'),
      };
    })
    .toSorted((one, other) => other.won.cents - one.won.cents || other.won.count - one.won.count || one.id - other.id);

/** The numbers of a board in a period: what entered, moved on, was won and lost, by lane, week, person and queue. */
export const readFunnel = async (
  scope: Scope,
  { board, all }: { board: StoredBoard; all: readonly StoredBoard[] },
  query: FunnelQuery,
): Promise<Funnel> => {
  const days = (Date.parse(query.to) - Date.parse(query.from)) / 86_400_000;
  if (days < 0 || days > maxDays) throw invalid({ to: 'ERR_INVALID_VALUE' });
  const part = { board, all, query, zone: scope.company.timeZone };
  const lanes = await scope.sql.rows<Funnel['lanes'][number] & { everybody: number }>(lanesOf(part));
  const rows = await scope.sql.rows<OutcomeRow>(outcomesOf(part));
  const [everything] = groupsOf(rows, 'all', 'week');
  return {
    lanes: lanes.map(({ everybody: _, ...lane }) => lane),
    entered: lanes[0]?.everybody ?? 0,
    won: everything?.won ?? none(),
    lost: everything?.lost ?? none(),
    daysToWin: rows.find(({ kind, outcome }) => kind === 'all' && outcome === 'won')?.days ?? null,
    weeks: groupsOf(rows, 'week', 'week')
      .map(({ week, won, lost }) => ({ week, won, lost }))
      .toSorted((one, other) => one.week.localeCompare(other.week)),
    people: groupsOf(rows, 'user', 'id').map(({ id: person, name, won, lost }) => ({ id: person, name, won, lost })),
    queues: groupsOf(rows, 'queue', 'id').map(({ id: queue, name, color, won, lost }) => ({
      id: queue,
      name,
      color,
      won,
      lost,
    })),
  };
};
