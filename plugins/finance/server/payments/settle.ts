import { sql, type Scope } from '@balcao/sdk/server';
import { invoicePaid, paymentRoom, type ChargeState } from '../../contract.ts';
import { paid } from '../billing/billing-state.ts';
import { lockBilling, writeBilling } from '../billing/ledger.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import { findPlan } from '../plans/plans.ts';
import { lockCharge, type Charge } from './charges.ts';

export interface ReportedPayment {
  /** The provider’s id of the payment. */
  paymentId: string;
  valueCents: number;
  /** The super user who confirms the payment, where no provider reports it. */
  confirmedBy?: number;
}
export type SettleResult = 'applied' | 'mismatch' | 'surplus' | 'known';

const storePayment = async (
  charge: Charge,
  money: ReportedPayment,
  result: SettleResult,
  scope: Scope,
): Promise<boolean> => {
  const { paymentId, valueCents, confirmedBy = null } = money;
  const isNew = await scope.sql.run(
    sql`insert into finance.payment (charge_id, provider, payment_id, value_cents, result, confirmed_by)
        values (${charge.id}, ${charge.provider}, ${paymentId}, ${valueCents}, ${result}, ${confirmedBy})
        on conflict (provider, payment_id) do nothing`,
  );
  return isNew > 0;
};

/**
 * Returns the charge’s own invoice; if another code paid that one, a new invoice for the period that this payment adds.
 */
const paidInvoice = async (charge: Charge, paidFor: string, scope: Scope): Promise<number> => {
  const { id, status } = await requireInvoice(charge.invoiceId, scope);
  if (status !== 'paid') {
    await scope.sql.run(
      sql`update finance.invoice set status = 'paid', paid_at = now(), due_date = ${paidFor}::date,
            plan_id = ${charge.planId}, plan_name = ${charge.planName}, value_cents = ${charge.valueCents},
            recurrence = ${charge.recurrence} where id = ${id}`,
    );
    return id;
  }
  const made = await scope.sql.one<{ id: number }>(
    sql`insert into finance.invoice (plan_id, plan_name, value_cents, recurrence, due_date, status, paid_at)
        values (${charge.planId}, ${charge.planName}, ${charge.valueCents}, ${charge.recurrence}, ${paidFor}::date,
                'paid', now()) returning id`,
  );
  if (!made) throw new Error('the invoice was not stored');
  await scope.sql.run(sql`update finance.charge set invoice_id = ${made.id} where id = ${charge.id}`);
  return made.id;
};

/**
 * Applies a payment of a charge. The right amount adds one period, whatever the state of the code or its invoice; a
 * second report of it changes nothing; a wrong amount, and a second payment of one code, are stored and add nothing.
 */
export const settle = (charge: Charge, money: ReportedPayment, scope: Scope): Promise<SettleResult> =>
  scope.tx(async (inner) => {
    const before = await lockBilling(inner);
    const locked = await lockCharge(charge.id, inner);
    if (!locked) return 'known';
    const result =
      money.valueCents !== locked.valueCents ? 'mismatch' : locked.status === 'paid' ? 'surplus' : ('applied' as const);
    if (!(await storePayment(locked, money, result, inner))) return 'known';
    if (result !== 'applied') {
      const context = { charge: locked.id, expected: locked.valueCents, came: money.valueCents };
      inner.log.warn(context, result === 'mismatch' ? 'payment has another amount' : 'paid code was paid again');
      return result;
    }
    // A plan that was deleted in between cannot be assigned: the company keeps its own.
    const plan = locked.planId === null ? undefined : await findPlan(locked.planId, inner);
    const { state, paidFor } = paid(before, locked, plan ?? null);
    await inner.sql.run(sql`update finance.charge set status = 'paid' where id = ${locked.id}`);
    const payment = { invoiceId: await paidInvoice(locked, paidFor, inner), dueDate: state.account.dueDate ?? paidFor };
    await writeBilling(before, state, inner);
    await inner.emit(invoicePaid, `account:${inner.company.id}`, payment);
    inner.rooms.emit(paymentRoom, {}, 'payment', { action: 'CONCLUIDA', ...payment });
    return result;
  });

/** Applies the state that the provider returned; only that is trusted. */
export const applySeen = async (charge: Charge, seen: ChargeState, scope: Scope): Promise<SettleResult | undefined> => {
  if (seen.status !== 'paid') return undefined;
  return settle(charge, { paymentId: seen.paymentId, valueCents: seen.valueCents }, scope);
};
