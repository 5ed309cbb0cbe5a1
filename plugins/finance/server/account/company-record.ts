import { invalid, sql, z, type Scope } from '@balcao/sdk/server';
import type { CompanyRecord } from '@balcao/companies/contract';
import { withDailyWork, edited } from '../billing/billing-state.ts';
import { addDays, dayOfMonth, isDay, recurrences, type Recurrence } from '../billing/due-date.ts';
import { changeBilling, lockBilling, today, writeBilling } from '../billing/ledger.ts';
import { findPlan, offeredPlans, type Plan } from '../plans/plans.ts';
import { accountOf } from './account.ts';

const trialDays = 3;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'Too Long!')
    .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE')
    .nullish()
    .transform((value) => value ?? '');

const id = z.preprocess(
  (value) => (value === '' ? null : value),
  z.coerce.number('Required').int('Required').positive('Required').max(2_147_483_647, 'Required').nullable(),
);

/** Returns the named plan; undefined if none is named. */
const named = async (planId: unknown, scope: Scope): Promise<Plan | undefined> => {
  if (typeof planId !== 'number') return undefined;
  const plan = await findPlan(planId, scope);
  if (!plan) throw invalid({ planId: 'ERR_NO_PLAN_FOUND' });
  return plan;
};

const billingKeys = ['billingName', 'billingEmail', 'zip', 'street', 'district', 'city', 'state', 'country'] as const;

const saveBilling = async (values: Readonly<Record<string, unknown>>, scope: Scope): Promise<void> => {
  const [name, email, zip, street, district, city, state, country] = billingKeys.map((key) =>
    typeof values[key] === 'string' ? values[key] : null,
  );
  await scope.sql.run(
    sql`update finance.account set billing_name = coalesce(${name}, billing_name),
          billing_email = coalesce(${email}, billing_email), zip = coalesce(${zip}, zip),
          street = coalesce(${street}, street), district = coalesce(${district}, district),
          city = coalesce(${city}, city), state = coalesce(${state}, state), country = coalesce(${country}, country)`,
  );
};

/** Plan, due date and billing address as part of the company form. */
export const companyAccount: CompanyRecord = {
  id: 'finance',
  fields: {
    planId: id,
    recurrence: z.enum(recurrences, 'ERR_INVALID_VALUE'),
    // An empty or invalid due date is stored as none.
    dueDate: z
      .unknown()
      .transform((value) => (typeof value === 'string' && isDay(value.slice(0, 10)) ? value.slice(0, 10) : null)),
    billingName: text(200),
    billingEmail: z
      .union([z.literal(''), z.null(), z.email('Invalid email').max(254)])
      .transform((value) => value ?? ''),
    zip: text(20).refine((value) => value === '' || /^\d{5}-?\d{3}$/.test(value), 'ERR_INVALID_ZIP'),
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
    const plan = await named(values['planId'], scope);
    const { recurrence, dueDate } = values as { recurrence?: Recurrence; dueDate?: string | null };
    const edit = {
      ...(plan && { plan }),
      ...(recurrence && { recurrence }),
      ...(dueDate !== undefined && { dueDate }),
    };
    await scope.tx(async (inner) => {
      await changeBilling((billing) => edited(billing, edit), inner);
      await saveBilling(values, inner);
    });
  },
  initialise: async ({ planId }, scope) => {
    const chosen = await named(planId, scope);
    if (chosen?.hidden) throw invalid({ planId: 'ERR_NO_PLAN_FOUND' });
    // Without any plan there would be neither a trial nor limits.
    const plan = chosen ?? (await offeredPlans(scope))[0];
    await scope.tx(async (inner) => {
      const before = await lockBilling(inner);
      const due = addDays(today(inner), trialDays);
      await inner.sql.run(
        sql`update finance.account set trial_expiration = now() + make_interval(days => ${trialDays})`,
      );
      const account = {
        planId: plan?.id ?? null,
        recurrence: 'MENSAL' as const,
        dueDate: due,
        anchorDay: dayOfMonth(due),
        trialEndsOn: due,
      };
      await writeBilling(before, withDailyWork({ ...before, account, plan: plan ?? null }), inner);
    });
  },
};
