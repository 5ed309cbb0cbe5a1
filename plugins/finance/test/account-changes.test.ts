import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestCompany } from '@balcao/testing';
import { paymentRoom } from '../contract.ts';
import { dailyWork } from '../server/invoices/daily-job.ts';
import { chargeByRef, type Charge } from '../server/payments/charges.ts';
import { settle } from '../server/payments/settle.ts';
import {
  billing,
  dayFrom,
  openBillingSetup,
  staticSetup,
  type BillingSetup,
  type Pix,
  type Plan,
} from './billing-setup.ts';

let setup: BillingSetup;
let basic: Plan;
let pro: Plan;
beforeAll(async () => {
  setup = await openBillingSetup(inject('databaseUrl'));
  basic = await setup.plan({ name: 'Básico', value: '99,90' as never });
  pro = await setup.plan({ name: 'Pro', value: '299,00' as never });
  await setup.platform.put<unknown>('/payments/setup', staticSetup);
});
afterAll(() => setup?.host.close());

interface Refusal {
  error: string;
}
interface Invoice {
  id: number;
  value: string;
  dueDate: string;
  status: 'open' | 'paid' | 'cancelled';
  state: string;
  invoiceUrl: string;
}
interface Subscription {
  licenceStatus: string;
  dueDate: string;
  daysOverdue: number;
  trialExpiration: string | null;
  plan: Plan | null;
  plans: Plan[];
  pending: { invoiceId: number; plan: string; value: string; dueDate: string; hasCode: boolean } | null;
}
const invoicesOf = async (company: TestCompany): Promise<Invoice[]> =>
  (await company.admin.get<{ invoices: Invoice[] }>('/invoices/all')).body.invoices;
const subscriptionOf = async (company: TestCompany): Promise<Subscription> =>
  (await company.admin.get<Subscription>('/subscription')).body;
const subscribe = (company: TestCompany, plan?: Plan) =>
  company.admin.post<Pix & Refusal>('/subscription', { ...billing, ...(plan && { plan: JSON.stringify(plan) }) });
const extend = (company: TestCompany) => setup.platform.post<{ dueDate: string }>(`/subscription/${company.id}/extend`);
const edit = (company: TestCompany, change: object) => setup.platform.put<Refusal>(`/companies/${company.id}`, change);
/** Codes that can be paid, or could have been, newest first. */
const waiting = async (company: TestCompany) =>
  (
    await setup.platform.get<{ companyId: number; chargeId: number; ref: string; isReplaced: boolean }[]>(
      '/payments/waiting',
    )
  ).body.filter(({ companyId }) => companyId === company.id);
const confirm = async (company: TestCompany, chargeId = 0): Promise<string> =>
  (await setup.platform.post<{ result: string }>(`/payments/${company.id}/${chargeId}/confirm`)).body.result;
const mailsTo = async (address: string): Promise<string[]> =>
  (await setup.platform.get<{ mails: { to: string; subject: string }[] }>('/mails')).body.mails
    .filter(({ to }) => to === address)
    .map(({ subject }) => subject);

test('After + Vencimento the former invoice is cancelled, and a payment of its code still adds a month', async () => {
  const company = await setup.customer({ plan: basic, dueIn: 5 });
  await subscribe(company);
  const before = await extend(company);
  expect((await invoicesOf(company)).map(({ state, invoiceUrl }) => [state, invoiceUrl])).toEqual([['cancelled', '']]);
  const [code] = await waiting(company);
  expect(code?.isReplaced).toBe(true);
  const { id } = (await invoicesOf(company))[0] as Invoice;
  expect((await company.admin.post<Refusal>(`/invoices/${id}/pix`)).body.error).toBe('ERR_INVOICE_CANCELLED');
  expect(await confirm(company, code?.chargeId)).toBe('applied');
  const { dueDate } = await subscriptionOf(company);
  expect(dueDate > before.body.dueDate).toBe(true);
  expect((await invoicesOf(company)).map(({ state, dueDate: day }) => [state, day])).toEqual([
    ['paid', before.body.dueDate],
  ]);
});

test('A due date that moves by a few days takes the open invoice and its code along, and the letters are sent again', async () => {
  const company = await setup.customer({ plan: basic, dueIn: 8 });
  const { body } = await subscribe(company);
  await edit(company, { dueDate: dayFrom(2) });
  expect((await invoicesOf(company)).map(({ id, dueDate }) => [id, dueDate])).toEqual([[body.invoiceId, dayFrom(2)]]);
  expect((await subscribe(company)).body.qrcode.qrcode).toBe(body.qrcode.qrcode);
});

test('A company that is not blocked gets no letter about being blocked, whatever the open invoice is for', async () => {
  const company = await setup.customer({ plan: basic, dueIn: 9 });
  const to = 'contas@padaria-viva.example';
  await edit(company, { billingEmail: to });
  await setup.finance(company).sql.run(sql`update finance.invoice set due_date = ${dayFrom(-7)}::date`);
  await dailyWork(setup.finance(company));
  expect(await mailsTo(to)).not.toContain('O acesso da sua empresa está bloqueado');
  expect((await company.admin.get('/users')).status).toBe(200);
  await edit(company, { dueDate: dayFrom(-6) });
  await dailyWork(setup.finance(company));
  expect(await mailsTo(to)).toContain('O acesso da sua empresa está bloqueado');
  expect((await company.admin.get<Refusal>('/users')).body.error).toBe('ERR_INVOICE_OVERDUE');
});

test('A company that an earlier due date blocks has an invoice to pay at once, even for a day that was paid before', async () => {
  const company = await setup.customer({ plan: basic, dueIn: 1 });
  await subscribe(company);
  await confirm(company, (await waiting(company))[0]?.chargeId);
  await edit(company, { dueDate: dayFrom(-20) });
  expect((await company.admin.get<Refusal>('/users')).body.error).toBe('ERR_INVOICE_OVERDUE');
  expect(await subscriptionOf(company)).toMatchObject({
    licenceStatus: 'blocked',
    daysOverdue: 20,
    pending: { value: '99.90', dueDate: dayFrom(-20) },
  });
  const open = (await invoicesOf(company)).find(({ status }) => status === 'open');
  expect((await company.admin.post(`/invoices/${open?.id}/pix`)).status).toBe(200);
  await confirm(company, (await waiting(company))[0]?.chargeId);
  expect((await company.admin.get('/users')).status).toBe(200);
  expect((await subscriptionOf(company)).licenceStatus).toBe('licensed');
});

test('A blocked company without a plan may choose one, and paying for it unblocks everything', async () => {
  const company = await setup.host.company({ name: 'Sem Plano Ltda' });
  await edit(company, { dueDate: dayFrom(-21) });
  expect(await subscriptionOf(company)).toMatchObject({ licenceStatus: 'blocked', pending: null, plan: null });
  const offered = (await subscriptionOf(company)).plans.map(({ name }) => name);
  expect(offered).toEqual(['Básico', 'Pro']);
  expect((await subscribe(company, pro)).status).toBe(200);
  await confirm(company, (await waiting(company))[0]?.chargeId);
  expect(await subscriptionOf(company)).toMatchObject({ licenceStatus: 'licensed', plan: { name: 'Pro' } });
  expect((await company.admin.get('/users')).status).toBe(200);
});

test('A second choice of a plan leaves one payable code; the first is marked as replaced, and counts if it is paid all the same', async () => {
  const company = await setup.customer({ plan: basic });
  await subscribe(company, basic);
  expect(await subscriptionOf(company)).toMatchObject({ pending: { plan: 'Básico', value: '99.90', hasCode: true } });
  await subscribe(company, pro);
  expect(await subscriptionOf(company)).toMatchObject({ pending: { plan: 'Pro', value: '299.00', hasCode: true } });
  const [now, before] = await waiting(company);
  expect([now?.isReplaced, before?.isReplaced]).toEqual([false, true]);
  expect(await confirm(company, before?.chargeId)).toBe('applied');
  expect(await subscriptionOf(company)).toMatchObject({ plan: { name: 'Básico' }, pending: null });
  expect((await invoicesOf(company)).map(({ state, value }) => [state, value])).toEqual([['paid', '99.90']]);
  expect((await waiting(company)).map(({ isReplaced }) => isReplaced)).toEqual([true]);
});

test('When two people choose different plans at the same moment, one code is payable', async () => {
  const company = await setup.customer({ plan: basic });
  const answers = await Promise.all([basic, pro, basic, pro].map((plan) => subscribe(company, plan)));
  for (const { status, body } of answers) expect(status === 200 || body.error === 'ERR_CHARGE_REPLACED').toBe(true);
  expect((await waiting(company)).filter(({ isReplaced }) => !isReplaced)).toHaveLength(1);
  expect(await invoicesOf(company)).toHaveLength(1);
});

test('A paying company sees no trial any more, and a trial has no invoice before its last day', async () => {
  const signed = await setup.host.nobody.post<{ id: number }>('/companies/cadastro', {
    name: 'Padaria do Zé',
    email: 'ze@padaria.example',
    password: 'Segredo-123',
    planId: basic.id,
  });
  const scope = setup.host.kernel.scope(signed.body.id, 'finance');
  await dailyWork(scope);
  const admin = await setup.host.logIn('ze@padaria.example', 'Segredo-123');
  const company = { id: signed.body.id, admin } as TestCompany;
  expect(await invoicesOf(company)).toEqual([]);
  expect(await subscriptionOf(company)).toMatchObject({ licenceStatus: 'trial', daysOverdue: 0 });
  await subscribe(company, basic);
  await confirm(company, (await waiting(company))[0]?.chargeId);
  expect(await subscriptionOf(company)).toMatchObject({ licenceStatus: 'licensed', trialExpiration: null });
  const me = await admin.get<{ company: { invoice: object }; subscription: object }>('/auth/me');
  expect(me.body.company.invoice).toEqual({ dueDate: dayFrom(3), status: 'paid' });
  expect(me.body.subscription).toMatchObject({ licenceStatus: 'licensed', trialExpiration: null });
});

test('Open pages are notified when the platform moves the due date, and other companies’ pages are not', async () => {
  const company = await setup.customer({ plan: basic });
  const other = await setup.customer({ plan: basic });
  const [live, theirs] = await Promise.all([company.admin.live(), other.admin.live()]);
  await live.join(paymentRoom, {});
  await theirs.join(paymentRoom, {});
  await extend(company);
  expect((await live.receives('changed')).data).toEqual({});
  await extend(other);
  await theirs.receives('changed');
  expect(theirs.received.filter(({ event }) => event === 'changed')).toHaveLength(1);
});

test('A hidden plan is not offered and cannot be chosen, and works for the company to which it was assigned', async () => {
  const special = await setup.plan({ name: 'Sob medida', value: '50,00' as never, hidden: true } as never);
  const listed = await setup.host.nobody.get<Plan[]>('/plans/list');
  expect(listed.body.map(({ name }) => name)).toEqual(['Básico', 'Pro']);
  const choices = await setup.host.nobody.get<{ choices: { options: { label: string }[] }[] }>('/companies/cadastro');
  expect(choices.body.choices[0]?.options.map(({ label }) => label)).toEqual(['Básico', 'Pro']);
  const signedUp = await setup.host.nobody.post<{ fields: object }>('/companies/cadastro', {
    name: 'Curioso',
    email: 'curioso@empresa.example',
    password: 'Segredo-123',
    planId: special.id,
  });
  expect([signedUp.status, signedUp.body.fields]).toEqual([400, { planId: 'ERR_NO_PLAN_FOUND' }]);
  const stranger = await setup.customer({ plan: basic });
  expect((await subscribe(stranger, special)).body.error).toBe('ERR_NO_PLAN_FOUND');
  expect((await stranger.admin.get<Refusal>(`/plans/${special.id}`)).body.error).toBe('ERR_NO_PLAN_FOUND');
  const chosen = await setup.customer({ plan: special });
  expect((await chosen.admin.get<Plan>(`/plans/${special.id}`)).status).toBe(200);
  expect((await subscriptionOf(chosen)).plans.map(({ name }) => name)).toEqual(['Sob medida', 'Básico', 'Pro']);
  expect((await subscribe(chosen, special)).body.valor.original).toBe('50.00');
  // A form without the field leaves it unchanged.
  await setup.platform.put<unknown>(`/plans/${special.id}`, { ...special, hidden: undefined, value: '55' });
  expect((await setup.platform.get<(Plan & { hidden: boolean })[]>('/plans/all')).body).toContainEqual(
    expect.objectContaining({ id: special.id, hidden: true, value: 55 }),
  );
});

/** Random numbers that repeat with the same seed. */
const dice = (seed: number) => {
  let state = seed;
  return (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * count);
  };
};

test('In any order of changes in the database each payment counts once and a blocked company can pay', async () => {
  const random = dice(20_261_122);
  for (let run = 0; run < 5; run += 1) {
    const company = await setup.customer({ plan: basic, dueIn: random(30) - 10 });
    const scope = setup.finance(company);
    const log: string[] = [];
    let payments = 0;
    const charges = () =>
      scope.sql.rows<{ ref: string; status: string }>(sql`select ref, status from finance.charge order by id`);
    const account = async () =>
      (await scope.sql.one<{ dueDate: string | null }>(sql`select due_date::text as "dueDate" from finance.account`))
        ?.dueDate ?? null;
    const pay = async (): Promise<string> => {
      const all = await charges();
      const one = all[random(all.length)];
      if (!one) return 'nothing to pay';
      const charge = (await chargeByRef(one.ref, scope)) as Charge;
      const before = await account();
      const money = { paymentId: `${one.ref}/${payments}`, valueCents: charge.valueCents };
      payments += 1;
      const results = await Promise.all([settle(charge, money, scope), settle(charge, money, scope)]);
      const isFirst = one.status !== 'paid';
      expect(results.toSorted(), log.join('\n')).toEqual([
        isFirst ? 'applied' : 'known',
        isFirst ? 'known' : 'surplus',
      ]);
      const after = await account();
      expect((after ?? '') > (before ?? ''), log.join('\n')).toBe(isFirst);
      return `paid ${one.ref}`;
    };
    const steps: (() => Promise<unknown>)[] = [
      () => extend(company),
      () => edit(company, { dueDate: dayFrom(random(50) - 20) }),
      () => edit(company, { planId: [basic, pro][random(2)]?.id }),
      () => edit(company, { recurrence: ['MENSAL', 'TRIMESTRAL'][random(2)] }),
      () => subscribe(company, [basic, pro][random(2)]),
      () => Promise.all([subscribe(company, basic), subscribe(company, pro)]),
      pay,
      pay,
      () =>
        scope.sql
          .run(sql`update finance.account set due_date = due_date - 4`)
          .then(() => scope.sql.run(sql`update finance.invoice set due_date = due_date - 4 where status = 'open'`)),
    ];
    for (let count = 0; count < 12; count += 1) {
      const step = random(steps.length);
      log.push(`step ${step}`);
      await steps[step]?.();
      await dailyWork(scope);
      const dueDate = await account();
      const invoices = await invoicesOf(company);
      const open = invoices.filter(({ status }) => status === 'open');
      const { licenceStatus, pending } = await subscriptionOf(company);
      expect(open.length, log.join('\n')).toBeLessThanOrEqual(1);
      for (const one of open) expect([one.dueDate, one.id], log.join('\n')).toEqual([dueDate, pending?.invoiceId]);
      const payable = (await charges()).filter(({ status }) => status === 'pending' || status === 'making');
      expect(payable.length, log.join('\n')).toBeLessThanOrEqual(open.length);
      if (licenceStatus === 'blocked') expect(open, log.join('\n')).toHaveLength(1);
      const isOpen = (await company.admin.get('/users')).status === 200;
      expect(isOpen, log.join('\n')).toBe(licenceStatus !== 'blocked');
      const applied = await scope.sql.one<{ count: number }>(
        sql`select count(*)::int as count from finance.payment where result = 'applied'`,
      );
      expect(invoices.filter(({ status }) => status === 'paid').length, log.join('\n')).toBe(applied?.count);
    }
  }
}, 180_000);
