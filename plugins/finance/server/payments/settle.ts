import { sql, type Scope } from '@balcao/sdk/server';
import { invoicePaid, paymentRoom, type PaymentSeen } from '../../contract.ts';
import { lockAccount, today } from '../account/account.ts';
import { dayOfMonth, renewed } from '../account/due-date.ts';
import { findPlan } from '../plans/plans.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import { lockCharge, type Charge } from './charges.ts';

export interface Money {
  /** The provider's name of the payment. */
  paymentId: string;
  valueCents: number;
  /** The super user who says that it came, where no provider does. */
  confirmedBy?: number;
}
export type Settled = 'applied' | 'mismatch' | 'surplus' | 'known';

/**
 * Money came for a charge. Told a second time, by whomever, it changes nothing; the wrong amount is written down and
 * renews nothing; for an invoice that was paid otherwise meanwhile it is written down as too much.
 */
export const settle = (charge: Charge, { paymentId, valueCents, confirmedBy }: Money, scope: Scope): Promise<Settled> =>
  scope.tx(async (inner) => {
    const account = await lockAccount(inner);
    const locked = await lockCharge(charge.id, inner);
    if (!locked) return 'known';
    const invoice = await requireInvoice(locked.invoiceId, inner);
    const result =
      valueCents !== locked.valueCents ? 'mismatch' : invoice.status === 'paid' ? 'surplus' : ('applied' as const);
    const isNew = await inner.sql.run(
      sql`insert into finance.payment (charge_id, provider, payment_id, value_cents, result, confirmed_by)
          values (${locked.id}, ${locked.provider}, ${paymentId}, ${valueCents}, ${result}, ${confirmedBy ?? null})
          on conflict (provider, payment_id) do nothing`,
    );
    if (isNew === 0) return 'known';
    if (result === 'mismatch') {
      inner.log.warn(
        { charge: locked.id, expected: locked.valueCents, came: valueCents },
        'a payment of another amount came',
      );
      return result;
    }
    await inner.sql.run(sql`update finance.charge set status = 'paid' where id = ${locked.id}`);
    if (result === 'surplus') {
      inner.log.warn({ charge: locked.id, invoice: invoice.id }, 'a payment came for an invoice that was paid');
      return result;
    }

    // A plan that was taken away meanwhile cannot be given: the company keeps the one it has.
    const plan = locked.planId === null ? undefined : await findPlan(locked.planId, inner);
    const next = renewed({
      dueDate: account.dueDate,
      invoiceDue: invoice.dueDate,
      anchor: account.anchorDay ?? dayOfMonth(invoice.dueDate),
      recurrence: locked.recurrence,
      today: today(inner),
    });
    await inner.sql.run(
      sql`update finance.invoice set status = 'paid', paid_at = now(), value_cents = ${locked.valueCents},
            plan_id = ${plan?.id ?? invoice.planId}, plan_name = ${locked.planName} where id = ${invoice.id}`,
    );
    await inner.sql.run(
      sql`update finance.account set due_date = ${next.dueDate}::date, anchor_day = ${next.anchor},
            plan_id = coalesce(${plan?.id ?? null}, plan_id)`,
    );
    const paid = { invoiceId: invoice.id, dueDate: next.dueDate };
    await inner.emit(invoicePaid, `account:${inner.company.id}`, paid);
    inner.rooms.emit(paymentRoom, {}, 'payment', { action: 'CONCLUIDA', ...paid });
    return result;
  });

/** What the provider says when it is asked; only that is believed. */
export const applySeen = async (charge: Charge, seen: PaymentSeen, scope: Scope): Promise<Settled | undefined> => {
  if (seen.status !== 'paid') return undefined;
  return settle(charge, { paymentId: seen.paymentId, valueCents: seen.valueCents }, scope);
};
