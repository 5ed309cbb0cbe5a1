import { sessionsOf } from './attendants.ts';
import { compare, type Compared } from './compared.ts';
import type { Installation, Server } from './installation.ts';
import { firstCompany, longConversation, longMessages } from './seed.ts';
import type { Row } from './table.ts';

const company = firstCompany + 1;

/** Selects forty messages with everything a bubble shows. `from` is a query of messages. */
const page = (from: string): string => `
  select m.id, m.ticket_id, m.body, m.from_me, m.ack, m.failure, m.media_path, m.media_type, m.media_name, m.media_size, m.media_mime,
         m.is_deleted, m.only_internal, m.client_id, m.participant, m.sent_at,
         case when q.id is not null then json_build_object('id', q.id, 'body', q.body, 'fromMe', q.from_me, 'mediaType', q.media_type) end as quoted,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user"
    from (${from}) m
    left join tickets.message q on q.company_id = m.company_id and q.id = m.quoted_id
    left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
   order by m.sent_at, m.id`;

/** Measures pages of a conversation of fifty thousand messages: its end, and both directions from its middle. */
export const conversation = async (installation: Installation, server: Server): Promise<Row[]> => {
  const ticketId = longConversation(company);
  const { rows: found } = await installation.owner.query<{ id: string; sent_at: Date }>(
    `select id, sent_at from tickets.message where company_id = $1 and ticket_id = $2 order by sent_at, id offset $3 limit 1`,
    [company, ticketId, longMessages / 2],
  );
  const [middle] = found;
  if (!middle) throw new Error('the long conversation is missing');
  const own = `select * from tickets.message where ticket_id = ${ticketId}`;
  const at = `('${middle.sent_at.toISOString()}'::timestamptz, ${middle.id})`;
  const older = `${own} and (sent_at, id) < ${at} order by sent_at desc, id desc limit`;
  const newer = `${own} and (sent_at, id) > ${at} order by sent_at, id limit`;
  const routes: Compared[] = [
    {
      what: 'messages, the newest of 50,000',
      path: `/messages/${ticketId}`,
      sql: page(`${own} order by sent_at desc, id desc limit 41`),
    },
    { what: 'messages, before one', path: `/messages/${ticketId}?before=${middle.id}`, sql: page(`${older} 41`) },
    {
      what: 'messages, round one',
      path: `/messages/${ticketId}?around=${middle.id}`,
      sql: page(`(${older} 21) union all (${newer} 21)`),
    },
  ];
  const [token = ''] = await sessionsOf(server, [{ company, person: 1 }]);
  return compare(installation, server, { token, company }, routes);
};
