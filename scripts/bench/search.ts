import { sessionsOf } from './attendants.ts';
import { compare, type Compared } from './compared.ts';
import type { Installation, Server } from './installation.ts';
import { firstCompany } from './seed.ts';
import type { Row } from './table.ts';

const company = firstCompany + 1;
const agent = 2;
const perPage = 20;
// With ten people typing. Words in few messages, or none, cost index look-ups only.
const minRate = 400;
const minRare = 600;

/** Returns the SQL of the route: the matches of the indexes, and the columns of a row. */
const found = (term: string, person: number, seesAll: boolean): string => `
  select m.id, m.ticket_id, t.uuid, t.status, left(m.body, 8000) as body, m.media_name, m.media_type, m.from_me, m.only_internal, m.sent_at,
         json_build_object('id', c.id, 'name', c.name, 'profilePicUrl', c.profile_pic_url) as contact,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user"
    from unnest(array(select tickets.messages_found('${term}', ${perPage + 1}, null, ${company * 1000 + person}, ${seesAll}, ${seesAll}))) f (id)
    join tickets.message m on m.id = f.id
    join tickets.ticket t on t.id = m.ticket_id
    join contacts.contact c on c.id = t.contact_id
    left join kernel."user" u on u.id = m.user_id
   order by m.id desc`;

const searchOf =
  (person: number, seesAll: boolean) =>
  (what: string, term: string, goal = minRate): Compared => ({
    what: `messages found, ${what}`,
    path: `/messages/search?searchParam=${encodeURIComponent(term)}`,
    sql: found(term, person, seesAll),
    minRate: goal,
  });
const everybody = searchOf(1, true);
const own = searchOf(agent, false);

const all: readonly Compared[] = [
  everybody('in every message', 'sobre'),
  everybody('a common word in another form', 'boletos'),
  everybody('two words', 'contrato garantia'),
  everybody('a begun word', 'orcam'),
  everybody('a rare word', 'urgentissimo', minRare),
  everybody('no match', 'zzyzx', minRare),
  everybody('a part that no word has', 'tabelec', minRare),
  everybody('a part of common words', 'nstala'),
  everybody('a part of a rare word', 'gentissi'),
];
const ofAgent: readonly Compared[] = [
  own('in every message, an agent’s', 'sobre'),
  own('a common word, an agent’s', 'boletos'),
  own('a rare word, an agent’s', 'urgentissimo', minRare),
];

/** Measures the search over the messages of a company that has a quarter of a million of ten million. */
export const search = async (installation: Installation, server: Server): Promise<Row[]> => {
  const [token = '', tokenOfAgent = ''] = await sessionsOf(server, [
    { company, person: 1 },
    { company, person: agent },
  ]);
  return [
    ...(await compare(installation, server, { token, company }, all)),
    ...(await compare(installation, server, { token: tokenOfAgent, company }, ofAgent)),
  ];
};
