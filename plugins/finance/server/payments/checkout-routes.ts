import { companyAlias, invalid, limits, sql, tenants, z, type Host, type Scope } from '@balcao/sdk/server';
import { paymentRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { accountOf } from '../account/account.ts';
import { daysLate, licenceStatusOf } from '../billing/billing-state.ts';
import { lockBilling, readBilling } from '../billing/ledger.ts';
import { decimal } from '../money.ts';
import { findPlan, listPlans, shown, planOutput } from '../plans/plans.ts';
import { chargeFor, type Charge } from './charges.ts';
import { providerNamed, readSetup } from './settings.ts';

const needed = (message: string, max: number) =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(max, 'Too Long!')
    .refine((value) => !value.includes('\0'), message);
const open = z.string().trim().max(200, 'Too Long!').nullish();

/** Card numbers of the former form are neither read nor stored. */
const request = z.object({
  firstName: needed('O nome completo é obrigatório', 200),
  lastName: open,
  address2: needed('O Endereço é obrigatório', 200),
  city: needed('Cidade é obrigatória', 100),
  state: open,
  zipcode: needed('CEP é obrigatório', 20),
  country: needed('País é obrigatório', 50),
  /** CPF or CNPJ of the payer. */
  cpfCnpj: open.refine((value) => !value || /^[0-9A-Za-z./-]{11,18}$/.test(value), 'ERR_INVALID_TAX_NUMBER'),
  /** The plan as JSON; its price is read from the database. */
  plan: z.union([z.string().max(2000), z.looseObject({ id: z.unknown() })]).nullish(),
  invoiceId: z.coerce.number().int().positive().max(2_147_483_647).nullish(),
});
/** Postal codes of other countries have other forms. */
const checkout = request.refine(({ country, zipcode }) => country !== 'BR' || /^\d{5}-?\d{3}$/.test(zipcode), {
  path: ['zipcode'],
  error: 'ERR_INVALID_ZIP',
});

const planIdOf = (plan: z.output<typeof request>['plan']): number | undefined => {
  if (plan == null || plan === '') return undefined;
  try {
    const read: unknown = typeof plan === 'string' ? JSON.parse(plan) : plan;
    return z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }).parse(read).id;
  } catch {
    throw invalid({ plan: 'ERR_INVALID_VALUE' });
  }
};

const pix = z.object({
  invoiceId: z.number(),
  /** In the shape of the provider’s own answer. */
  qrcode: z.object({ qrcode: z.string() }),
  valor: z.object({ original: z.string() }),
  expiresAt: z.date().nullable(),
  /** A super user confirms the payment by hand, so it takes longer. */
  isManual: z.boolean(),
});

const answered = async (charge: Charge, scope: Scope): Promise<z.infer<typeof pix>> => ({
  invoiceId: charge.invoiceId,
  qrcode: { qrcode: charge.code },
  valor: { original: decimal(charge.valueCents) },
  expiresAt: charge.expiresAt,
  isManual: (await providerNamed(charge.provider, scope))?.provider.fetchStatus === undefined,
});

const usageOf = async (scope: Scope): Promise<{ users: number; connections: number; queues: number }> => {
  const { held } = scope.use(limits);
  return {
    users: (await held('users')) ?? 0,
    connections: (await held('connections')) ?? 0,
    queues: (await held('queues')) ?? 0,
  };
};

const saveBilling = async (body: z.output<typeof request>, scope: Scope): Promise<void> => {
  await lockBilling(scope);
  const name = [body.firstName, body.lastName].filter(Boolean).join(' ');
  await scope.sql.run(
    sql`update finance.account set billing_name = ${name}, street = ${body.address2}, city = ${body.city},
          state = ${body.state ?? ''}, zip = ${body.zipcode}, country = ${body.country},
          tax_number = ${body.cpfCnpj ?? ''}`,
  );
};

export const checkoutRoutes = (host: Host<typeof manifest>): void => {
  host.room(paymentRoom, {
    params: z.object({}),
    may: (_params, scope) => scope.can('financeiro:view'),
    aliases: [companyAlias('payment', ({ event, data }) => (event === 'payment' ? (data as object) : undefined))],
  });
  host.route('GET', '/subscription', {
    access: 'financeiro:view',
    summary: 'The subscription of the company, its end, and the plans it may choose.',
    output: z.object({
      /** `free`: nothing is due. `overdue`, and `blocked` after five days, when the licence has ended. */
      licenceStatus: z.enum(['free', 'trial', 'licensed', 'overdue', 'blocked']),
      trialExpiration: z.date().nullable(),
      dueDate: z.string().nullable(),
      daysOverdue: z.number(),
      recurrence: z.string(),
      billingEmail: z.string(),
      plan: planOutput.nullable(),
      /** The company’s usage of the plan’s limits. */
      usage: z.object({ users: z.number(), connections: z.number(), queues: z.number() }),
      /** The amount due; `hasCode` is true once a code was issued and its payment is pending. */
      pending: z
        .object({
          invoiceId: z.number(),
          plan: z.string(),
          value: z.string(),
          dueDate: z.string(),
          hasCode: z.boolean(),
        })
        .nullable(),
      plans: z.array(planOutput),
      billing: z.object({
        firstName: z.string(),
        address2: z.string(),
        city: z.string(),
        state: z.string(),
        zipcode: z.string(),
        country: z.string(),
        cpfCnpj: z.string(),
      }),
      /** The provider requires a CPF or CNPJ. */
      needsTaxNumber: z.boolean(),
      /** Payments can be accepted. */
      isReady: z.boolean(),
    }),
    handle: async (_request, scope) => {
      const account = await accountOf(scope);
      const billing = await readBilling(scope);
      const { invoice } = billing;
      const tenant = await scope.use(tenants).find(scope.company.id);
      const plan = account.planId === null ? undefined : await findPlan(account.planId, scope);
      const { provider, settings } = await readSetup(scope);
      return {
        licenceStatus: licenceStatusOf(billing),
        trialExpiration: account.trialExpiration,
        dueDate: account.dueDate,
        daysOverdue: daysLate(billing),
        recurrence: account.recurrence,
        billingEmail: account.billingEmail || (tenant?.email ?? ''),
        plan: plan ? shown(plan) : null,
        usage: await usageOf(scope),
        pending: invoice && {
          invoiceId: invoice.id ?? 0,
          plan: invoice.planName,
          value: decimal(invoice.valueCents),
          dueDate: invoice.dueDate,
          hasCode: billing.code !== null,
        },
        plans: (await listPlans(scope))
          .filter(({ id, valueCents, hidden }) => valueCents > 0 && (!hidden || id === account.planId))
          .map(shown),
        billing: {
          firstName: account.billingName,
          address2: account.street,
          city: account.city,
          state: account.state,
          zipcode: account.zip,
          country: account.country,
          cpfCnpj: account.taxNumber,
        },
        needsTaxNumber: (await providerNamed(provider, scope))?.provider.needsTaxNumber === true,
        isReady: settings[provider] !== undefined,
      };
    },
  });
  host.route('POST', '/subscription', {
    access: 'financeiro:view',
    rate: 30,
    summary: 'Subscribes: answers the Pix code for the invoice to pay.',
    input: { body: checkout },
    output: pix,
    handle: async ({ body }, scope) => {
      const request = { invoiceId: body.invoiceId ?? undefined, planId: planIdOf(body.plan) };
      return answered(await chargeFor(request, scope, (inner) => saveBilling(body, inner)), scope);
    },
  });
  host.route('POST', '/invoices/:id/pix', {
    access: 'financeiro:view',
    rate: 30,
    summary: 'A Pix code for an invoice as it stands.',
    input: { params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }) },
    output: pix,
    handle: async ({ params }, scope) => answered(await chargeFor({ invoiceId: params.id }, scope), scope),
  });
};
