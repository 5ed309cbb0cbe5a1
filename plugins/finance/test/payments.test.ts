import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestCompany } from '@balcao/testing';
import { paymentRoom } from '../contract.ts';
import { chargeByRef } from '../server/payments/charges.ts';
import { settle } from '../server/payments/settle.ts';
import { decoded } from './decode-pix.ts';
import {
  billing,
  dayFrom,
  invoicesOf,
  openBillingSetup,
  staticSetup,
  type BillingSetup,
  type Pix,
  type Plan,
} from './billing-setup.ts';

let setup: BillingSetup;
let plan: Plan;
beforeAll(async () => {
  setup = await openBillingSetup(inject('databaseUrl'), [path.join(import.meta.dirname, 'fixtures/acme-cash')]);
  plan = await setup.plan({ name: 'Profissional', value: 149.9 as never });
});
afterAll(() => setup?.host.close());

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}
interface WaitingCharge {
  companyId: number;
  chargeId: number;
  ref: string;
  isReplaced: boolean;
}
const chosen = (which: Plan) => JSON.stringify(which);
const subscribe = (company: TestCompany, more: object = {}) =>
  company.admin.post<Pix>('/subscription', { ...billing, ...more });
const waiting = async (company: TestCompany) =>
  (await setup.platform.get<WaitingCharge[]>('/payments/waiting')).body.filter(
    ({ companyId }) => companyId === company.id,
  );
const confirm = (company: TestCompany, chargeId: number) =>
  setup.platform.post<{ result: string }>(`/payments/${company.id}/${chargeId}/confirm`);
const dueDateOf = async (company: TestCompany): Promise<string> =>
  (await company.admin.get<{ dueDate: string }>('/subscription')).body.dueDate;

test('Nothing can be paid before the platform has a payment provider', async () => {
  const company = await setup.customer({ plan });
  const refused = await company.admin.post<Refusal>('/subscription', billing);
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_PAYMENTS_NOT_SET_UP']);
});

test('The form requires the provider’s settings, and secrets are never sent back', async () => {
  const none = await setup.platform.put<Refusal>('/payments/setup', { provider: 'static', settings: {} });
  expect([none.status, none.body.fields]).toEqual([400, { pixKey: 'Required', name: 'Required', city: 'Required' }]);
  const wrong = { ...staticSetup, settings: { ...staticSetup.settings, pixKey: 'minha chave' } };
  expect((await setup.platform.put<Refusal>('/payments/setup', wrong)).body.fields).toEqual({
    pixKey: 'ERR_INVALID_PIX_KEY',
  });
  expect((await setup.platform.put<Refusal>('/payments/setup', { provider: 'outro' })).body.error).toBe(
    'ERR_NO_PROVIDER_FOUND',
  );
  const token = 'segredo-que-nao-volta';
  const asaas = { provider: 'asaas', settings: { accessToken: token, notifyToken: token } };
  expect((await setup.platform.put('/payments/setup', asaas)).status).toBe(200);
  const saved = await setup.platform.put<unknown>('/payments/setup', {
    provider: 'asaas',
    settings: { accessToken: '' },
  });
  expect(saved.status).toBe(200);
  expect(JSON.stringify(saved.body)).not.toContain(token);
  const rows = await setup.host.kernel.database.owner.query<{ value: string }>(
    'select value from kernel.plugin_secret',
  );
  expect(JSON.stringify(rows.rows)).not.toContain(token);
  expect((await setup.platform.put('/payments/setup', staticSetup)).status).toBe(200);
});

test('Two super users who change the payment settings keep each other’s changes, and a field that both changed needs a choice', async () => {
  interface Shown {
    provider: string;
    providers: { id: string; fields: { key: string; value: string; isSet: boolean }[] }[];
  }
  const shown = async (): Promise<Record<string, string>> => {
    const { provider, providers } = (await setup.platform.get<Shown>('/payments/setup')).body;
    const fields = providers.find(({ id }) => id === 'static')?.fields ?? [];
    return { provider, ...Object.fromEntries(fields.map(({ key, value }) => [key, value])) };
  };
  const colleague = await setup.host.superUser();
  const { settings } = staticSetup;
  const put = (who: typeof colleague, changed: object, known: object) =>
    who.put<Refusal & { fields: unknown; row: Record<string, unknown> }>('/payments/setup', {
      provider: 'static',
      settings: changed,
      known: { provider: 'static', ...known },
    });
  const [one, other] = await Promise.all([
    put(setup.platform, { city: 'Campinas' }, { 'static.city': settings.city }),
    put(colleague, { name: 'Outra Razão Ltda' }, { 'static.name': settings.name }),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(await shown()).toMatchObject({ pixKey: settings.pixKey, city: 'Campinas', name: 'Outra Razão Ltda' });
  const late = await put(colleague, { city: 'Santos' }, { 'static.city': settings.city });
  expect([late.status, late.body.error]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
  expect(JSON.stringify(late.body)).toContain('"static.city":"Campinas"');
  expect(JSON.stringify(late.body)).not.toContain('accessToken');
  // The provider that a colleague chose in between stays, and the settings of the previous one remain stored.
  const asaas = { provider: 'asaas', settings: {}, known: { provider: 'static' } };
  expect((await setup.platform.put('/payments/setup', asaas)).status).toBe(200);
  expect((await put(colleague, { city: 'Santos' }, { 'static.city': 'Campinas' })).status).toBe(200);
  expect(await shown()).toMatchObject({ provider: 'asaas', city: 'Santos', name: 'Outra Razão Ltda' });
  expect((await setup.platform.put('/payments/setup', staticSetup)).status).toBe(200);
  expect(await shown()).toEqual({ provider: 'static', ...settings });
});

test('When two super users replace the same secret the later one must choose, and no secret is revealed', async () => {
  interface Shown {
    error?: string;
    providers: { id: string; fields: { key: string; value: string; mark: string }[] }[];
  }
  const first = { provider: 'asaas', settings: { accessToken: 'segredo-um', notifyToken: 'aviso-um' } };
  expect((await setup.platform.put('/payments/setup', first)).status).toBe(200);
  const marks = async () => {
    const { providers } = (await setup.platform.get<Shown>('/payments/setup')).body;
    const fields = providers.find(({ id }) => id === 'asaas')?.fields ?? [];
    return Object.fromEntries(fields.map(({ key, mark }) => [key, mark]));
  };
  const opened = await marks();
  const put = (who: typeof setup.platform, settings: object, known: object) =>
    who.put<Shown>('/payments/setup', { provider: 'asaas', settings, known: { provider: 'asaas', ...known } });
  const known = { 'asaas.accessToken': opened['accessToken'] };
  const colleague = await setup.host.superUser();
  const both = await Promise.all([
    put(setup.platform, { accessToken: 'segredo-dois' }, known),
    put(colleague, { accessToken: 'segredo-tres' }, known),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(JSON.stringify(both.map(({ body }) => body))).not.toMatch(/segredo|aviso/);
  const now = await marks();
  expect([now['accessToken'] === opened['accessToken'], now['notifyToken']]).toEqual([false, opened['notifyToken']]);
  // A secret that is sent as its mark or empty stays unchanged.
  expect((await put(colleague, { accessToken: now['accessToken'] ?? '' }, {})).status).toBe(200);
  expect((await put(colleague, { accessToken: '' }, {})).status).toBe(200);
  expect(await marks()).toEqual(now);
  const decided = await put(colleague, { accessToken: 'segredo-tres' }, { 'asaas.accessToken': now['accessToken'] });
  expect(decided.status).toBe(200);
  const { rows } = await setup.host.kernel.database.owner.query('select e::text as row from kernel.row_editors e');
  expect(JSON.stringify(rows)).not.toContain('segredo');
  expect((await setup.platform.put('/payments/setup', staticSetup)).status).toBe(200);
});

test('The checkout reports missing fields in the words of the form', async () => {
  const company = await setup.customer({ plan });
  const refused = await company.admin.post<Refusal>('/subscription', { plan: chosen(plan) });
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    {
      firstName: 'O nome completo é obrigatório',
      address2: 'O Endereço é obrigatório',
      city: 'Cidade é obrigatória',
      zipcode: 'CEP é obrigatório',
      country: 'País é obrigatório',
    },
  ]);
  for (const wrong of ['{', '[]', '{"id":"x"}', '{"id":1.5}']) {
    const answer = await company.admin.post<Refusal>('/subscription', { ...billing, plan: wrong });
    expect([answer.status, answer.body.fields]).toEqual([400, { plan: 'ERR_INVALID_VALUE' }]);
  }
  const zip = await company.admin.post<Refusal>('/subscription', { ...billing, zipcode: 'abc', plan: chosen(plan) });
  expect([zip.status, zip.body.fields]).toEqual([400, { zipcode: 'ERR_INVALID_ZIP' }]);
  const unknown = await company.admin.post<Refusal>('/subscription', { ...billing, plan: '{"id":999999}' });
  expect([unknown.status, unknown.body.error]).toEqual([404, 'ERR_NO_PLAN_FOUND']);
  const invoice = await company.admin.post<Refusal>('/subscription', { ...billing, invoiceId: 999_999 });
  expect([invoice.status, invoice.body.error]).toEqual([404, 'ERR_NO_INVOICE_FOUND']);
});

test('A static code is readable by every bank: key, receiver, amount, reference and a correct checksum', async () => {
  const company = await setup.customer({ plan });
  const { status, body } = await subscribe(company, { plan: chosen(plan), price: '0.01' });
  expect([status, body.valor.original, body.isManual]).toEqual([200, '149.90', true]);
  const code = decoded(body.qrcode.qrcode);
  expect(code.valid).toBe(true);
  expect(code.fields).toMatchObject({
    '00': '01',
    '26': { '00': 'br.gov.bcb.pix', '01': 'financeiro@balcao.example' },
    '52': '0000',
    '53': '986',
    '54': '149.90',
    '58': 'BR',
    '59': 'Balcao Atendimento Ltda',
    '60': 'Sao Paulo',
  });
  const [open] = await waiting(company);
  expect((code.fields['62'] as Record<string, string>)['05']).toBe(open?.ref);
  expect(open?.ref).toMatch(/^[a-z0-9]{25}$/);
});

test('An invoice has one code, even if it is requested twice, or twice at once', async () => {
  const company = await setup.customer({ plan });
  const answers = await Promise.all([subscribe(company), subscribe(company), subscribe(company)]);
  const again = await subscribe(company);
  expect(new Set([...answers, again].map(({ body }) => body.qrcode.qrcode)).size).toBe(1);
  expect(await invoicesOf(company)).toHaveLength(1);
});

test('A confirmed payment renews the licence once, is published to open windows, and a second confirmation changes nothing', async () => {
  const company = await setup.customer({ plan, dueIn: 5 });
  const live = await company.admin.live();
  await live.join(paymentRoom, {});
  await subscribe(company);
  const [open] = await waiting(company);
  const results = await Promise.all([confirm(company, open?.chargeId ?? 0), confirm(company, open?.chargeId ?? 0)]);
  expect(results.map(({ body }) => body.result).toSorted()).toEqual(['applied', 'known']);
  const dueDate = await dueDateOf(company);
  const [invoice] = await invoicesOf(company);
  expect(invoice).toMatchObject({
    status: 'paid',
    state: 'paid',
    invoiceUrl: '',
    value: '149.90',
    dueDate: dayFrom(5),
  });
  expect(dueDate > dayFrom(30)).toBe(true);
  const { data } = await live.receives('payment');
  expect(data).toEqual({ action: 'CONCLUIDA', invoiceId: invoice?.id, dueDate });
  expect((await confirm(company, open?.chargeId ?? 0)).body.result).toBe('known');
  expect(await dueDateOf(company)).toBe(dueDate);
  const refused = await company.admin.post<Refusal>(`/invoices/${invoice?.id ?? 0}/pix`);
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_INVOICE_PAID']);
});

test('A company that chooses another plan pays its price and gets it when the payment arrives, not before', async () => {
  const larger = await setup.plan({ name: 'Empresa', value: 300 as never, users: 50 });
  const company = await setup.customer({ plan, recurrence: 'TRIMESTRAL' });
  const first = await subscribe(company);
  expect(first.body.valor.original).toBe('449.70');
  const second = await subscribe(company, { plan: chosen(larger) });
  expect(second.body.valor.original).toBe('900.00');
  expect(second.body.invoiceId).toBe(first.body.invoiceId);
  expect((await company.admin.get<{ plan: Plan }>('/subscription')).body.plan.id).toBe(plan.id);
  const open = await waiting(company);
  expect(open).toHaveLength(2);
  await confirm(company, open[0]?.chargeId ?? 0);
  expect((await company.admin.get<{ plan: Plan }>('/subscription')).body.plan.id).toBe(larger.id);
});

const paid = async (company: TestCompany, valueCents: number, paymentId: string, times = 1) => {
  const scope = setup.finance(company);
  const ref = (await waiting(company))[0]?.ref ?? '';
  const charge = await chargeByRef(ref, scope);
  if (!charge) throw new Error('there is no charge');
  return Promise.all(Array.from({ length: times }, () => settle(charge, { paymentId, valueCents }, scope)));
};

test('A payment of another amount is stored and renews nothing; the right amount afterwards does', async () => {
  const company = await setup.customer({ plan });
  await subscribe(company);
  const before = await dueDateOf(company);
  expect(await paid(company, 14_989, 'e2e-menos')).toEqual(['mismatch']);
  expect(await paid(company, 1_499_000, 'e2e-mais')).toEqual(['mismatch']);
  expect(await dueDateOf(company)).toBe(before);
  expect((await invoicesOf(company))[0]?.status).toBe('open');
  expect(await paid(company, 14_990, 'e2e-certo')).toEqual(['applied']);
  expect((await invoicesOf(company))[0]?.status).toBe('paid');
});

test('One payment that is reported ten times at once counts once', async () => {
  const company = await setup.customer({ plan });
  await subscribe(company);
  const results = await paid(company, 14_990, 'e2e-dez', 10);
  expect(results.filter((result) => result === 'applied')).toHaveLength(1);
  expect(new Set(results)).toEqual(new Set(['applied', 'known']));
});

test('Two codes of one invoice that are both paid add two periods, one after the other, each with its own invoice', async () => {
  const other = await setup.plan({ value: 20 as never });
  const company = await setup.customer({ plan });
  await subscribe(company);
  await subscribe(company, { plan: chosen(other) });
  const [newer, older] = await waiting(company);
  expect([newer?.isReplaced, older?.isReplaced]).toEqual([false, true]);
  expect((await confirm(company, older?.chargeId ?? 0)).body.result).toBe('applied');
  const dueDate = await dueDateOf(company);
  expect((await confirm(company, newer?.chargeId ?? 0)).body.result).toBe('applied');
  expect((await dueDateOf(company)) > dueDate).toBe(true);
  expect((await invoicesOf(company)).map(({ status, value, dueDate: day }) => [status, value, day])).toEqual([
    ['paid', '20.00', dueDate],
    ['paid', '149.90', dayFrom(5)],
  ]);
});

test('A code that is paid twice adds one period; the second payment is stored', async () => {
  const company = await setup.customer({ plan });
  await subscribe(company);
  const charge = await chargeByRef((await waiting(company))[0]?.ref ?? '', setup.finance(company));
  if (!charge) throw new Error('there is no charge');
  const pay = (paymentId: string) => settle(charge, { paymentId, valueCents: 14_990 }, setup.finance(company));
  expect(await pay('e2e-primeiro')).toBe('applied');
  const dueDate = await dueDateOf(company);
  expect(await pay('e2e-segundo')).toBe('surplus');
  expect(await dueDateOf(company)).toBe(dueDate);
});

test('A payment whose database connection is killed before its end leaves nothing behind and can be repeated', async () => {
  const company = await setup.customer({ plan });
  await subscribe(company);
  const scope = setup.finance(company);
  const charge = await chargeByRef((await waiting(company))[0]?.ref ?? '', scope);
  if (!charge) throw new Error('there is no charge');
  const before = await dueDateOf(company);
  const money = { paymentId: 'e2e-cortado', valueCents: 14_990 };
  await expect(
    scope.tx(async (inner) => {
      await settle(charge, money, inner);
      await inner.sql.run(sql`select pg_terminate_backend(pg_backend_pid())`);
    }),
  ).rejects.toThrow('ERR_DATABASE_UNAVAILABLE');
  expect(await dueDateOf(company)).toBe(before);
  expect((await invoicesOf(company))[0]?.status).toBe('open');
  expect(await settle(charge, money, scope)).toBe('applied');
  expect(await settle(charge, money, scope)).toBe('known');
});

test('A payment of a third-party provider without notifications is confirmed by hand, one of a provider with notifications is not', async () => {
  const till = { provider: 'acme-cash', settings: { till: 'Caixa 1' } };
  const company = await setup.customer({ plan });
  for (const who of [setup.platform, company.admin])
    expect((await who.put('/settings/plugin:acme-cash', { value: 'enabled' })).status).toBe(200);
  expect((await setup.platform.put('/payments/setup', till)).status).toBe(200);
  const pix = await subscribe(company);
  expect([pix.body.isManual, pix.body.qrcode.qrcode.startsWith('Caixa 1:')]).toEqual([true, true]);
  const [charge] = await waiting(company);
  expect((await company.admin.post(`/payments/${company.id}/${charge?.chargeId}/confirm`)).status).toBe(403);
  expect((await confirm(company, charge?.chargeId ?? 0)).body.result).toBe('applied');
  expect((await confirm(company, charge?.chargeId ?? 0)).body.result).toBe('known');
  expect((await invoicesOf(company))[0]?.status).toBe('paid');

  await setup.platform.put('/payments/setup', staticSetup);
  const byHand = await setup.customer({ plan });
  await subscribe(byHand);
  const [theirs] = await waiting(byHand);
  await setup
    .finance(byHand)
    .sql.run(sql`update finance.charge set provider = 'efi' where id = ${theirs?.chargeId ?? 0}`);
  expect(await waiting(byHand)).toEqual([]);
  expect((await setup.platform.post<Refusal>(`/payments/${byHand.id}/${theirs?.chargeId}/confirm`)).body.error).toBe(
    'ERR_NO_CHARGE_FOUND',
  );
});
