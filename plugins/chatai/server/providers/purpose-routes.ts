import { invalid, sql, sqlState, z, type Host, type Scope } from '@balcao/sdk/server';
import { aiProtocol, purposes } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { openAi } from '../protocol/openai.ts';
import { line } from './provider-form.ts';
import { availability } from './resolver.ts';

const providerRef = z.number().int().positive().max(2_147_483_647).nullable().default(null);
const limits = {
  contextTokens: z.number().int().min(1000).max(2_000_000).nullable().default(null),
  maxTokens: z.number().int().min(16).max(200_000).nullable().default(null),
  temperature: z.number().min(0).max(2).nullable().default(null),
};
const platformPurpose = z.object({
  purpose: z.enum(purposes),
  providerId: providerRef,
  model: line(200).default(''),
  fallbackProviderId: providerRef,
  fallbackModel: line(200).default(''),
  ...limits,
});
const companyPurpose = z.object({
  purpose: z.enum(purposes),
  isOn: z.boolean().default(true),
  providerId: providerRef,
  model: line(200).default(''),
  isBackedUp: z.boolean().default(false),
  ...limits,
});
const forms = <T extends z.ZodType<{ purpose: string }>>(row: T) =>
  z.object({
    records: z
      .array(row)
      .min(1)
      .max(purposes.length)
      .refine((rows) => new Set(rows.map(({ purpose }) => purpose)).size === rows.length, 'ERR_INVALID_VALUE'),
  });

const platformRows = (scope: Scope): Promise<z.output<typeof platformPurpose>[]> =>
  scope.sql.rows(
    sql`select w.purpose, p.provider_id as "providerId", coalesce(p.model, '') as model,
               p.fallback_provider_id as "fallbackProviderId", coalesce(p.fallback_model, '') as "fallbackModel",
               p.context_tokens as "contextTokens", p.max_tokens as "maxTokens", p.temperature::float8 as temperature
          from unnest(${[...purposes]}::text[]) with ordinality as w (purpose, place)
          left join chatai.platform_purpose p on p.purpose = w.purpose order by w.place`,
  );
const companyRows = (scope: Scope): Promise<z.output<typeof companyPurpose>[]> =>
  scope.sql.rows(
    sql`select w.purpose, coalesce(p.is_on, true) as "isOn", p.provider_id as "providerId", coalesce(p.model, '') as model,
               coalesce(p.is_backed_up, false) as "isBackedUp", p.context_tokens as "contextTokens",
               p.max_tokens as "maxTokens", p.temperature::float8 as temperature
          from unnest(${[...purposes]}::text[]) with ordinality as w (purpose, place)
          left join chatai.purpose p on p.purpose = w.purpose order by w.place`,
  );

/** Turns a reference to a provider that does not exist into an error of its field. */
const stored = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (sqlState(error) === '23503') throw invalid({ providerId: 'ERR_NO_AI_PROVIDER_FOUND' });
    throw error;
  }
};

const available = z.object({
  purpose: z.enum(purposes),
  isReady: z.boolean(),
  reason: z.enum(['ERR_AI_NOT_CONFIGURED', 'ERR_AI_OFF', 'ERR_AI_BUDGET']).nullable(),
  provider: z.object({ title: z.string(), host: z.string() }).nullable(),
  model: z.string().nullable(),
  hasTools: z.boolean(),
  window: z.number(),
});

export const purposeRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/ai/purposes', {
    access: 'signed-in',
    summary: 'For each use of a model: whether it is ready, why not, and which host receives the data.',
    output: z.object({ purposes: z.array(available), canConfigure: z.boolean() }),
    handle: async (_request, scope) => ({
      purposes: await Promise.all(purposes.map((purpose) => availability(scope, purpose))),
      canConfigure: scope.user.super || scope.can('ai:manage'),
    }),
  });
  host.route('GET', '/ai/protocols', {
    access: 'ai:manage',
    summary: 'Protocols that providers may speak.',
    output: z.object({ records: z.array(z.object({ id: z.string(), title: z.string() })) }),
    handle: async (_request, scope) => ({
      records: [openAi, ...scope.items(aiProtocol)].map(({ id, title }) => ({ id, title })),
    }),
  });
  host.route('GET', '/ai/platform-purposes', {
    access: 'super',
    summary: 'Provider and model of each purpose, for companies without a choice of their own.',
    output: z.object({ records: z.array(platformPurpose) }),
    handle: async (_request, scope) => ({ records: await platformRows(scope) }),
  });
  host.route('PUT', '/ai/platform-purposes', {
    access: 'super',
    summary: 'Stores provider and model of the given purposes.',
    audit: 'ai.purposes-changed',
    input: { body: forms(platformPurpose) },
    output: z.object({ records: z.array(platformPurpose) }),
    async handle({ body }, scope) {
      await stored(scope.sql.one(sql`select chatai.save_platform_purposes(${JSON.stringify(body.records)}::jsonb)`));
      return { records: await platformRows(scope) };
    },
  });
  host.route('GET', '/ai/company-purposes', {
    access: 'ai:manage',
    summary: 'The company’s choice for each purpose; without a provider of its own that of the platform is used.',
    output: z.object({ records: z.array(companyPurpose) }),
    handle: async (_request, scope) => ({ records: await companyRows(scope) }),
  });
  host.route('PUT', '/ai/company-purposes', {
    access: 'ai:manage',
    summary: 'Stores the company’s choice for the given purposes.',
    audit: 'ai.purposes-changed',
    input: { body: forms(companyPurpose) },
    output: z.object({ records: z.array(companyPurpose) }),
    async handle({ body }, scope) {
      await stored(
        scope.sql.run(
          sql`insert into chatai.purpose as p
                (purpose, is_on, provider_id, model, is_backed_up, context_tokens, max_tokens, temperature)
              select g.purpose, g."isOn", g."providerId", g.model, g."isBackedUp", g."contextTokens", g."maxTokens",
                     g.temperature
                from jsonb_to_recordset(${JSON.stringify(body.records)}::jsonb) as g (purpose text, "isOn" boolean,
                     "providerId" int, model text, "isBackedUp" boolean, "contextTokens" int, "maxTokens" int,
                     temperature real)
              on conflict (company_id, purpose) do update
                set is_on = excluded.is_on, provider_id = excluded.provider_id, model = excluded.model,
                    is_backed_up = excluded.is_backed_up, context_tokens = excluded.context_tokens,
                    max_tokens = excluded.max_tokens, temperature = excluded.temperature`,
        ),
      );
      return { records: await companyRows(scope) };
    },
  });
};
