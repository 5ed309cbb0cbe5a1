import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { accountChanged, daily, invoicePaid } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { keepAccess } from '../account/access.ts';
import { accountOf, today } from '../account/account.ts';
import { addDays } from '../account/due-date.ts';
import { findPlan } from '../plans/plans.ts';
import { issue } from './invoices.ts';
import { writeLetters } from './letters.ts';

/** An invoice is there this many days before it is due. */
const issuedAhead = 10;

/** The invoice for the day on which the licence ends, unless there is one. Twice does no harm. */
export const issueAhead = async (scope: Scope): Promise<void> => {
  const { planId, recurrence, dueDate } = await accountOf(scope);
  if (planId === null || dueDate === null || dueDate > addDays(today(scope), issuedAhead)) return;
  const plan = await findPlan(planId, scope);
  if (!plan || plan.valueCents === 0) return;
  const known = await scope.sql.one(sql`select 1 as known from finance.invoice where due_date = ${dueDate}::date`);
  if (!known) await issue({ plan, recurrence, dueDate }, scope);
};

export const dailyWork = async (scope: Scope): Promise<void> => {
  await issueAhead(scope);
  await writeLetters(scope);
  await keepAccess(scope);
};

export const dailyJob = (host: Host<typeof manifest>): void => {
  // Every hour: the day begins at another hour in each time zone, and a node may have slept over it.
  host.job(daily, { data: z.object({}), every: '1 hour', handle: (_data, scope) => dailyWork(scope) });
  host.on(accountChanged, 'access-changed', (_change, scope) => keepAccess(scope));
  host.on(invoicePaid, 'access-paid', (_paid, scope) => keepAccess(scope));
};
