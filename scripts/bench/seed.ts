import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Installation } from './installation.ts';

/**
 * The shape of the data: companies of 20 people, the last one of 500, each with 20,000 conversations of ten messages.
 * The first conversation of each of the first two companies is a long one.
 */
export const firstCompany = 101;
export const companyCount = 50;
export const bigCompany = firstCompany + companyCount - 1;
const ticketsEach = 20_000;
const contactsEach = 10_000;
export const peopleEach = 20;
export const peopleOfBig = 500;
export const queuesOfBig = 20;
export const password = 'Senha-123';
// Hash of that password with minimal cost: hundreds of logins are not part of the measurement.
const hash = '$argon2id$v=19$m=8,t=1,p=1$YmFsY2FvLWJlbmNoLXNhbHQ$rCq2ZUrIobur/2y7Zl98Av1UuEAFtS08kQYazTPgsDA';

/** Conversations 1 to 3,000 of a company are open, the next 2,000 pending, all others closed. */
export const openTickets = 3_000;
export const waitingTickets = 2_000;
const messagesEach = 10;
export const longMessages = 50_000;
export const longConversation = (company: number): number => (company - firstCompany) * ticketsEach + 1;

export const numberOf = (company: number, contact: number): string =>
  `55119${String(company).padStart(3, '0')}${String(contact).padStart(5, '0')}`;
export const emailOf = (company: number, person: number): string => `p${person}@e${company}.bench`;
export const queueId = (company: number, queue: number): number => company * 100 + queue;

const companies = `generate_series(${firstCompany}, ${bigCompany}) c`;
const people = `case when c = ${bigCompany} then ${peopleOfBig} else ${peopleEach} end`;
const queues = `case when c = ${bigCompany} then ${queuesOfBig} else 1 end`;
const status = `case when i <= ${openTickets} then 'open' when i <= ${openTickets + waitingTickets} then 'pending' else 'closed' end`;

const names = `(array['Ana','Bruno','Carla','Diego','Elisa','Fábio','Gabriela','Heitor','Íris','João','Karina','Luís','Marta','Nuno','Olívia','Paulo','Queila','Rui','Sônia','Tiago','Úrsula','Vítor','Wanda','Xavier','Yara','Zélia','André','Beatriz','César','Débora'])`;
const surnames = `(array['Silva','Souza','Oliveira','Lima','Costa','Pereira','Almeida','Nogueira','Ribeiro','Carvalho','Gomes','Martins','Araújo','Barbosa','Rocha','Dias','Moreira','Cardoso','Teixeira','Correia','Cavalcanti','Monteiro','Freitas','Vieira','Pinto','Moura','Campos','Bezerra','Azevedo','Fontes','Prado','Queiroz','Sampaio','Tavares','Uchoa','Valadares','Xisto'])`;
const words = `(array['pedido','boleto','entrega','prazo','preço','nota fiscal','troca','garantia','horário','endereço','pagamento','cartão','orçamento','visita','contrato','senha','cadastro','desconto','reembolso','produto','atraso','suporte','instalação','manutenção','agenda','consulta','exame','proposta','assinatura','segunda via'])`;
const word = (salt: number): string => `${words}[1 + (i * ${salt} + c * 7) % 30]`;

const statements: readonly string[] = [
  `insert into kernel.company (id, name) select c, 'Empresa ' || c from ${companies}`,
  `insert into kernel."user" (id, company_id, name, email, password_hash, profile)
   select c * 1000 + p, c, 'Pessoa ' || p, 'p' || p || '@e' || c || '.bench', '${hash}', case when p = 1 then 'admin' else 'user' end
     from ${companies}, generate_series(1, ${people}) p`,
  `insert into queues.queue (id, company_id, name, color)
   select c * 100 + q, c, 'Fila ' || q, '#' || lpad(to_hex(q * 4369), 6, '0') from ${companies}, generate_series(1, ${queues}) q`,
  `insert into queues.member (company_id, queue_id, user_id)
   select c, c * 100 + 1 + p % ${queues}, c * 1000 + p from ${companies}, generate_series(1, ${people}) p`,
  `insert into connections.connection (id, company_id, name, channel, status, is_default)
   select c, c, 'Linha', 'sandbox', 'CONNECTED', true from ${companies}`,
  `insert into connections.connection_queue (company_id, connection_id, queue_id)
   select c, c, c * 100 + q from ${companies}, generate_series(1, ${queues}) q`,
  `insert into channel_sandbox.connection (company_id, connection_id, paired) select c, c, true from ${companies}`,
  `insert into contacts.contact (id, company_id, name, number)
   select (c - ${firstCompany}) * ${contactsEach} + i, c, ${names}[1 + i % 30] || ' ' || ${surnames}[1 + (i / 30) % 37] || ' ' || ${surnames}[1 + (i / 1110) % 37],
          '55119' || lpad(c::text, 3, '0') || lpad(i::text, 5, '0')
     from ${companies}, generate_series(1, ${contactsEach}) i`,
  `insert into contacts.identity (company_id, contact_id, channel, kind, value)
   select company_id, id, 'sandbox', 'phone', number from contacts.contact where company_id >= ${firstCompany}`,
  `insert into tickets.ticket (id, company_id, status, contact_id, whatsapp_id, channel, queue_id, user_id, closed_by, unread,
       last_message, last_at, created_at, updated_at, closed_at, waiting_since)
   select (c - ${firstCompany}) * ${ticketsEach} + i, c, ${status}, (c - ${firstCompany}) * ${contactsEach} + 1 + (i - 1) % ${contactsEach}, c, 'sandbox',
          c * 100 + 1 + i % ${queues},
          case when ${status} = 'pending' then null else c * 1000 + 1 + i % ${people} end,
          case when ${status} = 'closed' then c * 1000 + 1 + i % ${people} end,
          case when ${status} = 'closed' then 0 else i % 3 end,
          'Sobre ' || ${word(1)} || ' e ' || ${word(11)} || case when i % 997 = 0 then ' urgentíssimo' else '' end || ', nº ' || i,
          at, at - interval '1 hour', at, case when ${status} = 'closed' then at end, case when ${status} <> 'closed' then at end
     from ${companies}, generate_series(1, ${ticketsEach}) i, lateral (select now() - make_interval(secs => i * 60) as at) x`,
  // The list shows the last message; those before it alternate.
  `insert into tickets.message (company_id, ticket_id, whatsapp_id, external_id, user_id, body, from_me, ack, sent_at)
   select t.company_id, t.id, t.whatsapp_id, 'seed-' || t.id || '-' || n, case when n % 2 = 0 and n < ${messagesEach} then t.user_id end,
          case when n = ${messagesEach} then t.last_message else 'Mensagem ' || n || ' sobre ' || ${words}[1 + (t.id * n) % 30] || ' e ' || ${words}[1 + (t.id + n * 7) % 30] end,
          n % 2 = 0 and n < ${messagesEach}, case when n % 2 = 0 and n < ${messagesEach} then 3 else 0 end,
          t.last_at - make_interval(mins => ${messagesEach} - n)
     from tickets.ticket t, generate_series(1, ${messagesEach}) n where t.company_id >= ${firstCompany}`,
  `insert into tickets.message (company_id, ticket_id, whatsapp_id, external_id, body, from_me, ack, sent_at)
   select t.company_id, t.id, t.whatsapp_id, 'long-' || t.id || '-' || n, 'Linha ' || n || ' sobre ' || ${words}[1 + n % 30] || ', ' || repeat('e mais um pouco ', n % 9),
          n % 2 = 0, case when n % 2 = 0 then 3 else 0 end, t.last_at - make_interval(days => 1, secs => (${longMessages} - n) * 60)
     from tickets.ticket t, generate_series(1, ${longMessages}) n
    where (t.company_id, t.id) in ((${firstCompany}, ${longConversation(firstCompany)}), (${firstCompany + 1}, ${longConversation(firstCompany + 1)}))`,
  `insert into tickets.tally (company_id, status, owner_key, queue_key, amount)
   select company_id, status, owner_key, queue_key, count(*) from tickets.ticket where company_id >= ${firstCompany} group by 1, 2, 3, 4`,
];

const sequences = `
  select format('select setval(%L, coalesce((select max(id) from %s), 0) + 1)', pg_get_serial_sequence(t, 'id'), t) as statement
    from unnest(array['kernel.company', 'kernel."user"', 'queues.queue', 'connections.connection', 'contacts.contact', 'tickets.ticket', 'tickets.message']) t`;

/**
 * Creates a million conversations with ten million messages. Indexes that are slow to fill row by row are created after
 * the rows.
 */
export const seed = async ({ owner, dataDir }: Installation): Promise<void> => {
  const client = await owner.connect();
  try {
    const { rows: slow } = await client.query<{ name: string; make: string }>(
      `select schemaname || '.' || quote_ident(indexname) as name, indexdef as make from pg_indexes
        where schemaname in ('tickets', 'contacts') and indexdef like '%USING gin%'
           or schemaname = 'tickets' and tablename = 'message' and indexname <> 'message_pkey'`,
    );
    for (const { name } of slow) await client.query(`drop index ${name}`);
    // Skips triggers and foreign keys: the rows are consistent by construction.
    await client.query(`set session_replication_role = replica`);
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query(`set synchronous_commit = off`);
    for (const statement of statements) await client.query(statement);
    for (const { make } of slow) await client.query(make);
    const { rows } = await client.query<{ statement: string }>(sequences);
    for (const { statement } of rows) await client.query(statement);
    await client.query(`reset all`);
    await client.query(`vacuum analyze`);
  } finally {
    client.release();
  }
  await writeFile(path.join(dataDir, 'seeded'), '');
};
