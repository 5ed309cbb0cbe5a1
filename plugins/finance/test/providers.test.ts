import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestCompany } from '@balcao/testing';
import { companiesDue, doneByJob } from '../../../scripts/test/due-jobs.ts';
import { watch } from '../contract.ts';
import { companiesToPoll } from '../server/payments/charges.ts';
import { pollCharges } from '../server/payments/poll-job.ts';
import { billing, openBillingSetup, type BillingSetup, type Pix, type Plan } from './billing-setup.ts';
import { startAsaas, type AsaasSimulator } from './simulators/asaas.ts';
import { certificates, startEfi, type EfiSimulator } from './simulators/efi.ts';

let setup: BillingSetup;
let plan: Plan;
let asaas: AsaasSimulator;
let efi: EfiSimulator;
const notifyToken = 'token-do-webhook-asaas';
const notifySecret = 'segredo_do_webhook_efi';

beforeAll(async () => {
  [setup, asaas, efi] = await Promise.all([openBillingSetup(inject('databaseUrl')), startAsaas(), startEfi()]);
  plan = await setup.plan({ name: 'Profissional', value: 149.9 as never });
});
afterAll(async () => {
  await setup?.host.close();
  await asaas?.close();
  await efi?.close();
});

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}
const asaasSetup = (change: object = {}) => ({
  provider: 'asaas',
  settings: { accessToken: asaas.accessToken, notifyToken, baseUrl: asaas.url, ...change },
});
const efiSetup = (change: object = {}) => ({
  provider: 'efi',
  settings: {
    pixKey: 'financeiro@balcao.example',
    clientId: efi.clientId,
    clientSecret: efi.clientSecret,
    certificate: certificates.client,
    notifySecret,
    baseUrl: efi.url,
    ca: certificates.ca,
    ...change,
  },
});
const setUp = async (values: object): Promise<void> => {
  const { status, body } = await setup.platform.put<unknown>('/payments/setup', values);
  if (status !== 200) throw new Error(JSON.stringify(body));
};
const subscribe = (company: TestCompany, more: object = {}) =>
  company.admin.post<Pix & Refusal>('/subscription', { ...billing, ...more });
const stateOf = async (company: TestCompany) => {
  const { body } = await company.admin.get<{ invoices: { state: string; invoiceUrl: string; dueDate: string }[] }>(
    '/invoices/all',
  );
  const { dueDate } = (await company.admin.get<{ dueDate: string }>('/subscription')).body;
  return { states: body.invoices.map(({ state }) => state), url: body.invoices[0]?.invoiceUrl, dueDate };
};
const refOf = async (company: TestCompany): Promise<string> =>
  (await setup.finance(company).sql.one<{ ref: string }>(sql`select ref from finance.charge where status = 'pending'`))
    ?.ref ?? '';
/** Runs the job as it would run minutes later. */
const watchNow = async (company: TestCompany): Promise<void> => {
  const scope = setup.finance(company);
  await scope.sql.run(sql`update finance.charge set asked_at = now() - interval '2 hours'`);
  await pollCharges(scope);
};
const asaasSays = (ref: string, token = notifyToken, more: object = {}) =>
  setup.host.nobody.call<Refusal>(
    'POST',
    '/payments/asaas/notify',
    {
      id: 'evt_1',
      event: 'PAYMENT_RECEIVED',
      payment: { id: 'pay_x', value: 149.9, status: 'RECEIVED', externalReference: ref, ...more },
    },
    { 'asaas-access-token': token },
  );
const efiSays = (ref: string, secret = notifySecret) =>
  setup.host.nobody.call<Refusal>('POST', `/payments/efi/notify?hmac=${secret}&ignorar=/pix`, {
    pix: [{ endToEndId: 'E1', txid: `${ref}0`, valor: '149.90', horario: new Date().toISOString() }],
  });

test('The specification’s setting asaas is the token of the payments page: a change of either name is visible under both', async () => {
  interface Setup {
    provider: string;
    providers: { id: string; fields: { key: string; isSet: boolean }[] }[];
  }
  const { platform } = setup;
  const isSet = async (): Promise<boolean[]> => {
    const { providers } = (await platform.get<Setup>('/payments/setup')).body;
    const field = providers.find(({ id }) => id === 'asaas')?.fields.find(({ key }) => key === 'accessToken');
    const options = await platform.get<{ key: string; isSet?: boolean; value: string }[]>('/settings/schema');
    const option = options.body.find(({ key }) => key === 'asaas');
    return [field?.isSet ?? false, option?.isSet ?? false];
  };
  const put = (who: typeof platform, data: string) => who.put<Refusal>('/companySettings', { column: 'asaas', data });
  expect(await isSet()).toEqual([false, false]);
  expect((await put(platform, asaas.accessToken)).body).toEqual({ asaas: '' });
  expect(await isSet()).toEqual([true, true]);
  const colleague = await setup.host.superUser();
  expect((await colleague.get<object>('/companySettingOne?column=asaas')).body).toEqual({ asaas: '' });
  // The token is used: with the other settings of Asaas a code is created without entering it again.
  await setUp(asaasSetup({ accessToken: '' }));
  const company = await setup.customer({ plan });
  expect((await subscribe(company)).status).toBe(200);
  expect((await put(platform, '')).body).toMatchObject({ error: 'ERR_VALIDATION', fields: { asaas: 'Required' } });
  expect((await platform.put('/settings/asaas', { value: asaas.accessToken })).status).toBe(200);
  expect(await isSet()).toEqual([true, true]);
  // Companies can neither read nor write it.
  expect((await company.admin.get('/companySettingOne?column=asaas')).status).toBe(404);
  expect((await put(company.admin, 'x')).status).toBe(404);
  expect((await put(platform, 'x'.repeat(501))).body.fields).toEqual({ data: 'ERR_INVALID_VALUE' });
  const stored = await setup.host.kernel.database.owner.query(`select from kernel.setting where key = 'asaas'`);
  expect(stored.rowCount).toBe(0);
});

test('Asaas: a code comes from the provider, with its own payment page; the customer is created once', async () => {
  await setUp(asaasSetup());
  const company = await setup.customer({ plan });
  const { status, body } = await subscribe(company);
  expect([status, body.valor.original, body.isManual]).toEqual([200, '149.90', false]);
  expect(body.qrcode.qrcode).toContain('api.asaas.com/pix/qr');
  expect(asaas.payments.at(-1)).toMatchObject({
    value: 149.9,
    billingType: 'PIX',
    externalReference: await refOf(company),
  });
  expect((await stateOf(company)).url).toMatch(/^https:\/\/www\.asaas\.com\/i\//);
  await subscribe(await setup.customer({ plan }));
  expect(asaas.calls.filter((call) => call === 'POST /customers')).toHaveLength(1);
});

test('Asaas: a notification counts only after a poll: paid once, however often and late it arrives', async () => {
  await setUp(asaasSetup());
  const company = await setup.customer({ plan });
  await subscribe(company);
  const ref = await refOf(company);
  const before = await stateOf(company);
  // The notification reports a payment, and Asaas itself does not: forged by somebody who knows the token, or simply
  // wrong.
  expect((await asaasSays(ref)).status).toBe(200);
  expect(await stateOf(company)).toEqual(before);
  asaas.pay(ref);
  const calls = await Promise.all(Array.from({ length: 5 }, () => asaasSays(ref)));
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
  const after = await stateOf(company);
  expect(after.states).toEqual(['paid']);
  expect(after.dueDate > before.dueDate).toBe(true);
  expect((await asaasSays(ref)).status).toBe(200);
  await watchNow(company);
  expect(await stateOf(company)).toEqual(after);
});

test('Asaas: a notification without the token is refused, and Asaas is not polled', async () => {
  await setUp(asaasSetup());
  const company = await setup.customer({ plan });
  await subscribe(company);
  const ref = await refOf(company);
  asaas.pay(ref);
  asaas.calls.length = 0;
  for (const token of ['', 'outro', `${notifyToken}x`]) {
    const answer = await asaasSays(ref, token);
    expect([answer.status, answer.body.error]).toEqual([401, 'ERR_SIGNATURE']);
  }
  expect(asaas.calls).toEqual([]);
  expect((await stateOf(company)).states).toEqual(['open']);
});

test('Notifications of unknown charges, and garbage, change nothing and are no error', async () => {
  await setUp(asaasSetup());
  const strangers = ['blc0000010123456789abcdef', 'blczzzzzz0123456789abcdef', 'x'.repeat(25), ''];
  for (const ref of strangers) expect((await asaasSays(ref)).status).toBe(200);
  for (const body of [{}, { payment: null }, { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }, { pix: 'x' }])
    expect((await setup.host.nobody.post('/payments/asaas/notify', body)).status).toBe(200);
  expect((await setup.host.nobody.post('/payments/asaas/notify', '[1,')).status).toBe(400);
  expect((await setup.host.nobody.post('/payments/outro/notify', { ref: 'x' })).status).toBe(200);
});

test('Asaas: another amount than the invoice’s renews nothing', async () => {
  await setUp(asaasSetup());
  const company = await setup.customer({ plan });
  await subscribe(company);
  const before = await stateOf(company);
  const ref = await refOf(company);
  asaas.pay(ref, 1.49);
  expect((await asaasSays(ref)).status).toBe(200);
  expect(await stateOf(company)).toEqual(before);
});

test('Asaas: a payment whose notification was lost is found by polling', async () => {
  await setUp(asaasSetup());
  const company = await setup.customer({ plan });
  await subscribe(company);
  asaas.pay(await refOf(company));
  await watchNow(company);
  expect((await stateOf(company)).states).toEqual(['paid']);
});

test('Asaas: an order that was accepted but not answered is found again, and not placed twice', async () => {
  await setUp(asaasSetup());
  const company = await setup.customer({ plan });
  const before = asaas.payments.length;
  asaas.cutNext(/^POST \/payments$/);
  const cut = await subscribe(company);
  expect([cut.status, cut.body.error]).toEqual([502, 'ERR_PAYMENT_PROVIDER']);
  const again = await subscribe(company);
  expect(again.status).toBe(200);
  expect(asaas.payments.length - before).toBe(1);
  asaas.failNext(/^GET \/payments$/, 500);
  const broken = await subscribe(await setup.customer({ plan }));
  expect([broken.status, broken.body.error]).toEqual([502, 'ERR_PAYMENT_PROVIDER']);
});

test('Asaas requires a tax number, and the refusal names the field', async () => {
  await setUp(asaasSetup());
  const company = await setup.customer({ plan });
  await setup.platform.put<unknown>(`/companies/${company.id}`, { cpfCnpj: '' });
  const refused = await subscribe(company);
  expect([refused.status, refused.body.fields]).toEqual([400, { cpfCnpj: 'ERR_TAX_NUMBER_NEEDED' }]);
});

test('Efí: the charge is created over a connection with our client certificate, and paid after a poll', async () => {
  await setUp(efiSetup());
  const company = await setup.customer({ plan });
  const { status, body } = await subscribe(company);
  expect([status, body.valor.original]).toEqual([200, '149.90']);
  const ref = await refOf(company);
  expect(efi.cobs.get(`${ref}0`)).toMatchObject({ status: 'ATIVA', valor: { original: '149.90' } });
  const before = await stateOf(company);
  expect((await efiSays(ref)).status).toBe(200);
  expect(await stateOf(company)).toEqual(before);
  efi.pay(`${ref}0`);
  const wrong = await efiSays(ref, 'segredo_de_outro_lugar');
  expect([wrong.status, wrong.body.error]).toEqual([401, 'ERR_SIGNATURE']);
  expect((await stateOf(company)).states).toEqual(['open']);
  await Promise.all([efiSays(ref), efiSays(ref), watchNow(company)]);
  const after = await stateOf(company);
  expect(after.states).toEqual(['paid']);
  await efiSays(ref);
  expect(await stateOf(company)).toEqual(after);
});

test('Efí: another amount renews nothing, and a payment whose notification was lost is found by polling', async () => {
  await setUp(efiSetup());
  const [short, lost] = [await setup.customer({ plan }), await setup.customer({ plan })];
  await subscribe(short);
  await subscribe(lost);
  efi.pay(`${await refOf(short)}0`, '14.99');
  efi.pay(`${await refOf(lost)}0`);
  await watchNow(short);
  await watchNow(lost);
  expect([(await stateOf(short)).states, (await stateOf(lost)).states]).toEqual([['open'], ['paid']]);
});

test('Efí answers nothing without the certificate, and a wrong one is reported as the provider’s refusal', async () => {
  await setUp(efiSetup({ certificate: certificates.stranger }));
  const refused = await subscribe(await setup.customer({ plan }));
  expect([refused.status, refused.body.error]).toEqual([502, 'ERR_PAYMENT_PROVIDER']);
  await setUp(efiSetup({ clientSecret: 'errado' }));
  expect((await subscribe(await setup.customer({ plan }))).body.error).toBe('ERR_PAYMENT_PROVIDER');
});

test('Efí gets our notification address, with a secret in it', async () => {
  const address = 'https://balcao.example/api/payments/efi/notify';
  await setUp({ ...efiSetup(), address });
  expect(efi.webhooks.get('financeiro@balcao.example')).toBe(`${address}?hmac=${notifySecret}&ignorar=`);
  const weak = await setup.platform.put<Refusal>('/payments/setup', efiSetup({ notifySecret: 'curto' }));
  expect([weak.status, weak.body.fields]).toEqual([400, { notifySecret: 'ERR_NOTIFY_SECRET' }]);
});

test('A code of a provider that is no longer in use may still be paid', async () => {
  await setUp(asaasSetup());
  const company = await setup.customer({ plan });
  await subscribe(company);
  const ref = await refOf(company);
  await setUp(efiSetup());
  asaas.pay(ref);
  expect((await asaasSays(ref)).status).toBe(200);
  expect((await stateOf(company)).states).toEqual(['paid']);
});

test.each(['Asaas', 'Efí'] as const)(
  '%s: a replaced code is cancelled at the provider; one that was paid just before counts',
  async (name) => {
    await setUp(name === 'Asaas' ? asaasSetup() : efiSetup());
    const larger = JSON.stringify(await setup.plan({ value: 300 as never }));
    const pay = (ref: string) => (name === 'Asaas' ? asaas.pay(ref) : efi.pay(`${ref}0`));
    const company = await setup.customer({ plan });
    await subscribe(company);
    const first = await refOf(company);
    await subscribe(company, { plan: larger });
    const second = await refOf(company);
    await watchNow(company);
    expect(() => pay(first)).toThrow('nobody can pay it');
    pay(second);
    await watchNow(company);
    expect((await stateOf(company)).states).toEqual(['paid']);

    const quick = await setup.customer({ plan });
    await subscribe(quick);
    const paidBefore = await refOf(quick);
    pay(paidBefore);
    await subscribe(quick, { plan: larger });
    await watchNow(quick);
    const { states } = await stateOf(quick);
    expect(states).toEqual(['paid']);
    const left = await setup
      .finance(quick)
      .sql.rows<{ status: string }>(sql`select status from finance.charge order by id`);
    // The other one is cancelled, and ended as soon as its provider was polled again.
    expect(left.map(({ status }) => status)).toEqual(['paid', expect.stringMatching(/^(?:replaced|ended)$/)]);
  },
);

test('Asaas: a code that cannot be cancelled now is cancelled in the next round', async () => {
  await setUp(asaasSetup());
  const company = await setup.customer({ plan });
  await subscribe(company);
  const ref = await refOf(company);
  // Codes of the previous tests may have been cancelled, too.
  const before = asaas.calls.length;
  asaas.failNext(/^DELETE /, 500);
  await subscribe(company, { plan: JSON.stringify(await setup.plan({ value: 310 as never })) });
  const isAsked = (): boolean => asaas.calls.slice(before).some((call) => call.startsWith('DELETE '));
  await expect.poll(isAsked).toBe(true);
  await watchNow(company);
  expect(() => asaas.pay(ref)).toThrow('nobody can pay it');
});

test('The job of every two minutes runs in companies with a charge to poll or a code to withdraw, and in no other', async () => {
  await setUp(asaasSetup());
  const [company, idle] = [await setup.customer({ plan }), await setup.customer({ plan })];
  for (const one of [company, idle]) expect((await subscribe(one)).status).toBe(200);
  const found = () => companiesDue(setup.host, companiesToPoll);
  const scope = setup.finance(company);
  expect(await found()).not.toContain(company.id);
  await scope.sql.run(
    sql`update finance.charge set created_at = now() - interval '41 days', asked_at = now() - interval '1 day'`,
  );
  expect(await found()).not.toContain(company.id);
  await scope.sql.run(sql`update finance.charge set created_at = now() - interval '2 days'`);
  asaas.pay(await refOf(company));
  expect(await found()).toContain(company.id);
  expect(await found()).not.toContain(idle.id);
  await doneByJob(setup.host, watch, async () => {
    return (await stateOf(company)).states.includes('paid');
  });
  expect(await found()).not.toContain(company.id);
  // A replaced code that was polled a moment ago is still to be withdrawn.
  const replaced = setup.finance(idle);
  await replaced.sql.run(sql`update finance.charge set status = 'replaced', withdrawn_at = null, asked_at = now()`);
  expect(await found()).toContain(idle.id);
  await doneByJob(setup.host, watch, async () => {
    return (await replaced.sql.one(sql`select 1 from finance.charge where withdrawn_at is not null`)) !== undefined;
  });
  expect(await found()).not.toContain(idle.id);
});
