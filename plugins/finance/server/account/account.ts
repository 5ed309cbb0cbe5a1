import { sql, type Scope } from '@balcao/sdk/server';
import { accountChanged } from '../../contract.ts';
import { daysBetween, todayIn, type Recurrence } from './due-date.ts';

/** What a company subscribed to, and until when. */
export interface Account {
  planId: number | null;
  planName: string | null;
  valueCents: number | null;
  users: number | null;
  connections: number | null;
  queues: number | null;
  recurrence: Recurrence;
  dueDate: string | null;
  anchorDay: number | null;
  trialExpiration: Date | null;
  billingName: string;
  billingEmail: string;
  taxNumber: string;
  zip: string;
  street: string;
  district: string;
  city: string;
  state: string;
  country: string;
}

const none: Account = {
  planId: null,
  planName: null,
  valueCents: null,
  users: null,
  connections: null,
  queues: null,
  recurrence: 'MENSAL',
  dueDate: null,
  anchorDay: null,
  trialExpiration: null,
  billingName: '',
  billingEmail: '',
  taxNumber: '',
  zip: '',
  street: '',
  district: '',
  city: '',
  state: '',
  country: '',
};

/** A company that nobody gave a plan or due date has none: it is never asked for money. */
export const accountOf = async (scope: Scope): Promise<Account> =>
  (await scope.sql.one<Account>(
    sql`select a.plan_id as "planId", p.name as "planName", p.value_cents as "valueCents", p.users, p.connections,
               p.queues, a.recurrence, a.due_date::text as "dueDate", a.anchor_day as "anchorDay",
               a.trial_expiration as "trialExpiration", a.billing_name as "billingName",
               a.billing_email as "billingEmail", a.tax_number as "taxNumber", a.zip, a.street, a.district, a.city, a.state, a.country
          from finance.account a left join finance.plan p on p.id = a.plan_id`,
  )) ?? none;

/** Held until the transaction is over: what is decided by the account is decided one at a time. */
export const lockAccount = async (scope: Scope): Promise<Account> => {
  await scope.sql.run(sql`insert into finance.account default values on conflict do nothing`);
  await scope.sql.run(sql`select 1 from finance.account for update`);
  return accountOf(scope);
};

export const today = (scope: Scope): string => todayIn(scope.company.timeZone);

/** Days since the licence ended; 0 or less while it runs, and for who never pays. */
export const daysOverdue = ({ dueDate, valueCents }: Account, scope: Scope): number =>
  dueDate === null || valueCents === 0 ? 0 : daysBetween(dueDate, today(scope));

export const tellChanged = (dueDate: string | null, scope: Scope): Promise<void> =>
  scope.emit(accountChanged, `account:${scope.company.id}`, { dueDate });
