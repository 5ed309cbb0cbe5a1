import { rm } from 'node:fs/promises';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';

let host: TestHost;
let company: TestCompany;
let connectionId: number;
let queueId: number;
let counter = 0;

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      'contacts',
      'connections',
      'queues',
      'users',
      'tickets',
      'tags',
      'notifications',
      'kanban',
      'channel-sandbox',
      'channel-webchat',
      'security',
    ],
  });
});
afterAll(() => host.close());
beforeEach(async () => {
  company = await host.company({ settings: { kanbanEnabled: 'enabled' } });
  const queue = await company.admin.post<{ id: number }>('/queue', { name: 'Previdenciário', color: '#4e8ce6' });
  queueId = queue.body.id;
  const connection = await company.admin.post<{ id: number }>('/whatsapp', {
    name: 'Recepção',
    channel: 'sandbox',
    queueIds: [queueId],
    keyWordQueueId: queueId,
  });
  connectionId = connection.body.id;
  await company.admin.post(`/sandbox/${connectionId}/pair`);
});

/** A customer with texts that no search finds by chance. */
interface Customer {
  name: string;
  number: string;
  contactId: number;
  ticketId: number;
  secretWord: string;
  mediaPath: string;
  email: string;
}

const writes = async (
  { name, number }: Pick<Customer, 'name' | 'number'>,
  body: string,
  file?: Blob,
): Promise<void> => {
  const form = new FormData();
  for (const [key, value] of Object.entries({ from: number, name, body })) form.set(key, value);
  if (file) form.set('medias', file, `${name}.txt`);
  const { status } = await company.admin.call(
    'POST',
    `/sandbox/${connectionId}/messages`,
    file ? form : { from: number, name, body },
  );
  expect(status).toBe(200);
};

/** Creates a customer with every kind of data: a conversation, a file, notes, tags, custom fields, an import. */
const customer = async (): Promise<Customer> => {
  counter += 1;
  const name = `Zoraide Quitéria${String.fromCharCode(96 + counter)}`;
  const number = String(5_511_983_700_000 + counter * 7);
  const email = `zoraide${counter}@acme.example`;
  const secretWord = `xilindrópico${counter}`;
  const { admin } = company;
  await writes({ name, number }, `Meu problema é ${secretWord}`);
  await writes({ name, number }, '', new Blob([`arquivo sobre ${secretWord}`], { type: 'text/plain' }));
  const ticket = await company.scope('tickets').sql.one<{ id: number; contactId: number; uuid: string; path: string }>(
    sql`select t.id, t.contact_id as "contactId", t.uuid, (select m.media_path from tickets.message m where m.ticket_id = t.id and m.media_path is not null) as path
            from tickets.ticket t join contacts.contact c on c.id = t.contact_id where c.number = ${number}`,
  );
  if (!ticket) throw new Error('the conversation was not created');
  await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId });
  await admin.post(`/messages/${ticket.id}`, { body: `Olá ${name}, sobre ${secretWord}` });
  await admin.post('/ticket-notes', {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    processValue: '0',
    note: `${name} mora na rua ${secretWord}`,
  });
  await admin.put(`/contacts/${ticket.contactId}`, {
    email,
    extraInfo: [{ name: 'CPF', value: secretWord }],
  });
  const tag = await admin.post<{ id: number }>('/tags', { name: `Urgente ${counter}` });
  await admin.post('/tags/sync', { ticketId: ticket.id, tags: [tag.body.id] });
  const ticketLane = await admin.get<{ kanbanId: number; lanes: { id: string }[] }>(`/kanban-tickets/${ticket.id}`);
  const move = { ticketId: ticket.id, targetLaneId: ticketLane.body.lanes[1]?.id };
  await admin.put(`/kanban-tickets/${ticketLane.body.kanbanId}`, move);
  return { name, number, contactId: ticket.contactId, ticketId: ticket.id, secretWord, mediaPath: ticket.path, email };
};
const close = ({ ticketId }: Customer) =>
  company.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });

/** Reads the files of a ZIP archive by its directory. */
const unzip = (archive: Buffer): Map<string, Buffer> => {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const packed = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const offset = archive.readUInt32LE(at + 42);
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
    const data = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    files.set(name, inflateRawSync(archive.subarray(data, data + packed)));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
};
const exported = async (contactId: number, who: Person = company.admin) => {
  const response = await fetch(`${host.url}/api/privacy/contacts/${contactId}/export`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};

/** Returns the tables that contain a text in any column. */
const foundIn = async (text: string): Promise<string[]> => {
  const { owner } = host.kernel.database;
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `select t::text as row from ${name} t where kernel.normalise(t::text) like kernel.like_pattern($1) limit 1`,
      [text],
    );
    if (rows[0]) found.push(`${name}: ${rows[0].row.slice(0, 200)}`);
  }
  return found;
};

const searchRecord = async (term: string): Promise<object[]> =>
  (await company.admin.get<{ records: object[] }>(`/audit?searchParam=${encodeURIComponent(term)}`)).body.records;

test('an export contains all data of the person from every plugin', async () => {
  const one = await customer();
  const other = await customer();
  const { status, headers, body } = await exported(one.contactId);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toContain(`contato-${one.contactId}.zip`);
  const files = unzip(body);
  const names = [...files.keys()];
  for (const name of [
    'contacts/contact.json',
    'contacts/identity.json',
    'contacts/extra-info.json',
    'tickets/ticket.json',
    'tickets/message.json',
    'tickets/note.json',
    'tags/tag.json',
    'kanban/card.json',
  ])
    expect(names).toContain(name);
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? '[]') as Record<string, unknown>[];
  expect(json('contacts/contact.json')).toMatchObject([{ name: one.name, number: one.number }]);
  expect(json('contacts/extra-info.json')).toEqual([{ name: 'CPF', value: one.secretWord }]);
  expect(json('tickets/message.json').map(({ body: messagesOf }) => messagesOf)).toContain(
    `Meu problema é ${one.secretWord}`,
  );
  expect(json('tickets/note.json')).toMatchObject([{ note: `${one.name} mora na rua ${one.secretWord}` }]);
  const exportedFile = names.find((name) => name.startsWith('tickets/arquivos/'));
  expect(files.get(exportedFile ?? '')?.toString()).toBe(`arquivo sobre ${one.secretWord}`);
  const everything = [...files.values()].map(String).join('\n');
  expect(everything).not.toContain(other.secretWord);
  expect(everything).not.toContain(other.number);
});

test('an export of a person whose file is lost says so, and contains everything else', async () => {
  const one = await customer();
  await rm(path.join(host.dataDir, 'media', one.mediaPath));
  const { status, body } = await exported(one.contactId);
  expect(status).toBe(200);
  const files = unzip(body);
  expect([...files.keys()]).toContain('tickets/message.json');
  const note = [...files].find(([name]) => name.startsWith('tickets/arquivos/'));
  expect(note?.[0]).toMatch(/\.txt\.txt$/);
  expect(note?.[1].toString()).toMatch(/não está mais no armazenamento/);
});

test('an erasure leaves no trace of the person in any table, and keeps the counts', async () => {
  const one = await customer();
  const other = await customer();
  await close(one);
  // Events in flight still contain their data.
  await expect.poll(async () => (await host.kernel.dispatcher.stats()).inFlight).toBe(0);
  const counts = () =>
    company.scope('tickets').sql.one<object>(
      sql`select (select count(*)::int from tickets.message where ticket_id = ${one.ticketId}) as messages,
                 (select status from tickets.ticket where id = ${one.ticketId}) as status,
                 (select created_at from tickets.ticket where id = ${one.ticketId}) as created`,
    );
  const before = await counts();
  expect(await foundIn(one.secretWord)).not.toEqual([]);

  const { status, body } = await company.admin.post<{ erased: Record<string, number> }>(
    `/privacy/contacts/${one.contactId}/erase`,
    { confirm: true },
  );
  expect(status).toBe(200);
  expect(body.erased).toMatchObject({ tickets: 1, contacts: 1, tags: 1 });
  await expect.poll(async () => (await host.kernel.dispatcher.stats()).inFlight).toBe(0);

  for (const trace of [one.name, one.number, one.number.slice(4), one.secretWord, one.email])
    expect(await foundIn(trace)).toEqual([]);
  expect(await counts()).toEqual(before);
  await expect(company.scope('tickets').storage.read(one.mediaPath)).rejects.toMatchObject({
    status: 404,
  });
  // Data of others is unaffected.
  expect(await foundIn(other.secretWord)).not.toEqual([]);
  const { file, stream } = await company.scope('tickets').storage.read(other.mediaPath);
  stream.destroy();
  expect(file.size).toBeGreaterThan(0);
  expect((await company.admin.get<{ name: string; number: string }>(`/contacts/${one.contactId}`)).body).toMatchObject({
    name: 'Contato apagado',
    number: '',
  });
});

test('audit entries no longer name an erased person, and still have the action', async () => {
  const one = await customer();
  await close(one);
  const { admin } = company;
  const grouped = `+${one.number.slice(0, 2)} (${one.number.slice(2, 4)}) ${one.number.slice(4, 9)}-${one.number.slice(9)}`;
  const [first = ''] = one.name.split(' ');
  for (const term of [one.name, one.number, grouped, one.number.slice(2), one.email, `${first}lândia`])
    await admin.get(`/contacts/export?searchParam=${encodeURIComponent(term)}`);
  await admin.post('/queue', { name: `Fila de ${one.name}`, color: '#010203' });
  const searched = async (): Promise<string[]> =>
    (
      await host.kernel.database.owner.query<{ term: string }>(
        `select detail->'query'->>'searchParam' as term from kernel.audit
          where company_id = $1 and detail->'query' ? 'searchParam' order by id`,
        [company.id],
      )
    ).rows.map(({ term }) => term);
  expect(await searched()).toHaveLength(6);

  const { status } = await admin.post(`/privacy/contacts/${one.contactId}/erase`, { confirm: true });
  expect(status).toBe(200);
  expect(await searched()).toEqual(['•••', '•••', '+•••', '•••', '•••', `${first}lândia`]);
  const { rows } = await host.kernel.database.owner.query<{ row: string }>(
    `select a::text as row from kernel.audit a where company_id = $1 and action = 'POST /queue' and subject like 'Fila%'`,
    [company.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).toContain('Fila de •••');
  expect(await searchRecord(one.name)).toEqual([]);
  expect(await searchRecord('Fila de')).toHaveLength(1);
});

test('when an erasure fails at its commit, nothing is erased and audit entries still name the person', async () => {
  const one = await customer();
  await close(one);
  await company.admin.post('/queue', { name: `Fila de ${one.name}`, color: '#010204' });
  const { owner } = host.kernel.database;
  const recorded = async (): Promise<object[]> =>
    (
      await owner.query<object>(
        `select subject, detail, changes, search from kernel.audit
          where company_id = $1 and action <> 'privacy.erased' order by id`,
        [company.id],
      )
    ).rows;
  const before = await recorded();
  expect(JSON.stringify(before)).toContain(`Fila de ${one.name}`);
  // The database refuses the commit, after everything else succeeded.
  await owner.query(
    `create function public.refuse_erasure() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
     create constraint trigger refuse_erasure after update on contacts.contact deferrable initially deferred
       for each row when (new.id = ${one.contactId}) execute function public.refuse_erasure()`,
  );
  const path = `/privacy/contacts/${one.contactId}/erase`;
  try {
    expect((await company.admin.post(path, { confirm: true })).status).toBe(500);
  } finally {
    await owner.query(`drop trigger refuse_erasure on contacts.contact; drop function public.refuse_erasure()`);
  }
  expect((await recorded()).slice(0, before.length)).toEqual(before);
  expect((await company.admin.get<{ name: string }>(`/contacts/${one.contactId}`)).body.name).toBe(one.name);
  expect((await company.admin.post(path, { confirm: true })).status).toBe(200);
  expect(await searchRecord(one.name)).toEqual([]);
});

test('an erased person who writes again is a new contact', async () => {
  const one = await customer();
  await close(one);
  await company.admin.post(`/privacy/contacts/${one.contactId}/erase`, { confirm: true });
  await writes({ name: 'Outra vez', number: one.number }, 'Voltei');
  const rows = await company
    .scope('contacts')
    .sql.rows<{ id: number }>(sql`select id from contacts.contact where number = ${one.number}`);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.id).not.toBe(one.contactId);
});

test('nothing is erased in any plugin while a conversation is open', async () => {
  const one = await customer();
  const { status, body } = await company.admin.post<object>(`/privacy/contacts/${one.contactId}/erase`, {
    confirm: true,
  });
  expect(status).toBe(409);
  expect(body).toEqual({ error: 'ERR_ERASE_RUNNING' });
  expect((await foundIn(one.secretWord)).length).toBeGreaterThan(1);
  const files = unzip((await exported(one.contactId)).body);
  expect(files.get('tags/tag.json')?.toString()).toContain('Urgente');
});

test('an erasure requires a confirmation and a permission, and is audited without the person’s name', async () => {
  const one = await customer();
  await close(one);
  const path = `/privacy/contacts/${one.contactId}`;
  expect((await company.admin.post<object>(`${path}/erase`, {})).body).toMatchObject({
    fields: { confirm: 'ERR_CONFIRMATION' },
  });
  const attendant = await company.person();
  expect((await attendant.post(`${path}/erase`, { confirm: true })).status).toBe(403);
  expect((await exported(one.contactId, attendant)).status).toBe(403);
  const other = await host.company();
  expect((await other.admin.post<object>(`${path}/erase`, { confirm: true })).body).toEqual({
    error: 'ERR_NO_CONTACT_FOUND',
  });
  expect((await exported(one.contactId, other.admin)).status).toBe(404);
  await exported(one.contactId);
  await company.admin.post(`${path}/erase`, { confirm: true });
  const { body } = await company.admin.get<{ records: { action: string; subject: string }[] }>('/audit');
  expect(body.records.slice(0, 2)).toMatchObject([
    { action: 'privacy.erased', subject: `#${one.contactId}` },
    { action: 'privacy.exported', subject: `#${one.contactId}` },
  ]);
});

test('the nightly job erases data older than the company’s retention, and nothing newer', async () => {
  const old = await customer();
  const young = await customer();
  await close(old);
  await close(young);
  await host.kernel.database.owner.query(
    `update tickets.ticket set closed_at = now() - interval '13 months' where id = $1`,
    [old.ticketId],
  );
  const run = () =>
    host.kernel.registry.jobs.get('security.retention')?.definition.handle({}, company.scope('security'));
  await run();
  expect(await foundIn(old.secretWord)).not.toEqual([]);
  await company.admin.put('/settings/retentionMonths', { value: 12 });
  await run();
  // The setting takes effect a day later.
  expect(await foundIn(old.secretWord)).not.toEqual([]);
  await host.kernel.database.owner.query(
    `update kernel.pending_setting set holds_at = now() - interval '1 minute' where company_id = $1`,
    [company.id],
  );
  await host.kernel.identity.settings.applyDue();
  await run();
  const messagesOf = (ticketId: number) =>
    company
      .scope('tickets')
      .sql.rows<{ body: string }>(sql`select body from tickets.message where ticket_id = ${ticketId} and body <> ''`);
  expect(await messagesOf(old.ticketId)).toEqual([]);
  expect((await messagesOf(young.ticketId)).length).toBeGreaterThan(0);
  const { body } = await company.admin.get<{ records: { action: string; userId: number | null }[] }>(
    '/audit?action=security%20privacy.retention',
  );
  expect(body.records).toMatchObject([{ action: 'privacy.retention', userId: null }]);
  await run();
  expect(
    (await company.admin.get<{ records: object[] }>('/audit?action=security%20privacy.retention')).body.records,
  ).toHaveLength(1);
});
