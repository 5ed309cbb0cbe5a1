import { AppError, job, sql, tenants, z, type Host, type Scope } from '@balcao/sdk/server';
import { signUpChoice } from '../contract.ts';
import type manifest from '../manifest.ts';
import { validateRecords } from './company-routes.ts';
import { switchFirstModulesOn } from './modules.ts';

export type Wishes = Readonly<Record<string, unknown>>;

/** Initialises a company whose sign-up was confirmed. */
const initialiseJob = job<Record<string, never>>('companies.initialise');

/** The values a visitor may choose for a company; for example, not its expiry. */
export const visitorValues = (wishes: Wishes, scope: Scope): Record<string, unknown> => ({
  ...Object.fromEntries(scope.items(signUpChoice).map(({ field }) => [field, wishes[field]])),
  ...(wishes['companyId'] ? { origin: `signup:${Number(wishes['companyId'])}` } : {}),
});

/** Creates the records, and the first mail without any text of the visitor. */
const begin = async (values: Wishes, scope: Scope): Promise<void> => {
  const save = await validateRecords(values, scope, false);
  await save(scope, true);
  const company = await scope.use(tenants).find(scope.company.id);
  if (!company?.email) return;
  await scope.mail.send({
    to: company.email,
    subject: scope.t('welcome.subject'),
    title: scope.t('welcome.title'),
    parts: [{ text: scope.t('welcome.text') }, { button: scope.t('welcome.button'), href: '/login' }],
  });
};

/**
 * Switches on what a company starts with, while it is off and nobody works in it: a later switch of its admin stays. A
 * module that cannot be switched on is left to the admin, and the sign-up succeeds.
 */
export const switchModulesOnFirst = async (scope: Scope): Promise<void> => {
  try {
    await switchFirstModulesOn(scope);
  } catch (err) {
    scope.log.error({ err }, 'first modules of a company could not be switched on');
  }
};

/** Initialises a company at once; throws if a choice is not offered. */
export const initialise = (wishes: Wishes, scope: Scope): Promise<void> =>
  scope.tx((inner) => begin(visitorValues(wishes, inner), inner));

/**
 * In the transaction that stores the sign-up's mail: the jobs of a company wait while it is off, so that this one runs
 * as soon as the company is confirmed, even if the node that confirmed it was killed.
 */
export const initialiseOnceConfirmed = async (wishes: Wishes, scope: Scope): Promise<void> => {
  await scope.sql.run(sql`insert into companies.sign_up (chosen) values (${JSON.stringify(wishes)}::jsonb)`);
  await scope.jobs.schedule(initialiseJob, {}, { key: 'sign-up' });
};

/** Returns the values without those of choices that were refused; undefined if something else was refused. */
const withoutRefused = (values: Wishes, error: unknown, scope: Scope): Wishes | undefined => {
  const refused = error instanceof AppError ? Object.keys(error.fields ?? {}) : [];
  const choices = scope.items(signUpChoice).map(({ field }) => field);
  if (refused.length === 0 || !refused.every((field) => choices.includes(field) && values[field] !== undefined))
    return undefined;
  return { ...values, ...Object.fromEntries(refused.map((field) => [field, undefined])) };
};

/** Initialises a confirmed company, unless that is done. What is no longer offered since the sign-up is left out. */
export const initialiseConfirmed = async (scope: Scope): Promise<void> => {
  const row = await scope.sql.one<{ chosen: Wishes }>(sql`select chosen from companies.sign_up`);
  if (!row) return;
  const run = (values: Wishes): Promise<void> =>
    scope.tx(async (inner) => {
      // Locks the row, so that the request and the job do not both initialise the company.
      if ((await inner.sql.run(sql`delete from companies.sign_up`)) > 0) await begin(values, inner);
    });
  const values = visitorValues(row.chosen, scope);
  try {
    await run(values);
  } catch (error) {
    const offered = withoutRefused(values, error, scope);
    if (!offered) throw error;
    await run(offered);
  }
};

export const initialising = (host: Host<typeof manifest>): void =>
  host.job(initialiseJob, { data: z.object({}), handle: (_data, scope) => initialiseConfirmed(scope) });
