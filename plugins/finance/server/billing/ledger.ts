import { AppError, companyAccess, sql, type Scope } from '@balcao/sdk/server';
import { accountChanged, paymentRoom, withdraw } from '../../contract.ts';
import { todayIn } from './due-date.ts';
import {
  licenceStatusOf,
  type Account,
  type BillingState,
  type OpenInvoice,
  type PayableCode,
  type PricedPlan,
} from './billing-state.ts';

export const today = (scope: Scope): string => todayIn(scope.company.timeZone);

interface Row extends Account {
  planName: string | null;
  planCents: number | null;
  hasPlans: boolean;
}

/** A company without a plan or due date has no row: it owes nothing. */
const none: Row = {
  planId: null,
  planName: null,
  planCents: null,
  recurrence: 'MENSAL',
  dueDate: null,
  anchorDay: null,
  trialEndsOn: null,
  hasPlans: false,
};

/** Reads the billing state; use `lockBilling` to base a decision on it. */
export const readBilling = async (scope: Scope): Promise<BillingState> => {
  const row =
    (await scope.sql.one<Row>(
      sql`select a.plan_id as "planId", p.name as "planName", p.value_cents as "planCents", a.recurrence,
                 a.due_date::text as "dueDate", a.anchor_day as "anchorDay",
                 (a.trial_expiration at time zone ${scope.company.timeZone})::date::text as "trialEndsOn",
                 exists (select from finance.plan o where o.value_cents > 0 and not o.hidden) as "hasPlans"
            from finance.account a left join finance.plan p on p.id = a.plan_id`,
    )) ?? none;
  const invoice = await scope.sql.one<OpenInvoice>(
    sql`select id, plan_id as "planId", plan_name as "planName", recurrence, value_cents as "valueCents",
               due_date::text as "dueDate"
          from finance.invoice where status = 'open'`,
  );
  const code = await scope.sql.one<PayableCode>(
    sql`select id, invoice_id as "invoiceId", plan_id as "planId", plan_name as "planName", recurrence,
               value_cents as "valueCents"
          from finance.charge where status in ('making', 'pending')`,
  );
  const { planName, planCents, hasPlans, ...account } = row;
  const plan: PricedPlan | null =
    row.planId === null ? null : { id: row.planId, name: planName ?? '', valueCents: planCents ?? 0 };
  return { today: today(scope), account, plan, hasPlans, invoice: invoice ?? null, code: code ?? null };
};

/** Reads the billing state and locks it until the transaction ends, so that decisions are serialised. */
export const lockBilling = async (scope: Scope): Promise<BillingState> => {
  await scope.sql.run(sql`insert into finance.account default values on conflict do nothing`);
  await scope.sql.run(sql`select 1 from finance.account for update`);
  return readBilling(scope);
};

/** Marks a code as replaced. It may have been scanned already, and a payment by it counts all the same. */
export const replaceCode = async (id: number, scope: Scope): Promise<void> => {
  const replaced = await scope.sql.run(
    sql`update finance.charge set status = 'replaced' where id = ${id} and status in ('making', 'pending')`,
  );
  if (replaced > 0) await scope.jobs.schedule(withdraw, {}, { key: `charge:${id}` });
};

const writeInvoice = async (before: BillingState, { invoice }: BillingState, scope: Scope): Promise<number | null> => {
  const former = before.invoice;
  if (former && former.id !== invoice?.id)
    await scope.sql.run(
      sql`update finance.invoice set status = 'cancelled' where id = ${former.id} and status = 'open'`,
    );
  if (!invoice) return null;
  const { id, planId, planName, recurrence, valueCents, dueDate } = invoice;
  if (id === null) {
    const made = await scope.sql.one<{ id: number }>(
      sql`insert into finance.invoice (plan_id, plan_name, value_cents, recurrence, due_date)
          values (${planId}, ${planName}, ${valueCents}, ${recurrence}, ${dueDate}::date) returning id`,
    );
    if (!made) throw new AppError(500, 'ERR_INTERNAL');
    return made.id;
  }
  if (invoice !== former) {
    // For another day the letters are sent again.
    await scope.sql.run(
      sql`update finance.invoice set plan_id = ${planId}, plan_name = ${planName}, value_cents = ${valueCents},
            recurrence = ${recurrence}, due_date = ${dueDate}::date,
            sent_letters = case when due_date = ${dueDate}::date then sent_letters else '{}' end where id = ${id}`,
    );
  }
  return id;
};

const writeAccount = async (before: Account, after: Account, scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`update finance.account set plan_id = ${after.planId}, recurrence = ${after.recurrence},
          due_date = ${after.dueDate}::date, anchor_day = ${after.anchorDay},
          trial_expiration = case when ${after.trialEndsOn}::text is null then null else trial_expiration end`,
  );
  const isOther =
    before.planId !== after.planId || before.recurrence !== after.recurrence || before.dueDate !== after.dueDate;
  if (isOther) await scope.emit(accountChanged, `account:${scope.company.id}`, { dueDate: after.dueDate });
};

/** Blocks a company that is overdue for too long, except for paying, and unblocks it again. */
const updateAccess = async (state: BillingState, scope: Scope): Promise<void> => {
  const access = scope.use(companyAccess);
  if (licenceStatusOf(state) === 'blocked')
    await access.restrict({ code: 'ERR_INVOICE_OVERDUE', plugins: ['finance'], permission: 'financeiro:view' });
  else await access.lift();
};

/** Writes the difference, in the transaction of `lockBilling`, and notifies open pages. */
export const writeBilling = async (before: BillingState, after: BillingState, scope: Scope): Promise<BillingState> => {
  if (before.account !== after.account) await writeAccount(before.account, after.account, scope);
  if (before.code && before.code !== after.code) await replaceCode(before.code.id, scope);
  const id = await writeInvoice(before, after, scope);
  await updateAccess(after, scope);
  if (before.account !== after.account || before.invoice !== after.invoice)
    scope.rooms.emit(paymentRoom, {}, 'changed', {});
  return { ...after, invoice: after.invoice && { ...after.invoice, id } };
};

/** Reads the billing state, changes it and writes it, in one transaction. */
export const changeBilling = (change: (state: BillingState) => BillingState, scope: Scope): Promise<BillingState> =>
  scope.tx(async (inner) => {
    const before = await lockBilling(inner);
    return writeBilling(before, change(before), inner);
  });
