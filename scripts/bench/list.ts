import { sessionsOf } from './attendants.ts';
import { compare, type Compared } from './compared.ts';
import type { Installation, Server } from './installation.ts';
import { firstCompany, queueId } from './seed.ts';
import type { Row } from './table.ts';

export const company = firstCompany + 1;
const agent = 2;
const queue = queueId(company, 1);
// Ten and fifty times the rate of a widely used product on two cores.
const minLists = 1_100;
const minSearches = 400;

/** Selects one page with everything a row shows: limit inside, joins outside. `from` is a query of tickets. */
const page = (from: string): string => `
  select t.id, t.uuid, t.status, t.channel, t.unread, t.last_message, t.last_message_ack, t.last_message_type, t.updated_at, t.created_at,
         t.is_group, t.queue_id, t.user_id, t.whatsapp_id, t.contact_id,
         json_build_object('id', c.id, 'name', c.name, 'number', c.number, 'profilePicUrl', c.profile_pic_url, 'email', c.email) as contact,
         case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
         json_build_object('id', w.id, 'name', w.name, 'status', w.status) as whatsapp
    from (${from} order by updated_at desc, id desc limit 41) t
    join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
    left join queues.queue q on q.company_id = t.company_id and q.id = t.queue_id
    left join kernel."user" u on u.company_id = t.company_id and u.id = t.user_id
    left join connections.connection w on w.company_id = t.company_id and w.id = t.whatsapp_id
   order by t.updated_at desc, t.id desc`;
const listed = (where: string): string => page(`select * from tickets.ticket where ${where}`);

/** The size of a filter's result is not stored anywhere: the response contains a fresh count. */
const counted = (where: string): string =>
  `with number as (select count(*) from tickets.ticket where ${where}) select (select count from number), p.* from (${listed(where)}) p`;

export const lists: readonly Compared[] = [
  { what: 'list, Atendendo, everybody’s', path: '/tickets?status=open&showAll=true', sql: listed(`status = 'open'`) },
  {
    what: 'list, Aguardando, everybody’s',
    path: '/tickets?status=pending&showAll=true',
    sql: listed(`status = 'pending'`),
  },
  {
    what: 'list, Fechados, everybody’s',
    path: '/tickets?status=closed&showAll=true',
    sql: listed(`status = 'closed'`),
  },
  {
    what: 'list, unread of one queue and connection',
    path: `/tickets?status=open&showAll=true&selectedReadTicket=unread&queueIds=[${queue}]&selectedWhatsappId=${company}`,
    sql: counted(`status = 'open' and unread > 0 and queue_key = ${queue} and whatsapp_id = ${company}`),
  },
].map((one) => ({ ...one, least: minLists }));

const owner = `owner_key = ${company * 1000 + agent}`;
export const agentLists: readonly Compared[] = [
  { what: 'list, Atendendo, an agent’s', path: '/tickets?status=open', sql: listed(`${owner} and status = 'open'`) },
  {
    what: 'list, Aguardando, an agent’s',
    path: '/tickets?status=pending',
    sql: page(`select * from (
      (select * from tickets.ticket where owner_key = 0 and queue_key = 0 and status = 'pending' order by updated_at desc, id desc limit 41)
      union all
      (select * from tickets.ticket where owner_key = 0 and queue_key = ${queue} and status = 'pending' order by updated_at desc, id desc limit 41)) x`),
  },
  { what: 'list, Fechados, an agent’s', path: '/tickets?status=closed', sql: listed(`${owner} and status = 'closed'`) },
].map((one) => ({ ...one, least: minLists }));

const counts: Compared = {
  what: 'counts of the tabs',
  path: '/tickets/counts?showAll=true',
  sql: `select status, count(*) from tickets.ticket group by status`,
  storedSql: `select status, sum(amount) from tickets.tally group by status`,
};

/** Returns the SQL of the route for a search term: the matches of the indexes, and the page of them. */
const searched = (term: string, status?: string): string => {
  const state = status ? `'${status}'` : 'null';
  return page(`select x.* from tickets.ticket x where ${status ? `x.status = '${status}' and` : ''} x.id = any (array(
      select tickets.ticket_match('${term}', 500, ${state}, null)
      union select s.id from tickets.ticket s where s.contact_id in (select contacts.contact_match('${term}', 500))))`);
};
const search = (what: string, term: string, status?: string): Compared => ({
  what: `search, ${what}`,
  path: `/tickets?showAll=true&searchParam=${encodeURIComponent(term)}${status ? `&status=${status}` : ''}`,
  sql: searched(term, status),
  minRate: minSearches,
});
const searches = [
  search('common word', 'boleto', 'open'),
  search('rare word', 'urgentissimo', 'open'),
  search('name', 'fabio nogueira', 'open'),
  search('no match', 'zzyzx', 'open'),
  search('rare word, in every state', 'urgentissimo'),
  search('common word, in every state', 'boleto'),
];

/**
 * Measures the ticket list, its filters, counts and search, with 20,000 conversations in the company and a million in
 * all.
 */
export const list = async (installation: Installation, server: Server): Promise<Row[]> => {
  const [token = '', ofAgent = ''] = await sessionsOf(server, [
    { company, person: 1 },
    { company, person: agent },
  ]);
  return [
    ...(await compare(installation, server, { token, company }, [...lists, counts, ...searches])),
    ...(await compare(installation, server, { token: ofAgent, company }, agentLists)),
  ];
};
