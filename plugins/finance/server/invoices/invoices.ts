import { AppError, conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { lockAccount, today, type Account } from '../account/account.ts';
import { monthsOf, type Recurrence } from '../account/due-date.ts';
import { requirePlan, type Plan } from '../plans/plans.ts';

export interface Invoice {
  id: number;
  planId: number | null;
  planName: string;
  recurrence: Recurrence;
  valueCents: number;
  dueDate: string;
  status: 'open' | 'paid';
  paidAt: Date | null;
  told: string[];
}

export const invoiceColumns = sql`i.id, i.plan_id as "planId", i.plan_name as "planName", i.recurrence,
  i.value_cents as "valueCents", i.due_date::text as "dueDate", i.status, i.paid_at as "paidAt", i.told`;

export const findInvoice = (id: number, scope: Scope): Promise<Invoice | undefined> =>
  scope.sql.one<Invoice>(sql`select ${invoiceColumns} from finance.invoice i where i.id = ${id}`);

export const requireInvoice = async (id: number, scope: Scope): Promise<Invoice> => {
  const invoice = await findInvoice(id, scope);
  if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND');
  return invoice;
};

const priceOf = (plan: Plan, recurrence: Recurrence): number => plan.valueCents * monthsOf(recurrence);

/** The invoice for a day, made unless there is an open one; the database refuses a second. */
export const issue = async (
  { plan, recurrence, dueDate }: { plan: Plan; recurrence: Recurrence; dueDate: string },
  scope: Scope,
): Promise<Invoice> => {
  const made = await scope.sql.one<{ id: number }>(
    sql`insert into finance.invoice (plan_id, plan_name, value_cents, recurrence, due_date)
        values (${plan.id}, ${plan.name}, ${priceOf(plan, recurrence)}, ${recurrence}, ${dueDate}::date)
        on conflict (company_id, due_date) where status = 'open' do nothing returning id`,
  );
  const found =
    made ??
    (await scope.sql.one<{ id: number }>(
      sql`select id from finance.invoice where due_date = ${dueDate}::date and status = 'open'`,
    ));
  if (!found) throw new AppError(500, 'ERR_INTERNAL');
  return requireInvoice(found.id, scope);
};

/** Another plan for what is not paid yet. */
const revise = async (invoice: Invoice, plan: Plan, recurrence: Recurrence, scope: Scope): Promise<Invoice> => {
  const value = priceOf(plan, recurrence);
  if (invoice.planId === plan.id && invoice.valueCents === value) return invoice;
  await scope.sql.run(
    sql`update finance.invoice set plan_id = ${plan.id}, plan_name = ${plan.name}, value_cents = ${value},
          recurrence = ${recurrence} where id = ${invoice.id}`,
  );
  return requireInvoice(invoice.id, scope);
};

const wantedPlan = async (planId: number | undefined, account: Account, scope: Scope): Promise<Plan | undefined> => {
  const id = planId ?? account.planId;
  if (id === null) return undefined;
  const plan = await requirePlan(id, scope);
  if (plan.valueCents === 0) throw conflict('ERR_PLAN_FREE');
  return plan;
};

/** What a person pays now: the invoice named, or the one for the day on which the licence ends. In a transaction. */
export const invoiceToPay = async (
  { invoiceId, planId }: { invoiceId?: number | undefined; planId?: number | undefined },
  scope: Scope,
): Promise<Invoice> => {
  const account = await lockAccount(scope);
  if (invoiceId !== undefined) {
    const named = await requireInvoice(invoiceId, scope);
    if (named.status === 'paid') throw conflict('ERR_INVOICE_PAID');
    const plan = planId === undefined ? undefined : await wantedPlan(planId, account, scope);
    return plan ? revise(named, plan, named.recurrence, scope) : named;
  }
  const plan = await wantedPlan(planId, account, scope);
  if (!plan) throw new AppError(400, 'ERR_VALIDATION', { fields: { plan: 'Required' } });
  const { recurrence } = account;
  const dueDate = account.dueDate ?? today(scope);
  return revise(await issue({ plan, recurrence, dueDate }, scope), plan, recurrence, scope);
};
