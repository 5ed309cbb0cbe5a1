import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type Person, type TestHost } from '@balcao/testing';
import { seedDemo } from '../index.ts';

const plugins = [
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'kanban',
  'tags',
  'quick-messages',
  'companies',
  'channel-sandbox',
  'channel-webchat',
  'internal-chat',
  'chatai',
  'assistant',
];
let host: TestHost;
let admin: Person;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins, env: { SANDBOX: '1' } });
  await Promise.all([seedDemo(host.kernel), seedDemo(host.kernel)]);
  admin = await host.logIn('admin@balcao.local', 'balcao123');
});
afterAll(() => host.close());

const rows = async <T extends object = Record<string, unknown>>(query: string): Promise<T[]> =>
  (await host.kernel.database.owner.query<T>(query)).rows;
/** Returns every table of the product as its row count and a checksum over its text. */
const everything = async (): Promise<object[]> => {
  const tables = await rows<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('kernel', 'queues', 'contacts', 'connections', 'tickets', 'kanban', 'tags', 'quick_messages', 'channel_sandbox', 'channel_webchat', 'public')
        and tablename not in ('session', 'session_token', 'attempt', 'user', 'outbox', 'lease') order by 1`,
  );
  return Promise.all(
    tables.map(async ({ name }) => ({
      name,
      ...(await rows(`select count(*) as rows, coalesce(sum(hashtext(r::text)::bigint), 0) as sum from ${name} r`))[0],
    })),
  );
};

interface List {
  tickets: {
    id: number;
    uuid: string;
    status: string;
    lastMessage: string;
    unreadMessages: number;
    contact: { name: string };
    whatsapp: { name: string };
  }[];
  count: number;
  hasMore: boolean;
}
const list = async (who: Person, query: string) => (await who.get<List>(`/tickets?${query}`)).body;

test('everybody of the demo can log in with the password that the start prints', async () => {
  const profiles: Record<string, string> = {
    'super@balcao.local': 'admin',
    'admin@balcao.local': 'admin',
    'gestor@balcao.local': 'gestor',
    'ana@balcao.local': 'user',
    'carlos@balcao.local': 'user',
    'juliana@balcao.local': 'user',
    'admin@outra.local': 'admin',
  };
  for (const [email, profile] of Object.entries(profiles)) {
    const { body } = await (
      await host.logIn(email, 'balcao123')
    ).get<{ profile: string; super: boolean; company: { name: string } }>('/auth/me');
    expect(body).toMatchObject({ profile, super: email.startsWith('super') });
  }
  admin = await host.logIn('admin@balcao.local', 'balcao123');
  const { body } = await admin.get<{ companyId: number; company: { name: string } }>('/auth/me');
  expect(body).toMatchObject({ companyId: 1, company: { name: 'Prado & Menezes Advocacia' } });
});

test('a second start does not change the demo data', async () => {
  let before = await everything();
  // The login and the first events of the new server still write.
  await eventually(async () => {
    const earlier = before;
    before = await everything();
    return JSON.stringify(before) === JSON.stringify(earlier);
  });
  await seedDemo(host.kernel);
  expect(await everything()).toEqual(before);
});

test('the demo has forty contacts and a hundred conversations in all states, spread over weeks and people', async () => {
  const [figures] = await rows(
    `select count(*) as tickets, count(distinct contact_id) as contacts,
            count(*) filter (where status = 'open') as open, count(*) filter (where status = 'pending') as pending,
            count(*) filter (where status = 'closed') as closed, count(distinct user_id) as people,
            count(*) filter (where unread > 0) > 12 as "someUnread",
            max(created_at) - min(created_at) > interval '20 days' as "overWeeks", max(last_at) < now() as past
       from tickets.ticket where company_id = 1`,
  );
  expect(figures).toEqual({
    tickets: 100,
    contacts: 40,
    open: 24,
    pending: 10,
    closed: 66,
    people: 5,
    someUnread: true,
    overWeeks: true,
    past: true,
  });
});

test('every row of the demo’s list shows its last message', async () => {
  const wrong = await rows(
    `select t.id, t.last_message, m.body from tickets.ticket t
       left join lateral (select * from tickets.message m where m.company_id = t.company_id and m.ticket_id = t.id and not m.only_internal
                           order by m.sent_at desc, m.id desc limit 1) m on true
      where m.id is null or t.last_message_id <> m.id or t.last_at <> m.sent_at
         or t.last_message <> tickets.preview(m.body, m.media_name) or t.last_message_type <> coalesce(m.media_type, 'text')
         or t.last_message_ack is distinct from case when m.from_me then m.ack end`,
  );
  expect(wrong).toEqual([]);
});

test('the demo’s counts are right: unread messages, tabs, and the columns that each state requires', async () => {
  const wrong = await rows(
    `select t.id, t.status, t.unread from tickets.ticket t
      where t.unread > (select count(*) from tickets.message m where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me
               and m.sent_at > coalesce((select max(o.sent_at) from tickets.message o where o.company_id = t.company_id and o.ticket_id = t.id
                                          and o.from_me and not o.only_internal), '-infinity'))
         or (t.status = 'open') <> (t.user_id is not null and t.closed_at is null)
         or (t.status = 'closed') <> (t.closed_at is not null) or (t.status = 'closed' and (t.unread > 0 or t.closed_at < t.last_at))
         or t.updated_at < t.last_at or t.created_at > t.last_at or t.accepted_at < t.created_at`,
  );
  expect(wrong).toEqual([]);
  const tally = `select company_id, status, owner_key, queue_key, sum(amount) as amount from tickets.tally group by 1, 2, 3, 4 having sum(amount) <> 0`;
  const counted = `select company_id, status, owner_key, queue_key, count(*) as amount from tickets.ticket group by 1, 2, 3, 4`;
  expect(await rows(`select * from (${tally}) y except select * from (${counted}) t`)).toEqual([]);
  const counts = await admin.get<{ open: { assigned: number; pending: number }; closed: number }>(
    '/tickets/counts?showAll=true',
  );
  expect(counts.body).toMatchObject({ open: { assigned: 24, pending: 10 }, closed: 66 });
});

test('the demo’s conversations have 6 to 14 messages with names in them, unless nobody has answered yet', async () => {
  const wrong = await rows(
    `select t.id, count(*) as lines, bool_or(m.from_me) as answered from tickets.ticket t
       join tickets.message m on m.company_id = t.company_id and m.ticket_id = t.id and t.company_id = 1
      group by t.id having count(*) not between case when bool_or(m.from_me) then 6 else 2 end and 14`,
  );
  expect(wrong).toEqual([]);
  expect(
    await rows(`select body from tickets.message where body ~ '[{}\\[\\]|]' or (body = '' and media_path is null)`),
  ).toEqual([]);
  const [kinds] = await rows(
    `select count(distinct ack) filter (where from_me) as acks, count(*) filter (where failure is not null) as failed,
            count(*) filter (where only_internal) > 5 as notes, count(*) filter (where media_type = 'image') > 0 as photos,
            count(*) filter (where media_type = 'document') > 5 as documents from tickets.message where company_id = 1`,
  );
  expect(kinds).toEqual({ acks: 4, failed: 1, notes: true, photos: true, documents: true });
});

test('at the first login a conversation has just arrived and is pending', async () => {
  const { tickets } = await list(admin, 'status=pending');
  expect(tickets[0]).toMatchObject({ status: 'pending', whatsapp: { name: 'WhatsApp Recepção' } });
  expect(tickets[0]?.unreadMessages).toBeGreaterThan(1);
  const newest = await list(admin, 'showAll=true');
  expect(newest.tickets[0]?.id).toBe(tickets[0]?.id);
});

test('the pending customer of the demo can be answered, and the telephone receives the answer', async () => {
  const [waiting] = (await list(admin, 'status=pending')).tickets;
  await admin.put(`/tickets/${waiting?.id}`, { status: 'open' });
  await admin.post(`/messages/${waiting?.id}`, { body: 'Bom dia! Já estou vendo.' });
  await expect
    .poll(
      async () =>
        (await rows<{ body: string }>(`select body from channel_sandbox.received order by received_at desc limit 1`))[0]
          ?.body,
    )
    .toBe('Bom dia! Já estou vendo.');
});

test('the demo’s failed message is sent by a retry', async () => {
  const [message] = await rows<{ id: number }>(`select id from tickets.message where failure is not null`);
  expect((await admin.post(`/messages/${message?.id}/retry`)).status).toBe(200);
  const outcome = () => rows(`select failure, ack > 0 as sent from tickets.message where id = ${message?.id}`);
  await expect.poll(outcome).toEqual([{ failure: null, sent: true }]);
});

test('in the demo one connection is up, one has a warning, and the site has its chat', async () => {
  const connections = (await admin.get<{ name: string; status: string; channel: string }[]>('/whatsapp')).body;
  expect(connections.map(({ name, status, channel }) => [name, channel, status])).toEqual([
    ['WhatsApp Recepção', 'sandbox', 'CONNECTED'],
    ['Site', 'webchat', 'CONNECTED'],
    ['WhatsApp Plantão', 'sandbox', 'DISCONNECTED'],
  ]);
});

test('some conversations of the demo have a stage', async () => {
  const lanes = await rows<{ cards: number }>(
    `select lane_id, count(*) as cards from kanban.card where company_id = 1 group by 1`,
  );
  expect(lanes.length).toBeGreaterThan(3);
  const { tickets } = await list(admin, 'showAll=true&selectedKanbanId=lane3');
  expect(tickets.length).toBeGreaterThan(0);
});

test('the demo’s files can be opened', async () => {
  const [file] = await rows<{ ticket: number }>(
    `select ticket_id as ticket from tickets.message where media_type = 'image' limit 1`,
  );
  const { tokenPublicDir } = (
    await host.nobody.post<{ tokenPublicDir: string }>('/auth/login', {
      email: 'gestor@balcao.local',
      password: 'balcao123',
    })
  ).body;
  const { messages } = (
    await admin.get<{ messages: { mediaUrl: string | null; mediaType: string | null }[] }>(`/messages/${file?.ticket}`)
  ).body;
  const url = messages.find(({ mediaType }) => mediaType === 'image')?.mediaUrl;
  const answer = await fetch(`${host.url}${url}?t=${tokenPublicDir}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('the demo’s second company sees nothing of the first, not even the customer they share', async () => {
  const other = await host.logIn('admin@outra.local', 'balcao123');
  const theirs = await list(other, 'showAll=true');
  expect(theirs.count).toBe(4);
  expect(new Set(theirs.tickets.map(({ contact }) => contact.name))).toEqual(
    new Set(['Maria Aparecida Oliveira', 'Fábio Andrade Queiroz']),
  );
  const [first] = (await list(admin, 'showAll=true')).tickets;
  expect((await other.get(`/tickets/${first?.id}`)).status).toBe(404);
  expect((await other.get(`/messages/${first?.id}`)).status).toBe(404);
  const contacts = await other.get<{ contacts: object[] }>('/contacts');
  expect(contacts.body.contacts).toHaveLength(2);
  expect((await other.get<object[]>('/whatsapp')).body).toHaveLength(1);
  expect((await other.get<object[]>('/queue')).body).toHaveLength(1);
});

test('demo data is refused in production', async () => {
  const kernel = { ...host.kernel, config: { ...host.kernel.config, production: true } };
  await expect(seedDemo(kernel)).rejects.toThrow('production');
});

test('the demo’s conversations have tags, and every person finds the replies that the owner shared', async () => {
  const [worn] = await rows<{ tickets: number; tags: number }>(
    `select count(distinct ticket_id)::int as tickets, count(distinct tag_id)::int as tags from tags.ticket_tag`,
  );
  expect(worn?.tags).toBe(7);
  expect(worn?.tickets).toBeGreaterThan(30);
  const { body } = await (
    await host.logIn('ana@balcao.local', 'balcao123')
  ).get<{ records: { shortcode: string }[] }>('/quick-messages');
  expect(body.records.map(({ shortcode }) => shortcode).toSorted()).toEqual([
    'consulta',
    'documentos',
    'encerramento',
    'endereco',
    'horario',
    'ola',
  ]);
});

test('the demo shows the assistant: sources that answer, gaps, questions of a test, a chat and what it cost', async () => {
  // A person of their own: the tests before end sessions of the admin.
  const marina = await host.logIn('admin@balcao.local', 'balcao123');
  const found = await marina.post<{ isFound: boolean; passages: { source: string }[] }>('/assistant/ask', {
    question: 'quanto custa a consulta?',
  });
  expect([found.body.isFound, found.body.passages[0]?.source]).toEqual([true, 'Perguntas frequentes']);
  expect((await marina.get<object[]>('/assistant/sources')).body.length).toBeGreaterThanOrEqual(2);
  expect((await marina.get<object[]>('/assistant/gaps')).body).toHaveLength(2);
  expect((await marina.get<object[]>('/assistant/golden')).body).toHaveLength(4);
  const chats = (await marina.get<{ records: { id: number; promptTitle: string }[] }>('/chatsai')).body.records;
  expect(chats.map(({ promptTitle }) => promptTitle)).toEqual(['Recurso administrativo ao CRPS']);
  const costs = await marina.get<{ byPurpose: { costMicros: number }[] }>('/ai/costs');
  expect(costs.body.byPurpose.length).toBe(4);
});
