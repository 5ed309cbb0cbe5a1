import { sessionsOf } from './attendants.ts';
import { round, sideBySide } from './figures.ts';
import { HttpClient } from './http-client.ts';
import type { Installation, Server } from './installation.ts';
import { firstCompany } from './seed.ts';
import { mb, perSecond, type Row } from './table.ts';

const company = firstCompany + 1;
const goal = 0.7;
const searchGoalMs = 5;
const atOnce = 10;

/** One page with everything a row shows, limit inside and joins outside, in one message to PostgreSQL. */
const plainQuery = (where: string): string => `
  select set_config('app.company', '${company}', true);
  select t.id, t.uuid, t.status, t.channel, t.unread, t.last_message, t.last_message_ack, t.last_message_type, t.updated_at, t.created_at,
         t.is_group, t.queue_id, t.user_id, t.whatsapp_id, t.contact_id,
         json_build_object('id', c.id, 'name', c.name, 'number', c.number, 'profilePicUrl', c.profile_pic_url, 'email', c.email) as contact,
         case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
         json_build_object('id', w.id, 'name', w.name, 'status', w.status) as whatsapp
    from (select * from tickets.ticket where ${where} order by updated_at desc, id desc limit 41) t
    join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
    left join queues.queue q on q.company_id = t.company_id and q.id = t.queue_id
    left join kernel."user" u on u.company_id = t.company_id and u.id = t.user_id
    left join connections.connection w on w.company_id = t.company_id and w.id = t.whatsapp_id
   order by t.updated_at desc, t.id desc`;

const lists = [
  { what: 'list, open, everybody’s', path: '/tickets?status=open&showAll=true', where: `status = 'open'` },
  { what: 'list, closed, everybody’s', path: '/tickets?status=closed&showAll=true', where: `status = 'closed'` },
];

const searches = [
  { what: 'search, common word', query: 'status=open&searchParam=boleto' },
  { what: 'search, rare word', query: 'status=open&searchParam=urgentissimo' },
  { what: 'search, name', query: 'status=open&searchParam=fabio%20nogueira' },
  { what: 'search, no match', query: 'status=open&searchParam=zzyzx' },
  { what: 'search, rare word, in every state', query: 'searchParam=urgentissimo' },
  { what: 'search, common word, in every state', query: 'searchParam=boleto' },
];

/** The ticket list and its search, with 20,000 conversations in the company and a million in all. */
export const list = async (installation: Installation, server: Server): Promise<Row[]> => {
  const [token = ''] = await sessionsOf(server, [{ company, person: 1 }]);
  const clients = await HttpClient.many(server.url, token, atOnce);
  const rows: Row[] = [];
  for (const { what, path, where } of lists) {
    const { limit, route } = await sideBySide(
      {
        limit: (seconds) =>
          round(atOnce, seconds, async () => void (await installation.confined.query(plainQuery(where)))),
        route: (seconds) => round(atOnce, seconds, async (worker) => void (await clients[worker]?.get(path))),
      },
      { rounds: 5, seconds: 2 },
    );
    rows.push({
      what,
      figure: perSecond(route.perSecond),
      limit: `${perSecond(limit.perSecond)} one query`,
      ratio: route.ratio,
      goal: `≥ ${goal}`,
      met: route.ratio >= goal,
      p50: route.p50,
      p99: route.p99,
      memory: mb((await server.memory()).rss),
    });
  }
  for (const { what, query } of searches) {
    const path = `/tickets?showAll=true&${query}`;
    const { limit, route } = await sideBySide(
      {
        limit: (seconds) =>
          round(1, seconds, async () => void (await installation.confined.query(plainQuery(`status = 'open'`)))),
        route: (seconds) => round(1, seconds, async (worker) => void (await clients[worker]?.get(path))),
      },
      { rounds: 3, seconds: 1 },
    );
    rows.push({
      what,
      figure: perSecond(route.perSecond),
      limit: `${perSecond(limit.perSecond)} one page, no search`,
      ratio: route.ratio,
      goal: `p50 < ${searchGoalMs} ms`,
      met: route.p50 < searchGoalMs,
      p50: route.p50,
      p99: route.p99,
    });
  }
  for (const client of clients) client.close();
  return rows;
};
