import { sql, type Scope, type SessionExtra } from '@balcao/sdk/server';
import { daysLate, standingOf, warnAfter } from '../billing/books.ts';
import { readBooks } from '../billing/ledger.ts';
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
    const books = await readBooks(scope);
    const { trialExpiration } = await accountOf(scope);
    const { dueDate, recurrence } = books.account;
    const standing = standingOf(books);
    const late = daysLate(books);
    return {
      company: { dueDate, recurrence, trialExpiration, invoice: await invoiceOf(scope) },
      ...(scope.can('financeiro:view') && {
        subscription: {
          standing,
          dueDate,
          trialExpiration: standing === 'trial' ? trialExpiration : null,
          daysOverdue: late > warnAfter ? late : 0,
          isLocked: standing === 'blocked',
          hasInvoice: books.invoice !== null,
        },
      }),
    };
  },
};
