import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { secondCopies, type SecondCopy } from '../contract.ts';
import { startIxc, startMkAuth, type IxcSimulator, type MkAuthSimulator } from './simulators.ts';

let host: TestHost;
let root: Person;
let ixc: IxcSimulator;
let mkAuth: MkAuthSimulator;
let company: TestCompany;

beforeAll(async () => {
  [ixc, mkAuth] = await Promise.all([startIxc(), startMkAuth()]);
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'security', 'billing-integrations'],
  });
  root = await host.superUser();
});
afterAll(async () => {
  await host?.close();
  await ixc?.close();
  await mkAuth?.close();
});
beforeEach(async () => {
  Object.assign(ixc, { broken: undefined, crowd: 0, calls: [] });
  company = await host.company({ settings: { billingIntegrationsEnabled: 'enabled' } });
});

type Refusal = { error: string; fields?: Record<string, string> };
const setUp = async (values: Record<string, string>): Promise<void> => {
  const { settings } = company.scope('billing-integrations');
  for (const [key, value] of Object.entries(values)) await settings.set(key, value);
};
const ixcSettings = () => ({ ipixc: `${ixc.url}/`, tokenixc: ixc.token });
const mkSettings = () => ({
  ipmkauth: mkAuth.url,
  clientidmkauth: mkAuth.client.id,
  clientsecretmkauth: mkAuth.client.secret,
});
const lookUp = (taxNumber: string, who: Person = company.admin) =>
  who.post<SecondCopy[] & Refusal>('/billing/second-copies', { taxNumber });

test('an attendant finds a customer’s open invoices in IXC, with line, boleto and Pix code, oldest first', async () => {
  await setUp(ixcSettings());
  const { status, body } = await lookUp('123.456.789-09', await company.person('user'));
  expect([status, body]).toEqual([
    200,
    [
      {
        system: 'ixc',
        systemName: 'IXC',
        id: '1001',
        dueDate: '2026-11-10',
        amountCents: 10_435,
        line: null,
        url: null,
        pix: null,
      },
      {
        system: 'ixc',
        systemName: 'IXC',
        id: '1002',
        dueDate: '2026-12-10',
        amountCents: 9_990,
        line: '23793381286000782713695000063305975520000009990',
        url: 'https://banco.example/b/1002',
        pix: '00020126PIX1002',
      },
    ],
  ]);
});

test('a company is found by its CNPJ without punctuation, and a boleto address that is not a web page is omitted', async () => {
  await setUp(ixcSettings());
  const { body } = await lookUp('11.222.333/0001-81');
  expect(body).toMatchObject([{ id: '2001', amountCents: 125_000, url: null }]);
});

test('all open invoices of a customer are found, behind those of many paid years', async () => {
  await setUp(ixcSettings());
  const { status, body } = await lookUp('529.982.247-25');
  expect([status, body.length]).toEqual([200, 15]);
});

test('of many open invoices the first twelve that fall due get a Pix code', async () => {
  await setUp(ixcSettings());
  const { body } = await lookUp('529.982.247-25');
  const ids = Array.from({ length: 15 }, (_, at) => String(5014 - at));
  expect(body.map(({ id }) => id)).toEqual(ids);
  const asked = ixc.calls.flatMap((call) => (call.startsWith('get_pix ') ? call.slice('get_pix '.length) : []));
  expect(asked.toSorted()).toEqual(ids.slice(0, 12).toSorted());
});

test('an IXC with the invoices of thousands of customers that ignores whose are asked for answers after few calls', async () => {
  await setUp(ixcSettings());
  ixc.crowd = 6000;
  const { status, body } = await lookUp('123.456.789-09');
  expect([status, body.map(({ id }) => id)]).toEqual([200, ['1001', '1002']]);
  expect(ixc.calls.filter((call) => call === 'fn_areceber').length).toBeLessThan(4);
});

test('MK-AUTH is queried with a token of its own, and open and overdue invoices are returned', async () => {
  await setUp(mkSettings());
  expect((await lookUp('12345678909')).body).toMatchObject([
    { system: 'mk-auth', id: '501', dueDate: '2026-11-05', amountCents: 7_990, pix: null },
    { id: '502', pix: '00020126MK502', url: `${mkAuth.url}/boleto/boleto.hhvm?titulo=502&contrato=helena` },
  ]);
});

test('with both systems set up both are queried, and one that is down does not hide the other’s invoices', async () => {
  await setUp({ ...ixcSettings(), ...mkSettings() });
  const systems = async () => (await lookUp('12345678909')).body.map(({ system }) => system);
  expect(await systems()).toEqual(['mk-auth', 'ixc', 'mk-auth', 'ixc']);
  ixc.broken = { status: 502, body: '<html>' };
  expect(await systems()).toEqual(['mk-auth', 'mk-auth']);
  // A customer unknown to one system may be known to the one that does not answer.
  expect((await lookUp('11222333000181')).body.error).toBe('ERR_BILLING_SYSTEM');
});

test('an unknown customer, an invalid number, missing settings and a failing system have different error codes', async () => {
  expect(await lookUp('12345678909')).toMatchObject({ status: 409, body: { error: 'ERR_BILLING_NOT_SET_UP' } });
  await setUp(ixcSettings());
  expect(await lookUp('12345678900')).toMatchObject({ status: 404, body: { error: 'ERR_NO_BILLING_CUSTOMER' } });
  expect(await lookUp('1234')).toMatchObject({ status: 400, body: { fields: { taxNumber: 'ERR_TAX_NUMBER' } } });
  for (const broken of [
    { status: 200, body: 'not json' },
    { status: 200, body: '{"type":"error","message":"Token inválido"}' },
    { status: 500, body: '' },
  ]) {
    ixc.broken = broken;
    expect(await lookUp('12345678909')).toMatchObject({ status: 502, body: { error: 'ERR_BILLING_SYSTEM' } });
  }
});

test('only super users see and set the access data, and secrets are stored encrypted and never returned', async () => {
  for (const key of ['ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth']) {
    expect([key, (await company.admin.put(`/settings/${key}`, { value: 'x' })).status]).toEqual([key, 404]);
    expect([key, (await company.admin.get(`/companySettingOne?column=${key}`)).status]).toEqual([key, 404]);
    expect([key, (await root.get(`/companySettingOne?column=${key}`)).status]).toEqual([key, 200]);
  }
  for (const key of ['ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth']) {
    expect((await root.put(`/settings/${key}`, { value: `https://geheim.example/${key}` })).status).toBe(200);
    const shown = (await root.get<Record<string, unknown>>(`/companySettingOne?column=${key}`)).body;
    expect(JSON.stringify(shown)).not.toContain('geheim');
  }
  const { rows } = await host.kernel.database.owner.query(`select s::text as row from kernel.setting s`);
  expect(rows.map(({ row }) => String(row)).join()).not.toContain('geheim');
});

test('an address stored as plain text by an older version is encrypted at the next start, and still works', async () => {
  await setUp(ixcSettings());
  const { owner } = host.kernel.database;
  await owner.query(`update kernel.setting set value = $2, secret = false where company_id = $1 and key = 'ipixc'`, [
    company.id,
    ixc.url,
  ]);
  const { settings } = host.kernel.identity;
  await settings.refresh(company.id);
  expect((await lookUp('12345678909')).body).toHaveLength(2);
  await settings.sealPlain();
  const { rows } = await owner.query<{ value: string; secret: boolean }>(
    `select value, secret from kernel.setting where company_id = $1 and key = 'ipixc'`,
    [company.id],
  );
  expect(rows).toEqual([{ value: expect.stringMatching(/^v1\./), secret: true }]);
  expect((await lookUp('12345678909')).body).toHaveLength(2);
});

test('the systems of another company are never queried, and each look-up is audited', async () => {
  await setUp(ixcSettings());
  const other = await host.company({ settings: { billingIntegrationsEnabled: 'enabled' } });
  expect((await lookUp('12345678909', other.admin)).body.error).toBe('ERR_BILLING_NOT_SET_UP');
  await lookUp('12345678909');
  const { records } = (await company.admin.get<{ records: { label: string }[] }>('/audit')).body;
  expect(records[0]?.label).toBe('Consultou a segunda via de um cliente');
});

test('other plugins look up invoices through the service, and a company with the module off has none', async () => {
  await setUp(ixcSettings());
  expect(await company.scope('tickets').find(secondCopies)?.of('12345678909')).toHaveLength(2);
  expect(company.scope('tickets').find(secondCopies)?.isReady()).toBe(true);
  const off = await host.company();
  expect(off.scope('tickets').find(secondCopies)).toBeUndefined();
  expect((await lookUp('12345678909', off.admin)).status).toBe(404);
});
