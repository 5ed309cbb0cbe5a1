import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { dailyWork } from '../server/invoices/daily-job.ts';
import { dayFrom, invoicesOf, openBillingSetup, type BillingSetup, type Invoice, type Plan } from './billing-setup.ts';

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}

let setup: BillingSetup;
let plan: Plan;
beforeAll(async () => {
  setup = await openBillingSetup(inject('databaseUrl'));
  plan = await setup.plan({ name: 'Profissional', value: 149.9 as never });
});
afterAll(() => setup?.host.close());

test('Invoices are issued ten days ahead, once however often the job runs, and never without plan, price or due date', async () => {
  const free = await setup.plan({ value: 0 as never });
  const soon = await setup.customer({ plan, dueIn: 10 });
  const later = await setup.customer({ plan, dueIn: 11 });
  const never = await setup.customer({ plan: free, dueIn: -30 });
  for (const company of [soon, later, never]) {
    const scope = setup.finance(company);
    await Promise.all([dailyWork(scope), dailyWork(scope), dailyWork(scope)]);
  }
  expect((await invoicesOf(soon)).map(({ dueDate, state }) => ({ dueDate, state }))).toEqual([
    { dueDate: dayFrom(10), state: 'open' },
  ]);
  expect(await invoicesOf(later)).toEqual([]);
  expect(await invoicesOf(never)).toEqual([]);
  expect((await never.admin.get('/users')).status).toBe(200);
});

test('An invoice is open, and overdue the day after its day, and the list finds it by its plan', async () => {
  const company = await setup.customer({ plan, dueIn: 0 });
  await dailyWork(setup.finance(company));
  expect((await invoicesOf(company))[0]?.state).toBe('open');
  await setup.finance(company).sql.run(sql`update finance.invoice set due_date = ${dayFrom(-1)}::date`);
  const [invoice] = await invoicesOf(company);
  expect(invoice).toMatchObject({ state: 'overdue', description: 'Profissional, Mensal' });
  expect(invoice?.invoiceUrl).toBe(`/financeiro/${invoice?.id}`);
  const search = async (term: string) =>
    (await company.admin.get<{ count: number }>(`/invoices/all?searchParam=${term}`)).body.count;
  expect([await search('PROFIS'), await search('outro'), await search('%25')]).toEqual([1, 0, 0]);
  const other = await setup.customer({ plan });
  expect((await other.admin.get<Refusal>(`/invoices/${invoice?.id ?? 0}`)).body.error).toBe('ERR_NO_INVOICE_FOUND');
  const colleague = await company.person('gestor');
  expect((await colleague.get('/invoices/all')).status).toBe(403);
});

test('Invoices are listed twenty per page, newest first, and the answer shows if there are more', async () => {
  const company = await setup.customer({ plan, dueIn: 20 });
  await setup.finance(company).sql.run(
    sql`insert into finance.invoice (plan_id, plan_name, value_cents, recurrence, due_date, status)
        select ${plan.id}, 'Profissional', 14990, 'MENSAL', current_date - n, 'paid' from generate_series(1, 23) n`,
  );
  const page = async (number: unknown) =>
    (
      await company.admin.get<{ invoices: Invoice[]; hasMore: boolean; count: number }>(
        `/invoices/all?pageNumber=${number}`,
      )
    ).body;
  const [first, second] = [await page(1), await page(2)];
  expect([first.invoices.length, first.hasMore, first.count]).toEqual([20, true, 23]);
  expect([second.invoices.length, second.hasMore]).toEqual([3, false]);
  const days = [...first.invoices, ...second.invoices].map(({ dueDate }) => dueDate);
  expect(days).toEqual(days.toSorted().toReversed());
  for (const wrong of ['0', '-1', 'x'])
    expect((await company.admin.get(`/invoices/all?pageNumber=${wrong}`)).status).toBe(400);
});

test('Each reminder is sent once, to the billing address, in the company’s language', async () => {
  const company = await setup.customer({ plan, dueIn: 8 });
  await setup.platform.put<unknown>(`/companies/${company.id}`, { billingEmail: 'contas@padaria.example' });
  const subjects = async (): Promise<string[]> => {
    const mails = await setup.platform.get<{ mails: { to: string; companyId: number; subject: string }[] }>('/mails');
    return mails.body.mails.filter(({ to }) => to === 'contas@padaria.example').map(({ subject }) => subject);
  };
  const days = async (left: number): Promise<void> => {
    await setup.dueIn(company, left);
    const scope = setup.finance(company);
    await dailyWork(scope);
    await dailyWork(scope);
  };
  for (const left of [8, 3, -1, -6]) await days(left);
  expect((await subjects()).toReversed()).toEqual([
    'Sua fatura está disponível',
    'Sua fatura vence em breve',
    'Sua fatura está vencida',
    'O acesso da sua empresa está bloqueado',
  ]);
});
