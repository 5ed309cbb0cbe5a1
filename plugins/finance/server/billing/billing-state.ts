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
export interface InvoiceItem {
  planId: number | null;
  planName: string;
  recurrence: Recurrence;
  valueCents: number;
}
export interface OpenInvoice extends InvoiceItem {
  /** Null until it is stored. */
  id: number | null;
  dueDate: string;
}
export interface PayableCode extends InvoiceItem {
  id: number;
  invoiceId: number;
}
export interface BillingState {
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
export const issueAheadDays = 10;
/** A company is warned after more than this many days, and blocked after more than that many. */
export const warnAfterDays = 1;
export const blockAfterDays = 5;

/** `free`: nothing is due, and nothing ever will be. */
export type LicenceStatus = 'free' | 'trial' | 'licensed' | 'overdue' | 'blocked';
type LicenceBasis = Pick<BillingState, 'today' | 'account' | 'plan' | 'hasPlans'>;

/** Returns true if nothing is to be paid: no price, and no plan to choose. */
const isFree = ({ account, plan, hasPlans }: LicenceBasis): boolean =>
  account.dueDate === null || (plan === null ? !hasPlans : plan.valueCents === 0);

/** Returns the days since the licence ended; 0 while it is valid, and for companies that never pay. */
export const daysLate = (state: LicenceBasis): number =>
  isFree(state) || state.account.dueDate === null ? 0 : Math.max(0, daysBetween(state.account.dueDate, state.today));

export const licenceStatusOf = (state: LicenceBasis): LicenceStatus => {
  const { dueDate, trialEndsOn } = state.account;
  if (isFree(state) || dueDate === null) return 'free';
  const late = daysLate(state);
  if (late > blockAfterDays) return 'blocked';
  if (late > 0) return 'overdue';
  return trialEndsOn !== null && dueDate <= trialEndsOn ? 'trial' : 'licensed';
};

/** Returns the day for which the next payment is due. */
const nextDueDay = (state: LicenceBasis): string =>
  licenceStatusOf(state) === 'free' ? state.today : (state.account.dueDate ?? state.today);

const itemOf = (plan: PricedPlan, recurrence: Recurrence): InvoiceItem => ({
  planId: plan.id,
  planName: plan.name,
  recurrence,
  valueCents: plan.valueCents * monthsOf(recurrence),
});

export const fits = (code: InvoiceItem, invoice: InvoiceItem): boolean =>
  code.planId === invoice.planId && code.valueCents === invoice.valueCents && code.recurrence === invoice.recurrence;

/** Keeps a code only for the invoice as it is now; otherwise the code is replaced. */
const withCode = (state: BillingState): BillingState => {
  const { code, invoice } = state;
  return code && invoice && code.invoiceId === invoice.id && fits(code, invoice) ? state : { ...state, code: null };
};

/** The daily work: the state that must exist on this day. Idempotent. */
export const withDailyWork = (state: BillingState): BillingState => {
  const { account, plan, invoice, today } = state;
  const licenceStatus = licenceStatusOf(state);
  if (invoice) {
    if (plan?.valueCents === 0 && invoice.planId === plan.id) return withCode({ ...state, invoice: null });
    // A company that owes nothing has requested this one: it is never overdue.
    const isStale = licenceStatus === 'free' && invoice.dueDate < today;
    return withCode(isStale ? { ...state, invoice: { ...invoice, dueDate: today } } : state);
  }
  if (licenceStatus === 'free' || plan === null || account.dueDate === null) return withCode(state);
  // A company in its trial has not chosen a plan yet.
  const from = licenceStatus === 'trial' ? account.dueDate : addDays(account.dueDate, -issueAheadDays);
  if (today < from) return withCode(state);
  return withCode({
    ...state,
    invoice: { id: null, ...itemOf(plan, account.recurrence), dueDate: account.dueDate },
  });
};

/** Adjusts the open invoice to a changed account: another day, another plan, or nothing to pay any more. */
const withAdjustedInvoice = (before: BillingState, after: BillingState): BillingState => {
  const { account, plan, invoice } = after;
  if (!invoice) return withDailyWork(after);
  const isOther = plan?.id !== before.plan?.id || account.recurrence !== before.account.recurrence;
  const isNeverDue = account.dueDate === null && before.account.dueDate !== null;
  if (isNeverDue || (isOther && plan?.valueCents === 0)) return withDailyWork({ ...after, invoice: null });
  const revised = isOther && plan ? { ...invoice, ...itemOf(plan, account.recurrence) } : invoice;
  const dueDate = nextDueDay(after);
  if (dueDate === invoice.dueDate) return withDailyWork({ ...after, invoice: revised });
  const isNear = dueDate <= addDays(after.today, issueAheadDays);
  return withDailyWork({ ...after, invoice: isNear ? { ...revised, dueDate } : null });
};

export interface Edit {
  /** Undefined for unchanged. */
  plan?: PricedPlan | null;
  recurrence?: Recurrence;
  dueDate?: string | null;
}
/** Applies changes by the platform. */
export const edited = (state: BillingState, { plan = state.plan, recurrence, dueDate }: Edit): BillingState => {
  const { account } = state;
  const isMoved = dueDate !== undefined && dueDate !== account.dueDate;
  return withAdjustedInvoice(state, {
    ...state,
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
export const extended = (state: BillingState): BillingState => {
  const { account, today } = state;
  const from = account.dueDate ?? today;
  const anchorDay = account.anchorDay ?? dayOfMonth(from);
  const dueDate = addMonths(from, monthsOf(account.recurrence), anchorDay);
  return withAdjustedInvoice(state, { ...state, account: { ...account, dueDate, anchorDay } });
};

/** Orders a plan now: the open invoice requests its price, and is created if there is none. */
export const ordered = (state: BillingState, plan: PricedPlan): BillingState => {
  const item = itemOf(plan, state.account.recurrence);
  const { invoice } = state;
  return withCode({
    ...state,
    invoice: invoice ? { ...invoice, ...item } : { id: null, ...item, dueDate: nextDueDay(state) },
  });
};

export interface Payment {
  state: BillingState;
  /** The day for which was paid. */
  paidFor: string;
}
/**
 * Applies a payment of the whole amount of a code, whatever state the code is in: it always adds one recurrence of the
 * code’s plan. `plan` is that plan, or null if it was deleted; the company keeps its own then.
 */
export const paid = (state: BillingState, code: PayableCode, plan: PricedPlan | null): Payment => {
  const paidFor = nextDueDay(state);
  const isFirst = licenceStatusOf(state) === 'free';
  const next = renewed({
    dueDate: isFirst ? null : state.account.dueDate,
    anchor: state.account.anchorDay ?? dayOfMonth(paidFor),
    recurrence: code.recurrence,
    today: state.today,
  });
  const paysOpen = state.invoice !== null && state.invoice.id === code.invoiceId;
  const settled = { ...state, invoice: paysOpen ? null : state.invoice };
  return {
    paidFor,
    state: withAdjustedInvoice(settled, {
      ...settled,
      plan: plan ?? state.plan,
      account: {
        ...state.account,
        planId: plan?.id ?? state.account.planId,
        dueDate: next.dueDate,
        anchorDay: next.anchor,
        trialEndsOn: null,
      },
    }),
  };
};
