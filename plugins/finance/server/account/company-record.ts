import { invalid, sql, z, type Scope } from '@balcao/sdk/server';
import type { CompanyRecord } from '@balcao/companies/contract';
import { findPlan } from '../plans/plans.ts';
import { accountOf, lockAccount, tellChanged, today } from './account.ts';
import { addDays, dayOfMonth, isDay, recurrences } from './due-date.ts';

const trialDays = 3;

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, 'Too Long!')
    .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE')
    .nullish()
    .transform((value) => value ?? '');

const id = z.preprocess(
  (value) => (value === '' ? null : value),
  z.coerce.number('Required').int('Required').positive('Required').max(2_147_483_647, 'Required').nullable(),
);

const known = async (planId: unknown, scope: Scope): Promise<void> => {
  if (typeof planId === 'number' && !(await findPlan(planId, scope))) throw invalid({ planId: 'ERR_NO_PLAN_FOUND' });
};

/** Plan, due date and billing address, with the company they are of. */
export const companyAccount: CompanyRecord = {
  id: 'finance',
  fields: {
    planId: id,
    recurrence: z.enum(recurrences, 'ERR_INVALID_VALUE'),
    // An empty or invalid due date is none.
    dueDate: z
      .unknown()
      .transform((value) => (typeof value === 'string' && isDay(value.slice(0, 10)) ? value.slice(0, 10) : null)),
    billingName: text(200),
    billingEmail: z
      .union([z.literal(''), z.null(), z.email('Invalid email').max(254)])
      .transform((value) => value ?? ''),
    zip: text(20),
    street: text(200),
    district: text(100),
    city: text(100),
    state: text(50),
    country: text(50),
  },
  check: (values, creates) => {
    if ((creates && values['planId'] == null) || values['planId'] === null) throw invalid({ planId: 'Required' });
  },
  load: async (scope) => {
    const {
      valueCents,
      anchorDay: _anchor,
      users: _users,
      connections: _connections,
      queues: _queues,
      ...account
    } = await accountOf(scope);
    const { planId, planName } = account;
    return {
      ...account,
      value: valueCents === null ? null : valueCents / 100,
      plan: planId === null ? null : { id: planId, name: planName, value: (valueCents ?? 0) / 100 },
    };
  },
  save: async (values, scope) => {
    if (Object.keys(values).length === 0) return;
    await known(values['planId'], scope);
    const before = await lockAccount(scope);
    const after = { ...before, ...values } as typeof before;
    const anchor =
      after.dueDate === before.dueDate ? before.anchorDay : after.dueDate === null ? null : dayOfMonth(after.dueDate);
    await scope.sql.run(
      sql`update finance.account set plan_id = ${after.planId}, recurrence = ${after.recurrence},
            due_date = ${after.dueDate}::date, anchor_day = ${anchor}, billing_name = ${after.billingName},
            billing_email = ${after.billingEmail}, zip = ${after.zip}, street = ${after.street},
            district = ${after.district}, city = ${after.city}, state = ${after.state}, country = ${after.country}`,
    );
    await tellChanged(after.dueDate, scope);
  },
  begin: async ({ planId }, scope) => {
    await known(planId, scope);
    await lockAccount(scope);
    const due = addDays(today(scope), trialDays);
    await scope.sql.run(
      sql`update finance.account set plan_id = ${typeof planId === 'number' ? planId : null}, recurrence = 'MENSAL',
            due_date = ${due}::date, anchor_day = ${dayOfMonth(due)},
            trial_expiration = now() + make_interval(days => ${trialDays})`,
    );
  },
};
