import { AppError, conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { ordered, type BillingState, type OpenInvoice, type PricedPlan } from '../billing/billing-state.ts';
import type { Recurrence } from '../billing/due-date.ts';
import { lockBilling, writeBilling } from '../billing/ledger.ts';
import { requirePlan } from '../plans/plans.ts';

export interface Invoice {
  id: number;
  planId: number | null;
  planName: string;
  recurrence: Recurrence;
  valueCents: number;
  dueDate: string;
  /** `cancelled`: its amount is not due any more, and no code is issued for it. */
  status: 'open' | 'paid' | 'cancelled';
  paidAt: Date | null;
  sentLetters: string[];
}

export const invoiceColumns = sql`i.id, i.plan_id as "planId", i.plan_name as "planName", i.recurrence,
  i.value_cents as "valueCents", i.due_date::text as "dueDate", i.status, i.paid_at as "paidAt", i.sent_letters as "sentLetters"`;

const findInvoice = (id: number, scope: Scope): Promise<Invoice | undefined> =>
  scope.sql.one<Invoice>(sql`select ${invoiceColumns} from finance.invoice i where i.id = ${id}`);

export const requireInvoice = async (id: number, scope: Scope): Promise<Invoice> => {
  const invoice = await findInvoice(id, scope);
  if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND');
  return invoice;
};

/** Returns a plan that this company may choose: an offered one, or the one it has. */
const offered = async (planId: number, billing: BillingState, scope: Scope): Promise<PricedPlan> => {
  const plan = await requirePlan(planId, scope);
  if (plan.hidden && planId !== billing.account.planId && planId !== billing.invoice?.planId)
    throw notFound('ERR_NO_PLAN_FOUND');
  if (plan.valueCents === 0) throw conflict('ERR_PLAN_FREE');
  return plan;
};

interface PaymentRequest {
  invoiceId?: number | undefined;
  planId?: number | undefined;
}
/**
 * Returns the invoice that a person pays now: the named one as it is, or the open one for the chosen plan. In a
 * transaction.
 */
export const invoiceToPay = async (
  { invoiceId, planId }: PaymentRequest,
  scope: Scope,
): Promise<OpenInvoice & { id: number }> => {
  const before = await lockBilling(scope);
  if (invoiceId !== undefined) {
    const { status } = await requireInvoice(invoiceId, scope);
    if (status === 'paid') throw conflict('ERR_INVOICE_PAID');
    if (status === 'cancelled') throw conflict('ERR_INVOICE_CANCELLED');
  }
  const chosen = planId ?? (invoiceId === undefined ? before.account.planId : undefined);
  if (chosen === null) throw new AppError(400, 'ERR_VALIDATION', { fields: { plan: 'Required' } });
  const request = chosen === undefined ? before : ordered(before, await offered(chosen, before, scope));
  const { invoice } = await writeBilling(before, request, scope);
  if (invoice?.id == null) throw new AppError(500, 'ERR_INTERNAL');
  return { ...invoice, id: invoice.id };
};
