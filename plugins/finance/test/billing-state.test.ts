import { expect, test } from 'vitest';
import {
  withDailyWork,
  daysLate,
  edited,
  extended,
  fits,
  issueAheadDays,
  ordered,
  paid,
  licenceStatusOf,
  type BillingState,
  type PayableCode,
  type PricedPlan,
} from '../server/billing/billing-state.ts';
import { addDays, recurrences, renewed } from '../server/billing/due-date.ts';

const plans: readonly PricedPlan[] = [
  { id: 1, name: 'Grátis', valueCents: 0 },
  { id: 2, name: 'Básico', valueCents: 9_990 },
  { id: 3, name: 'Pro', valueCents: 29_900 },
];

/** Random numbers that repeat with the same seed. */
const dice = (seed: number) => {
  let state = seed >>> 0 || 1;
  const roll = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return {
    below: (count: number) => Math.floor(roll() * count),
    of: <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T,
  };
};

const beginning: BillingState = {
  today: '2026-01-28',
  account: { planId: null, recurrence: 'MENSAL', dueDate: null, anchorDay: null, trialEndsOn: null },
  plan: null,
  hasPlans: true,
  invoice: null,
  code: null,
};

/** The billing state with the database’s part: ids for new rows, and every code that was ever issued. */
class Company {
  books: BillingState = beginning;
  readonly codes: (PayableCode & { isPaid: boolean })[] = [];
  readonly steps: string[] = [];
  #next = 1;

  do(name: string, change: (books: BillingState) => BillingState): void {
    this.steps.push(`${this.books.today} ${name}`);
    this.store(change(this.books));
  }
  must(what: string, holds: boolean): void {
    if (!holds) expect.fail(`${what}:\n${this.steps.join('\n')}\n${JSON.stringify(this.books)}`);
  }
  store(books: BillingState): void {
    this.books = books.invoice?.id === null ? { ...books, invoice: { ...books.invoice, id: this.#next++ } } : books;
  }
  /** Creates a payment code for the open invoice, as the checkout does. */
  code(): void {
    const { invoice, code } = this.books;
    if (!invoice || code) return;
    const made = { ...invoice, id: this.#next++, invoiceId: invoice.id ?? 0, isPaid: false };
    this.codes.push(made);
    this.books = { ...this.books, code: made };
  }
  pay(code: PayableCode & { isPaid: boolean }): void {
    this.steps.push(`${this.books.today} pays code ${code.id} of invoice ${code.invoiceId}`);
    const before = this.books;
    const plan = plans.find(({ id }) => id === code.planId) ?? null;
    const { state: books } = paid(before, code, plan);
    code.isPaid = true;
    const isFree = licenceStatusOf(before) === 'free';
    const { account } = before;
    const { dueDate } = renewed({
      dueDate: isFree ? null : account.dueDate,
      anchor: account.anchorDay ?? Number(before.today.slice(8)),
      recurrence: code.recurrence,
      today: before.today,
    });
    this.must('a paid code gives exactly one period', books.account.dueDate === dueDate);
    this.must('it gives what it was made for', books.account.planId === code.planId);
    this.must('who paid is licensed', ['licensed', 'free'].includes(licenceStatusOf(books)));
    this.must('who paid does not try any more', books.account.trialEndsOn === null);
    this.must('its invoice is not open any more', books.invoice?.id !== code.invoiceId);
    this.store(books);
  }
}

const holds = (company: Company): void => {
  const { account, invoice, code, today } = company.books;
  const licenceStatus = licenceStatusOf(company.books);
  const late = daysLate(company.books);
  company.must(
    'the code that is given out pays the open invoice as it stands',
    code === null || (invoice?.id === code.invoiceId && fits(code, invoice)),
  );
  company.must('it was not paid yet', !company.codes.some(({ id, isPaid }) => isPaid && id === code?.id));
  company.must(
    'an invoice is for the day on which the licence ends',
    invoice === null || licenceStatus === 'free' || invoice.dueDate === account.dueDate,
  );
  company.must('an invoice asks for money', invoice === null || invoice.valueCents > 0);
  const isOver = licenceStatus !== 'free' && account.dueDate !== null && account.dueDate < today;
  company.must('who is late is late by the day on which the licence ended', late > 0 === isOver);
};

/** Checks the invariants after the daily work. */
const checkAfterDailyWork = (company: Company): void => {
  const { books } = company;
  const licenceStatus = licenceStatusOf(books);
  const canPay = books.invoice !== null || (books.plan === null && books.hasPlans);
  company.must(
    'who is late has something to pay',
    (licenceStatus !== 'blocked' && licenceStatus !== 'overdue') || canPay,
  );
  company.must(
    'who owes nothing is never late with an invoice',
    books.invoice === null || licenceStatus !== 'free' || books.invoice.dueDate >= books.today,
  );
  company.must('done again it changes nothing', JSON.stringify(withDailyWork(books)) === JSON.stringify(books));
};

const step = (company: Company, { below, of }: ReturnType<typeof dice>): void => {
  switch (below(9)) {
    case 0:
      return company.do('+ Vencimento', extended);
    case 1: {
      const dueDate = below(6) === 0 ? null : addDays(company.books.today, below(60) - 20);
      return company.do(`due date ${dueDate}`, (books) => edited(books, { dueDate }));
    }
    case 2: {
      const plan = of(plans);
      return company.do(`plan ${plan.name}`, (books) => edited(books, { plan }));
    }
    case 3: {
      const recurrence = of(recurrences);
      return company.do(`recurrence ${recurrence}`, (books) => edited(books, { recurrence }));
    }
    case 4:
    case 5: {
      const plan = of(plans.slice(1));
      company.do(`checkout of ${plan.name}`, (books) => ordered(books, plan));
      return company.code();
    }
    case 6: {
      // Any code that was ever issued, including replaced ones.
      const open = company.codes.filter(({ isPaid }) => !isPaid);
      return open.length > 0 ? company.pay(of(open)) : undefined;
    }
    case 7:
      company.books = { ...company.books, today: addDays(company.books.today, below(12)) };
      return company.do('a while later', withDailyWork);
    default:
      return company.do('daily work', withDailyWork);
  }
};

test('In any order of changes a paid code adds one period, one code is payable, and a blocked company can pay', () => {
  for (let seed = 1; seed <= 2000; seed += 1) {
    const random = dice(seed * 7919);
    const company = new Company();
    for (let count = 0; count < 40; count += 1) {
      step(company, random);
      holds(company);
      company.do('daily work', withDailyWork);
      holds(company);
      checkAfterDailyWork(company);
    }
  }
});

const licensed = (change: Partial<BillingState['account']> = {}): BillingState => ({
  ...beginning,
  today: '2026-11-22',
  plan: plans[1] ?? null,
  account: { ...beginning.account, planId: 2, dueDate: '2026-11-27', anchorDay: 27, ...change },
});

test('An invoice is issued ten days ahead, in a trial only on its last day, and never if there is nothing to pay', () => {
  const dueIn = (days: number, trial = false): boolean => {
    const dueDate = addDays('2026-11-22', days);
    return withDailyWork(licensed({ dueDate, trialEndsOn: trial ? dueDate : null })).invoice !== null;
  };
  expect([dueIn(issueAheadDays + 1), dueIn(issueAheadDays), dueIn(0), dueIn(-30)]).toEqual([false, true, true, true]);
  expect([dueIn(3, true), dueIn(1, true), dueIn(0, true), dueIn(-1, true)]).toEqual([false, false, true, true]);
  expect(withDailyWork({ ...licensed(), plan: plans[0] ?? null }).invoice).toBeNull();
});

test('A trial ends when the due date passes it: a later one makes it licensed, an earlier one overdue', () => {
  const on = (dueDate: string): string => licenceStatusOf(licensed({ dueDate, trialEndsOn: '2026-11-25' }));
  expect(['2026-11-25', '2026-12-25', '2026-11-21', '2026-11-01'].map(on)).toEqual([
    'trial',
    'licensed',
    'overdue',
    'blocked',
  ]);
});

test('A company without a plan is blocked only if there is a plan to choose', () => {
  const books = { ...licensed({ planId: null, dueDate: '2026-10-01' }), plan: null };
  expect([licenceStatusOf(books), licenceStatusOf({ ...books, hasPlans: false })]).toEqual(['blocked', 'free']);
});

test('A due date that moves a little takes the open invoice and its code along; one that moves far cancels the invoice', () => {
  const company = new Company();
  company.books = licensed();
  company.do('daily work', withDailyWork);
  company.code();
  company.do('two days later', (books) => edited(books, { dueDate: '2026-11-29' }));
  expect([company.books.invoice?.dueDate, company.books.code?.id]).toEqual(['2026-11-29', company.codes[0]?.id]);
  company.do('+ Vencimento', extended);
  expect([company.books.invoice, company.books.code]).toEqual([null, null]);
});
