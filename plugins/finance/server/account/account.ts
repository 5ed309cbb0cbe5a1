import { sql, type Scope } from '@balcao/sdk/server';
import type { Recurrence } from '../billing/due-date.ts';

/** A company’s subscription. */
export interface Account {
  planId: number | null;
  planName: string | null;
  valueCents: number | null;
  users: number | null;
  connections: number | null;
  queues: number | null;
  recurrence: Recurrence;
  dueDate: string | null;
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

/** Returns the company’s account. A company without a plan or due date has none, and never receives an invoice. */
export const accountOf = async (scope: Scope): Promise<Account> =>
  (await scope.sql.one<Account>(
    sql`select a.plan_id as "planId", p.name as "planName", p.value_cents as "valueCents", p.users, p.connections,
               p.queues, a.recurrence, a.due_date::text as "dueDate", a.trial_expiration as "trialExpiration", a.billing_name as "billingName",
               a.billing_email as "billingEmail", a.tax_number as "taxNumber", a.zip, a.street, a.district, a.city, a.state, a.country
          from finance.account a left join finance.plan p on p.id = a.plan_id`,
  )) ?? none;
