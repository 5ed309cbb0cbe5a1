import { sql, type Scope, type SessionExtra } from '@balcao/sdk/server';
import { daysLate, licenceStatusOf, warnAfterDays } from '../billing/billing-state.ts';
import { readBilling } from '../billing/ledger.ts';
import { accountOf } from './account.ts';

/** Returns the invoice that is due, else the one paid last. */
const invoiceOf = async (scope: Scope): Promise<{ dueDate: string; status: string } | null> =>
  (await scope.sql.one<{ dueDate: string; status: string }>(
    sql`select due_date::text as "dueDate", status from finance.invoice
         where status <> 'cancelled' order by status = 'open' desc, due_date desc, id desc limit 1`,
  )) ?? null;

/**
 * The browser’s data about the company’s licence from the start of a session; people who may pay also see if it is
 * overdue.
 */
export const subscriptionExtra: SessionExtra = {
  id: 'subscription',
  extra: async (_user, scope) => {
    const billing = await readBilling(scope);
    const { trialExpiration } = await accountOf(scope);
    const { dueDate, recurrence } = billing.account;
    const licenceStatus = licenceStatusOf(billing);
    const late = daysLate(billing);
    return {
      company: { dueDate, recurrence, trialExpiration, invoice: await invoiceOf(scope) },
      ...(scope.can('financeiro:view') && {
        subscription: {
          licenceStatus,
          dueDate,
          trialExpiration: licenceStatus === 'trial' ? trialExpiration : null,
          daysOverdue: late > warnAfterDays ? late : 0,
          isLocked: licenceStatus === 'blocked',
          hasInvoice: billing.invoice !== null,
        },
      }),
    };
  },
};
