import type { Installation } from './installation.ts';
import { emailOf } from './seed.ts';

/** A company of its own: 200 attendants with 4,000 open conversations, and 1,000 that wait for somebody. */
export const panelCompany = 90;
export const attendants = 200;
const queues = 8;
export const open = 4_000;
export const waiting = 1_000;
export const running = open + waiting;

export const customerOf = (conversation: number): string => `5511890${String(conversation).padStart(6, '0')}`;
export const managerEmail = emailOf(panelCompany, 1);
export const ticketId = (conversation: number): number => panelCompany * 1_000_000 + conversation;
export const attendantId = (person: number): number => panelCompany * 1000 + person;
export const queueOf = (conversation: number): number => panelCompany * 100 + 1 + (conversation % queues);

/** Hash of the benches' password with minimal cost. */
const hash = '$argon2id$v=19$m=8,t=1,p=1$YmFsY2FvLWJlbmNoLXNhbHQ$rCq2ZUrIobur/2y7Zl98Av1UuEAFtS08kQYazTPgsDA';
const c = panelCompany;
const id = `${c * 1_000_000} + i`;
const all = `generate_series(1, ${running}) i`;

const statements: readonly string[] = [
  `insert into kernel.company (id, name) values (${c}, 'Empresa do painel')`,
  `insert into kernel.setting (company_id, key, value) values (${c}, 'manager', 'enabled')`,
  `insert into kernel."user" (id, company_id, name, email, password_hash, profile)
   select ${c} * 1000 + p, ${c}, 'Atendente ' || p, 'p' || p || '@e${c}.bench', '${hash}', case when p <= 2 then 'admin' else 'user' end
     from generate_series(1, ${attendants}) p`,
  `insert into queues.queue (id, company_id, name, color)
   select ${c} * 100 + q, ${c}, 'Departamento ' || q, '#' || lpad(to_hex(q * 1000003), 6, '0') from generate_series(1, ${queues}) q`,
  `insert into queues.member (company_id, queue_id, user_id)
   select ${c}, ${c} * 100 + 1 + p % ${queues}, ${c} * 1000 + p from generate_series(1, ${attendants}) p`,
  `insert into connections.connection (id, company_id, name, channel, status, is_default) values (${c}, ${c}, 'Recepção', 'sandbox', 'CONNECTED', true)`,
  `insert into connections.connection_queue (company_id, connection_id, queue_id)
   select ${c}, ${c}, ${c} * 100 + q from generate_series(1, ${queues}) q`,
  `insert into channel_sandbox.connection (company_id, connection_id, paired) values (${c}, ${c}, true)`,
  `insert into contacts.contact (id, company_id, name, number)
   select ${id}, ${c}, 'Cliente ' || i, '5511890' || lpad(i::text, 6, '0') from ${all}`,
  `insert into contacts.identity (company_id, contact_id, channel, kind, value)
   select company_id, id, 'sandbox', 'phone', number from contacts.contact where company_id = ${c}`,
  `insert into tickets.ticket (id, company_id, status, contact_id, whatsapp_id, channel, queue_id, user_id, unread,
       last_message, last_at, created_at, updated_at, waiting_since)
   select ${id}, ${c}, case when i <= ${open} then 'open' else 'pending' end, ${id}, ${c}, 'sandbox', ${c} * 100 + 1 + i % ${queues},
          case when i <= ${open} then ${c} * 1000 + 1 + i % ${attendants} end, i % 3, 'Mensagem ' || i, at, at, at,
          case when i > ${open} or i % 3 > 0 then at end
     from ${all}, lateral (select now() - make_interval(secs => i * 7) as at) x`,
  `insert into tickets.message (company_id, ticket_id, whatsapp_id, external_id, body, from_me, sent_at)
   select company_id, id, whatsapp_id, 'panel-' || id, last_message, false, last_at from tickets.ticket where company_id = ${c}`,
];

/** Creates the company in an installation that has been started once. */
export const seedPanelOffice = async ({ owner }: Installation): Promise<void> => {
  const client = await owner.connect();
  try {
    const known = await client.query('select 1 from kernel.company where id = $1', [c]);
    if (known.rowCount) return;
    for (const statement of statements) await client.query(statement);
    await client.query('analyze');
  } finally {
    client.release();
  }
};
