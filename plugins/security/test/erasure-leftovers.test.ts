import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';

let host: TestHost;
let company: TestCompany;
let connectionId: number;

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['contacts', 'connections', 'queues', 'users', 'tickets', 'kanban', 'channel-sandbox', 'security'],
  });
  company = await host.company({ settings: { kanbanEnabled: 'enabled' } });
  const queue = await company.admin.post<{ id: number }>('/queue', { name: 'Previdenciário', color: '#4e8ce6' });
  const connection = await company.admin.post<{ id: number }>('/whatsapp', {
    name: 'Recepção',
    channel: 'sandbox',
    queueIds: [queue.body.id],
    keyWordQueueId: queue.body.id,
  });
  connectionId = connection.body.id;
  await company.admin.post(`/sandbox/${connectionId}/pair`);
});
afterAll(() => host?.close());

let counter = 0;
/** Creates a contact with a closed conversation and a file. */
const customer = async (): Promise<{ contactId: number; mediaPath: string }> => {
  counter += 1;
  const form = new FormData();
  form.set('from', String(5_511_983_800_000 + counter));
  form.set('name', 'Zoraide Quitéria');
  form.set('body', '');
  form.set('medias', new Blob(['arquivo'], { type: 'text/plain' }), 'arquivo.txt');
  const sent = await company.admin.call('POST', `/sandbox/${connectionId}/messages`, form);
  expect([sent.status, sent.body]).toEqual([200, expect.anything()]);
  const row = await company.scope('tickets').sql.one<{ id: number; contactId: number; mediaPath: string }>(
    sql`select t.id, t.contact_id as "contactId", m.media_path as "mediaPath"
          from tickets.ticket t join tickets.message m on m.ticket_id = t.id and m.media_path is not null
         order by t.id desc limit 1`,
  );
  if (!row) throw new Error('the conversation was not created');
  await company.admin.put(`/tickets/${row.id}`, { status: 'closed', justClose: true });
  return row;
};

test('an erasure also reaches the data of a module that is switched off', async () => {
  const one = await customer();
  expect((await company.admin.put('/companySettings', { column: 'kanbanEnabled', data: 'disabled' })).status).toBe(200);
  await expect.poll(async () => (await company.admin.get('/kanban')).status).toBe(404);
  const { status, body } = await company.admin.post<{ erased: Record<string, number> }>(
    `/privacy/contacts/${one.contactId}/erase`,
    { confirm: true },
  );
  expect(status).toBe(200);
  expect(Object.keys(body.erased)).toContain('kanban');
});

test('files of an erased person are removed later, should the node be killed right after the erasure', async () => {
  const one = await customer();
  await company.admin.post(`/privacy/contacts/${one.contactId}/erase`, { confirm: true });
  const { owner } = host.kernel.database;
  const job = `from jobs.job where name = 'security.erased-files' and (data->>'companyId')::int = ${company.id}`;
  const { rows } = await owner.query<{ data: object }>(`select data ${job}`);
  expect(JSON.stringify(rows)).toContain(one.mediaPath);
  // The node removed nothing: the job finds a file that is still there, after one that is gone.
  const left = await company.scope('tickets').storage.store({ name: 'resto.txt', body: Buffer.from('resto') });
  await owner.query(
    `update jobs.job set next_run_at = now(), data = jsonb_set(data, '{input,files}', to_jsonb($1::text[]))
      where id in (select id ${job})`,
    [[one.mediaPath, left.path]],
  );
  await expect
    .poll(() =>
      company
        .scope('tickets')
        .storage.read(left.path)
        .then(
          ({ stream }) => stream.destroy(),
          ({ status }) => status,
        ),
    )
    .toBe(404);
});
