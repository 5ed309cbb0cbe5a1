import { notFound, sql, tenants, z, type Host, type PlatformScope, type Scope } from '@balcao/sdk/server';
import { paymentProvider } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { extended } from '../billing/billing-state.ts';
import { changeBilling } from '../billing/ledger.ts';
import { decimal } from '../money.ts';
import { lockCharge } from './charges.ts';
import { settle } from './settle.ts';
import { changeSetup, editedSetup, readSetup, markOf } from './settings.ts';

type Super = Scope & Pick<PlatformScope, 'inCompany'>;
const companyId = z.coerce.number().int().positive().max(2_147_483_647);

const setup = z.object({
  provider: z.string(),
  providers: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      help: z.string(),
      isAutomatic: z.boolean(),
      fields: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          help: z.string(),
          required: z.boolean(),
          secret: z.boolean(),
          multiline: z.boolean(),
          value: z.string(),
          isSet: z.boolean(),
          mark: z.string().describe('Of a secret: what `known` says of it. Another one after every change.'),
        }),
      ),
    }),
  ),
});

const shownSetup = async (scope: Scope): Promise<z.infer<typeof setup>> => {
  const kept = await readSetup(scope);
  const { provider, settings } = kept;
  return {
    provider,
    providers: scope.contributions(paymentProvider).map(({ item, scope: own }) => ({
      id: item.id,
      label: own.t(item.label),
      help: item.help ? own.t(item.help) : '',
      isAutomatic: item.fetchStatus !== undefined,
      fields: item.fields.map(({ key, label, help, required = false, secret = false, multiline = false }) => {
        const value = settings[item.id]?.[key] ?? '';
        return {
          key,
          label: own.t(label),
          help: help ? own.t(help) : '',
          required,
          secret,
          multiline,
          value: secret ? '' : value,
          isSet: value !== '',
          mark: secret ? markOf(kept, item.id, key) : '',
        };
      }),
    })),
  };
};

const waiting = z.object({
  companyId: z.number(),
  company: z.string(),
  chargeId: z.number(),
  ref: z.string(),
  plan: z.string(),
  value: z.string(),
  createdAt: z.date(),
  /** Another code replaced this one; a payment by it counts all the same. */
  isReplaced: z.boolean(),
});
type Waiting = Omit<z.infer<typeof waiting>, 'companyId' | 'company' | 'value'> & { valueCents: number };

/** Returns the providers that report payments. For all others, including removed ones, a person confirms them. */
const automatic = (scope: Scope): string[] =>
  scope.items(paymentProvider).flatMap(({ id, fetchStatus: look }) => (look ? [id] : []));

/** Returns codes whose payment only a person can confirm; replaced ones for a month. */
const waitingIn = (inner: Scope): Promise<Waiting[]> =>
  inner.sql.rows<Waiting>(
    sql`select c.id as "chargeId", c.ref, c.plan_name as plan, c.value_cents as "valueCents", c.created_at as "createdAt",
               c.status = 'replaced' as "isReplaced"
          from finance.charge c
         where c.provider <> all(${automatic(inner)}) and c.code <> ''
           and (c.status = 'pending' or c.status = 'replaced' and c.created_at > now() - interval '40 days')
         order by c.status, c.created_at desc limit 20`,
  );

const settingRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/payments/setup', {
    access: 'super',
    summary: 'How the platform is paid; secrets only say whether they are set.',
    output: setup,
    handle: (_request, scope) => shownSetup(scope),
  });
  host.route('PUT', '/payments/setup', {
    access: 'super',
    input: {
      body: z.object({
        provider: z.string().max(40),
        settings: z.record(z.string().max(60), z.string().max(20_000)).default({}),
        /** The address at which the provider reaches the platform; absent if it is not registered. */
        address: z.url().max(500).optional(),
        known: z
          .record(z.string().max(120), z.unknown())
          .optional()
          .describe(
            'What `provider` and, as `{provider}.{key}`, the settings that are sent held when they were read: what is not ' +
              'sent stays. Absent: the settings that are sent are all that there are.',
          ),
      }),
    },
    output: setup,
    audit: 'payments.setup',
    handle: async ({ body }, scope) => {
      const found = scope.contributions(paymentProvider).find(({ item }) => item.id === body.provider);
      if (!found) throw notFound('ERR_NO_PROVIDER_FOUND');
      if (body.address && found.item.register) {
        const { settings } = await editedSetup(found.item, body, scope);
        await found.item.register(body.address, settings[body.provider] ?? {}, scope.signal);
      }
      await changeSetup(found.item, body, scope);
      return shownSetup(scope);
    },
  });
};

const confirmRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/payments/waiting', {
    access: 'super',
    summary: 'Pix codes of all companies that wait for somebody to say that the money came.',
    output: z.array(waiting),
    handle: async (_request, scope: Super) => {
      const found: z.infer<typeof waiting>[] = [];
      for (let page = 1; found.length < 200; page += 1) {
        const { tenants: some, hasMore } = await scope.use(tenants).list({ page, pageSize: 100 });
        for (const { id, name } of some) {
          const rows = await scope.inCompany(id, waitingIn);
          found.push(
            ...rows.map(({ valueCents, ...row }) => ({
              ...row,
              companyId: id,
              company: name,
              value: decimal(valueCents),
            })),
          );
        }
        if (!hasMore) break;
      }
      return found;
    },
  });
  host.route('POST', '/payments/:companyId/:chargeId/confirm', {
    access: 'super',
    summary: 'Confirms the payment of a Pix code whose provider sends no notifications.',
    input: { params: z.object({ companyId, chargeId: companyId }) },
    output: z.object({ result: z.string() }),
    audit: 'payments.confirmed',
    handle: async ({ params }, scope) => ({
      result: await scope.inCompany(params.companyId, async (inner) => {
        const charge = await inner.tx((locked) => lockCharge(params.chargeId, locked));
        if (!charge || automatic(inner).includes(charge.provider)) throw notFound('ERR_NO_CHARGE_FOUND');
        const money = { paymentId: charge.ref, valueCents: charge.valueCents, confirmedBy: scope.user?.id ?? 0 };
        return settle(charge, money, inner);
      }),
    }),
  });
  host.route('POST', '/subscription/:companyId/extend', {
    access: 'super',
    summary: 'Moves a company’s due date forward by one recurrence.',
    input: { params: z.object({ companyId }) },
    output: z.object({ dueDate: z.string() }),
    audit: 'companies.extended',
    handle: ({ params }, scope) =>
      scope.inCompany(params.companyId, async (inner) => {
        const { account, today } = await changeBilling(extended, inner);
        return { dueDate: account.dueDate ?? today };
      }),
  });
};

export const platformRoutes = (host: Host<typeof manifest>): void => {
  settingRoutes(host);
  confirmRoutes(host);
};
