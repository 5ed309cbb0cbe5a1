/**
 * A company’s account, open invoice and payment code as one state machine. Every change of them is one of the functions
 * below; `ledger.ts` reads the billing state, applies one function and writes the difference, while the account’s row
 * is locked.
 *
 *     account   free ── due date and price ──▶ trial | licensed ──▶ overdue ──▶ blocked ── payment ──▶ licensed
 *     invoice   open ──▶ paid, or cancelled when its amount is not due any more; a payment makes it paid all the same
 *     charge    making ──▶ pending ──▶ paid, or replaced, or ended by its provider; a payment counts in any state
 */
import { addDays, addMonths, dayOfMonth, daysBetween, monthsOf, renewed, type Recurrence } from './due-date.ts';

export interface Account {
  planId: number | null;
  recurrence: Recurrence;
  dueDate: string | null;
  /** 31 stays 31 after a short month. */
  anchorDay: number | null;
  /** The last day of the trial; null once it is over or anything was paid. */
  trialEndsOn: string | null;
}
export interface PricedPlan {
  id: number;
  name: string;
  /** Per month. */
  valueCents: number;
}
/** The amount that an invoice requests, and its payment code. */
export interface Asked {
  planId: number | null;
  planName: string;
  recurrence: Recurrence;
  valueCents: number;
}
export interface OpenInvoice extends Asked {
  /** Null until it is stored. */
  id: number | null;
  dueDate: string;
}
export interface PayableCode extends Asked {
  id: number;
  invoiceId: number;
}
export interface Books {
  today: string;
  account: Account;
  /** The account’s plan. */
  plan: PricedPlan | null;
  /** True if the platform offers a plan that costs something. */
  hasPlans: boolean;
  /** The one invoice that is not paid. */
  invoice: OpenInvoice | null;
  /** The one code that is issued for it. */
  code: PayableCode | null;
}

/** Days before the due date on which an invoice is issued. */
export const issuedAhead = 10;
/** A company is warned after more than this many days, and blocked after more than that many. */
export const warnAfter = 1;
export const lockAfter = 5;

/** `free`: nothing is due, and nothing ever will be. */
export type Standing = 'free' | 'trial' | 'licensed' | 'overdue' | 'blocked';
type Owing = Pick<Books, 'today' | 'account' | 'plan' | 'hasPlans'>;

/** Returns true if nothing is to be paid: no price, and no plan to choose. */
const isFree = ({ account, plan, hasPlans }: Owing): boolean =>
  account.dueDate === null || (plan === null ? !hasPlans : plan.valueCents === 0);

/** Returns the days since the licence ended; 0 while it is valid, and for companies that never pay. */
export const daysLate = (books: Owing): number =>
  isFree(books) || books.account.dueDate === null ? 0 : Math.max(0, daysBetween(books.account.dueDate, books.today));

export const standingOf = (books: Owing): Standing => {
  const { dueDate, trialEndsOn } = books.account;
  if (isFree(books) || dueDate === null) return 'free';
  const late = daysLate(books);
  if (late > lockAfter) return 'blocked';
  if (late > 0) return 'overdue';
  return trialEndsOn !== null && dueDate <= trialEndsOn ? 'trial' : 'licensed';
};

/** Returns the day for which the next payment is due. */
const dayOwed = (books: Owing): string =>
  standingOf(books) === 'free' ? books.today : (books.account.dueDate ?? books.today);

const asking = (plan: PricedPlan, recurrence: Recurrence): Asked => ({
  planId: plan.id,
  planName: plan.name,
  recurrence,
  valueCents: plan.valueCents * monthsOf(recurrence),
});

export const fits = (code: Asked, invoice: Asked): boolean =>
  code.planId === invoice.planId && code.valueCents === invoice.valueCents && code.recurrence === invoice.recurrence;

/** Keeps a code only for the invoice as it is now; otherwise the code is replaced. */
const withCode = (books: Books): Books => {
  const { code, invoice } = books;
  return code && invoice && code.invoiceId === invoice.id && fits(code, invoice) ? books : { ...books, code: null };
};

/** The daily work: the state that must exist on this day. Idempotent. */
export const brought = (books: Books): Books => {
  const { account, plan, invoice, today } = books;
  const standing = standingOf(books);
  if (invoice) {
    if (plan?.valueCents === 0 && invoice.planId === plan.id) return withCode({ ...books, invoice: null });
    // A company that owes nothing has requested this one: it is never overdue.
    const isStale = standing === 'free' && invoice.dueDate < today;
    return withCode(isStale ? { ...books, invoice: { ...invoice, dueDate: today } } : books);
  }
  if (standing === 'free' || plan === null || account.dueDate === null) return withCode(books);
  // A company in its trial has not chosen a plan yet.
  const from = standing === 'trial' ? account.dueDate : addDays(account.dueDate, -issuedAhead);
  if (today < from) return withCode(books);
  return withCode({
    ...books,
    invoice: { id: null, ...asking(plan, account.recurrence), dueDate: account.dueDate },
  });
};

/** Adjusts the open invoice to a changed account: another day, another plan, or nothing to pay any more. */
const followed = (before: Books, after: Books): Books => {
  const { account, plan, invoice } = after;
  if (!invoice) return brought(after);
  const isOther = plan?.id !== before.plan?.id || account.recurrence !== before.account.recurrence;
  const isNeverDue = account.dueDate === null && before.account.dueDate !== null;
  if (isNeverDue || (isOther && plan?.valueCents === 0)) return brought({ ...after, invoice: null });
  const revised = isOther && plan ? { ...invoice, ...asking(plan, account.recurrence) } : invoice;
  const dueDate = dayOwed(after);
  if (dueDate === invoice.dueDate) return brought({ ...after, invoice: revised });
  const isNear = dueDate <= addDays(after.today, issuedAhead);
  return brought({ ...after, invoice: isNear ? { ...revised, dueDate } : null });
};

export interface Edit {
  /** Undefined for unchanged. */
  plan?: PricedPlan | null;
  recurrence?: Recurrence;
  dueDate?: string | null;
}
/** Applies changes by the platform. */
export const edited = (books: Books, { plan = books.plan, recurrence, dueDate }: Edit): Books => {
  const { account } = books;
  const isMoved = dueDate !== undefined && dueDate !== account.dueDate;
  return followed(books, {
    ...books,
    plan,
    account: {
      ...account,
      planId: plan?.id ?? null,
      recurrence: recurrence ?? account.recurrence,
      ...(isMoved && { dueDate, anchorDay: dueDate === null ? null : dayOfMonth(dueDate) }),
    },
  });
};

/** Adds one recurrence without a payment. */
export const extended = (books: Books): Books => {
  const { account, today } = books;
  const from = account.dueDate ?? today;
  const anchorDay = account.anchorDay ?? dayOfMonth(from);
  const dueDate = addMonths(from, monthsOf(account.recurrence), anchorDay);
  return followed(books, { ...books, account: { ...account, dueDate, anchorDay } });
};

/** Orders a plan now: the open invoice requests its price, and is created if there is none. */
export const ordered = (books: Books, plan: PricedPlan): Books => {
  const asked = asking(plan, books.account.recurrence);
  const { invoice } = books;
  return withCode({
    ...books,
    invoice: invoice ? { ...invoice, ...asked } : { id: null, ...asked, dueDate: dayOwed(books) },
  });
};

export interface Payment {
  books: Books;
  /** The day for which was paid. */
  paidFor: string;
}
/**
 * Applies a payment of the whole amount of a code, whatever state the code is in: it always adds one recurrence of the
 * code’s plan. `plan` is that plan, or null if it was deleted; the company keeps its own then.
 */
export const paid = (books: Books, code: PayableCode, plan: PricedPlan | null): Payment => {
  const paidFor = dayOwed(books);
  const isFirst = standingOf(books) === 'free';
  const next = renewed({
    dueDate: isFirst ? null : books.account.dueDate,
    anchor: books.account.anchorDay ?? dayOfMonth(paidFor),
    recurrence: code.recurrence,
    today: books.today,
  });
  const paysOpen = books.invoice !== null && books.invoice.id === code.invoiceId;
  const settled = { ...books, invoice: paysOpen ? null : books.invoice };
  return {
    paidFor,
    books: followed(settled, {
      ...settled,
      plan: plan ?? books.plan,
      account: {
        ...books.account,
        planId: plan?.id ?? books.account.planId,
        dueDate: next.dueDate,
        anchorDay: next.anchor,
        trialEndsOn: null,
      },
    }),
  };
};
