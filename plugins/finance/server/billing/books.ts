/**
 * What a company owes and what it has paid for, as one state machine. Every change of an account, of its open invoice
 * and of the code that pays it is one of the functions below; `ledger.ts` reads the books, applies one function and
 * writes the difference, while the account's row is locked.
 *
 *     account   free ── due date and price ──▶ trial | licensed ──▶ overdue ──▶ blocked ── payment ──▶ licensed
 *     invoice   open ──▶ paid, or cancelled when what it was made for is not owed any more; paid all the same, it is paid
 *     charge    making ──▶ pending ──▶ paid, or replaced by another code, or ended by its provider; money for any counts
 */
import { addDays, addMonths, dayOfMonth, daysBetween, monthsOf, renewed, type Recurrence } from './due-date.ts';

export interface Account {
  planId: number | null;
  recurrence: Recurrence;
  dueDate: string | null;
  /** 31 after a short month is 31 again. */
  anchorDay: number | null;
  /** The day on which the trial ends; null once it is over or anything was paid. */
  trialEndsOn: string | null;
}
export interface PricedPlan {
  id: number;
  name: string;
  /** A month. */
  valueCents: number;
}
/** What an invoice asks for, and the code that pays it. */
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
  /** The account's. */
  plan: PricedPlan | null;
  /** The platform has a plan that can be chosen and costs something. */
  hasPlans: boolean;
  /** The one invoice that is not paid. */
  invoice: OpenInvoice | null;
  /** The one code that is given out for it. */
  code: PayableCode | null;
}

/** An invoice is there this many days before it is due. */
export const issuedAhead = 10;
/** Warned when more days than this have gone, locked out when more than that. */
export const warnAfter = 1;
export const lockAfter = 5;

/** `free`: nothing is owed, and nothing is ever asked for. */
export type Standing = 'free' | 'trial' | 'licensed' | 'overdue' | 'blocked';
type Owing = Pick<Books, 'today' | 'account' | 'plan' | 'hasPlans'>;

/** Without anything to pay, and anything to choose, nobody is asked to pay. */
const isFree = ({ account, plan, hasPlans }: Owing): boolean =>
  account.dueDate === null || (plan === null ? !hasPlans : plan.valueCents === 0);

/** Days since the licence ended; 0 while it runs, and for who never pays. */
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

/** The day of what is to be paid next. */
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

/** A code is given out for one invoice as it stands now, or it is replaced. */
const withCode = (books: Books): Books => {
  const { code, invoice } = books;
  return code && invoice && code.invoiceId === invoice.id && fits(code, invoice) ? books : { ...books, code: null };
};

/** The daily work: what must be there on this day. Doing it again changes nothing. */
export const brought = (books: Books): Books => {
  const { account, plan, invoice, today } = books;
  const standing = standingOf(books);
  if (invoice) {
    if (plan?.valueCents === 0 && invoice.planId === plan.id) return withCode({ ...books, invoice: null });
    // Who owes nothing asked for this one: it is never late.
    const isStale = standing === 'free' && invoice.dueDate < today;
    return withCode(isStale ? { ...books, invoice: { ...invoice, dueDate: today } } : books);
  }
  if (standing === 'free' || plan === null || account.dueDate === null) return withCode(books);
  // Who only tries has chosen nothing yet.
  const from = standing === 'trial' ? account.dueDate : addDays(account.dueDate, -issuedAhead);
  if (today < from) return withCode(books);
  return withCode({
    ...books,
    invoice: { id: null, ...asking(plan, account.recurrence), dueDate: account.dueDate },
  });
};

/** The open invoice after the account became another one: for another day, another plan, or for nothing any more. */
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
  /** Undefined: as it was. */
  plan?: PricedPlan | null;
  recurrence?: Recurrence;
  dueDate?: string | null;
}
/** The platform says otherwise. */
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

/** One recurrence for nothing. */
export const extended = (books: Books): Books => {
  const { account, today } = books;
  const from = account.dueDate ?? today;
  const anchorDay = account.anchorDay ?? dayOfMonth(from);
  const dueDate = addMonths(from, monthsOf(account.recurrence), anchorDay);
  return followed(books, { ...books, account: { ...account, dueDate, anchorDay } });
};

/** Somebody wants to pay for a plan now: the open invoice asks for it, made if there is none. */
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
 * The whole amount came for a code, whatever became of the code meanwhile: it gives one recurrence of what it was made
 * for, always. `plan`: what it was made for, null when that is gone; the company keeps its own then.
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
