import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { finishMerge } from '../contract.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-sandbox'],
  });
});
afterAll(() => host?.close());

interface Details {
  id: number;
  name: string;
  number: string;
  email: string;
  origin: string | null;
  extraInfo: { name: string; value: string }[];
  otherNumbers: string[];
  merges: { name: string; userName: string }[];
  error?: string;
  context?: Record<string, unknown>;
}

const add = async (person: Person, input: object): Promise<Details> =>
  (await person.post<Details>('/contacts', input)).body;
const merge = (person: Person, keepId: number, mergeId: number, fields = {}) =>
  person.post<Details>('/contacts/merge', { keepId, mergeId, fields });
const identify = async (company: TestCompany, number: string): Promise<number> =>
  (await company.scope('contacts').sql.one<{
    id: number;
  }>(sql`select contacts.identify('sandbox', '', 'phone', ${number}, 'Do celular', null, null) as id`))!.id;

const office = async () => {
  const company = await host.company();
  const { admin } = company;
  const { body: queue } = await admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#4e8ce6' });
  const line = async (name: string): Promise<number> => {
    const { body } = await admin.post<{ id: number }>('/whatsapp', {
      name,
      channel: 'sandbox',
      keyWordQueueId: queue.id,
    });
    await admin.put(`/whatsappsession/${body.id}`);
    await admin.post(`/sandbox/${body.id}/pair`);
    return body.id;
  };
  const writes = async (lineId: number, from: string): Promise<void> => {
    const { status } = await admin.post(`/sandbox/${lineId}/messages`, { from, name: 'Ana', body: 'oi' });
    expect(status).toBe(200);
  };
  return { company, admin, line, writes };
};

it('Two contacts are merged: people choose each field, and both numbers lead to the remaining one', async () => {
  const company = await host.company();
  const { admin } = company;
  const kept = await add(admin, { name: 'Ana', number: '5511960000001', extraInfo: [{ name: 'CPF', value: '1' }] });
  const other = await add(admin, {
    name: 'Ana Prado',
    number: '5511960000002',
    email: 'ana@exemplo.com',
    origin: 'GOOGLE',
    extraInfo: [
      { name: 'cpf', value: '1' },
      { name: 'RG', value: '2' },
    ],
  });
  expect(await identify(company, '5511960000002')).toBe(other.id);
  const { status, body } = await merge(admin, kept.id, other.id, { name: 'other', number: 'kept' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: kept.id,
    name: 'Ana Prado',
    number: '5511960000001',
    // Empty fields of the remaining contact are filled from the other.
    email: 'ana@exemplo.com',
    origin: 'GOOGLE',
    extraInfo: [
      { name: 'CPF', value: '1' },
      { name: 'RG', value: '2' },
    ],
    otherNumbers: ['5511960000002'],
    merges: [{ name: 'Ana Prado', userName: 'Admin' }],
  });
  expect(await identify(company, '5511960000001')).toBe(kept.id);
  expect(await identify(company, '5511960000002')).toBe(kept.id);
  expect((await admin.get<Details>('/contacts/get-by-number/5511960000002')).body.id).toBe(kept.id);
  expect((await admin.get<Details>(`/contacts/${other.id}`)).body.error).toBe('ERR_NO_CONTACT_FOUND');
  expect((await admin.get<Details[]>('/contacts/list')).body).toHaveLength(1);
  expect(await admin.post('/contacts', { name: 'De novo', number: '5511960000002' })).toMatchObject({
    status: 409,
    body: { context: { contactId: kept.id } },
  });
});

it('The tickets of the merged contact move to the remaining one, with everything in them', async () => {
  const { admin, line, writes } = await office();
  const first = await line('Linha 1');
  await writes(first, '5511960000001');
  await writes(first, '5511960000002');
  const idOf = async (number: string) => (await admin.get<Details>(`/contacts/get-by-number/${number}`)).body.id;
  const [kept, other] = [await idOf('5511960000001'), await idOf('5511960000002')];
  // Two open tickets on one connection cannot be merged.
  expect(await merge(admin, kept, other)).toMatchObject({
    status: 409,
    body: { error: 'ERR_MERGE_BOTH_RUNNING', context: { connection: 'Linha 1' } },
  });
  expect((await admin.get<Details[]>('/contacts/list')).body).toHaveLength(2);
  const { body: running } = await admin.get<{ id: number; uuid: string }>(`/tickets/${other}/show`);
  await admin.put(`/tickets/${running.id}`, { status: 'closed', justClose: true });
  expect((await merge(admin, kept, other)).status).toBe(200);
  const { body: moved } = await admin.get<{ contactId: number }>(`/tickets/u/${running.uuid}`);
  expect(moved.contactId).toBe(kept);
  // A message from the second phone arrives in the open ticket.
  await writes(first, '5511960000002');
  expect((await admin.get<Details[]>('/contacts/list')).body).toHaveLength(1);
});

it('A message that was being received during the merge is not lost: it moves along afterwards', async () => {
  const { company, admin, line, writes } = await office();
  const first = await line('Linha 1');
  await writes(first, '5511960000001');
  const kept = await add(admin, { name: 'Ana', number: '5511960000009' });
  const { id: other } = (await admin.get<Details>('/contacts/get-by-number/5511960000001')).body;
  expect((await merge(admin, kept.id, other)).status).toBe(200);
  // The state after that message’s transaction: written to the merged contact.
  const tickets = company.scope('tickets').sql;
  await tickets.run(sql`update tickets.ticket set contact_id = ${other}`);
  await company.scope('contacts').jobs.schedule(finishMerge, { contactId: other }, { key: String(other) });
  await expect
    .poll(async () => (await tickets.one<{ at: number }>(sql`select contact_id as at from tickets.ticket`))?.at, {
      timeout: 15_000,
    })
    .toBe(kept.id);
  await expect
    .poll(
      async () =>
        (await company.scope('contacts').sql.rows(sql`select id from contacts.contact where id = ${other}`)).length,
    )
    .toBe(0);
});

it('A merge needs the permission, contacts of one’s own company, and two different contacts', async () => {
  const company = await host.company();
  const stranger = (await host.company()).admin;
  const [one, two] = [
    await add(company.admin, { name: 'Um', number: '5511960000001' }),
    await add(company.admin, { name: 'Dois', number: '5511960000002' }),
  ];
  expect((await merge(await company.person('user'), one.id, two.id)).status).toBe(403);
  expect((await merge(stranger, one.id, two.id)).status).toBe(404);
  expect((await merge(company.admin, one.id, 999_999)).status).toBe(404);
  expect((await merge(company.admin, one.id, one.id)).status).toBe(400);
  const both = await Promise.all([merge(company.admin, one.id, two.id), merge(company.admin, two.id, one.id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

it('Contacts with one e-mail address, or with one number with and without the country code, are suggested', async () => {
  const { admin } = await host.company();
  await add(admin, { name: 'Ana', number: '5511987650001', email: 'ana@exemplo.com' });
  await add(admin, { name: 'Ana P.', number: '5511960000002', email: 'ANA@exemplo.com' });
  await add(admin, { name: 'Ana celular', number: '11987650001' });
  await add(admin, { name: 'Bia', number: '5511960000004', email: 'bia@exemplo.com' });
  const { body } = await admin.get<{ reason: string; contacts: Details[] }[]>('/contacts/duplicates');
  expect(body.map(({ reason, contacts }) => [reason, ...contacts.map(({ name }) => name)])).toEqual([
    ['number', 'Ana', 'Ana celular'],
    ['email', 'Ana', 'Ana P.'],
  ]);
});

it('The number of a merged contact still finds the remaining one, in contacts and in tickets', async () => {
  const { admin, company, line, writes } = await office();
  const [kept, other] = [
    await add(admin, { name: 'Ana', number: '5511960007001' }),
    await add(admin, { name: 'Ana do trabalho', number: '5511960007002' }),
  ];
  expect((await merge(admin, kept.id, other.id, { number: 'kept' })).status).toBe(200);
  await writes(await line('Recepção'), '5511960007001');
  const people = async (by: Person, term: string): Promise<number[]> =>
    (await by.get<{ contacts: { id: number }[] }>(`/contacts?searchParam=${term}`)).body.contacts.map(({ id }) => id);
  const tickets = async (by: Person, term: string): Promise<number[]> =>
    (
      await by.get<{ tickets: { contactId: number }[] }>(`/tickets?status=pending&showAll=true&searchParam=${term}`)
    ).body.tickets.map(({ contactId }) => contactId);
  for (const term of ['5511960007002', '60007002', '7002', '000700']) {
    expect([term, await people(admin, term)]).toEqual([term, [kept.id]]);
  }
  expect(await tickets(admin, '60007002')).toEqual([kept.id]);
  expect(await people(admin, '70029999')).toEqual([]);

  // Readers of masked numbers find by the last four digits, and learn nothing by parts or by trying complete numbers.
  await admin.put('/companySettings', { column: 'hideContactNumber', data: 'enabled' });
  const ana = await company.person('user', 'Ana Atende');
  const queues = (await admin.get<{ id: number }[]>('/queue')).body;
  await admin.put(`/users/${ana.id}`, { queueIds: queues.map(({ id }) => id) });
  for (const [term, found] of [
    ['5511960007002', []],
    ['7002', [kept.id]],
  ] as const) {
    expect([term, await people(ana, term)]).toEqual([term, found]);
    expect([term, await tickets(ana, term)]).toEqual([term, found]);
  }
  for (const term of ['96000', '000700']) {
    expect([term, await people(ana, term)]).toEqual([term, []]);
    expect([term, await tickets(ana, term)]).toEqual([term, []]);
  }
});
