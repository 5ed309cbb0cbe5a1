import { sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { line } from '../providers/provider-form.ts';
import { monthOf } from '../runs/budget.ts';

const micros = z.number().int().min(0).max(1_000_000_000_000);
const price = z.object({
  model: line(200).min(1, 'Required'),
  inputMicros: micros.default(0),
  cachedMicros: micros.default(0),
  outputMicros: micros.default(0),
  minuteMicros: micros.default(0),
});
const prices = z.object({ records: z.array(price).max(500) });
const sumFields = {
  runs: z.number(),
  failed: z.number(),
  unpriced: z.number(),
  promptTokens: z.number(),
  cachedTokens: z.number(),
  completionTokens: z.number(),
  audioSeconds: z.number(),
  costMicros: z.number(),
};
const byPurpose = z.object({ purpose: z.string(), provider: z.string(), model: z.string(), ...sumFields });
const byDay = z.object({ day: z.string(), costMicros: z.number(), runs: z.number() });
const ofCompany = z.object({
  companyId: z.number(),
  name: z.string(),
  runs: z.number(),
  failed: z.number(),
  tokens: z.number(),
  costMicros: z.number(),
});
const month = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
});
const sumColumns = sql`sum(runs)::int as runs, sum(failed)::int as failed, sum(unpriced)::int as unpriced,
  sum(prompt_tokens)::bigint as "promptTokens", sum(cached_tokens)::bigint as "cachedTokens",
  sum(completion_tokens)::bigint as "completionTokens", sum(audio_seconds)::float8 as "audioSeconds",
  sum(cost_micros)::bigint as "costMicros"`;

export const costRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/ai/costs', {
    access: 'ai:manage',
    summary: 'Use and cost of models in a month of the company’s zone, by purpose, model and day, in micro-BRL.',
    input: { query: month },
    output: z.object({
      month: z.string(),
      budgetMicros: z.number(),
      byPurpose: z.array(byPurpose),
      byDay: z.array(byDay),
    }),
    async handle({ query }, scope) {
      const first = query.month === undefined ? monthOf(scope) : `${query.month}-01`;
      const within = sql`day >= ${first}::date and day < ${first}::date + interval '1 month'`;
      const budget = scope.settings.get<number>('aiMonthlyBudget');
      return {
        month: first.slice(0, 7),
        budgetMicros: Math.round(budget * 1_000_000),
        byPurpose: await scope.sql.rows<z.output<typeof byPurpose>>(
          sql`select purpose, provider, model, ${sumColumns} from chatai.usage_day where ${within}
               group by purpose, provider, model order by 11 desc, purpose, model`,
        ),
        byDay: await scope.sql.rows<z.output<typeof byDay>>(
          sql`select to_char(day, 'YYYY-MM-DD') as day, sum(cost_micros)::bigint as "costMicros", sum(runs)::int as runs
                from chatai.usage_day where ${within} group by day order by day`,
        ),
      };
    },
  });
  host.route('GET', '/ai/platform-costs', {
    access: 'super',
    summary: 'Use and cost of models by company since the first day of a month, the highest cost first.',
    input: { query: month },
    output: z.object({
      month: z.string(),
      records: z.array(ofCompany),
    }),
    async handle({ query }, scope) {
      const first = query.month === undefined ? monthOf(scope) : `${query.month}-01`;
      return {
        month: first.slice(0, 7),
        records: await scope.sql.rows<z.output<typeof ofCompany>>(
          sql`select company_id as "companyId", name, runs, failed, tokens, cost_micros as "costMicros"
                from chatai.platform_totals(${first}::date)`,
        ),
      };
    },
  });
  host.route('GET', '/ai/prices', {
    access: 'super',
    summary: 'Prices of models, in micro-BRL for a million tokens, and for a minute of audio.',
    output: prices,
    handle: async (_request, scope) => ({
      records: await scope.sql.rows<z.output<typeof price>>(
        sql`select model, input_micros as "inputMicros", cached_micros as "cachedMicros",
                   output_micros as "outputMicros", minute_micros as "minuteMicros" from chatai.price order by model`,
      ),
    }),
  });
  host.route('PUT', '/ai/prices', {
    access: 'super',
    summary: 'Replaces the table of prices. Models without one are counted in tokens only.',
    audit: 'ai.prices-changed',
    input: { body: prices.refine(({ records }) => new Set(records.map(({ model }) => model)).size === records.length) },
    async handle({ body }, scope) {
      await scope.sql.one(sql`select chatai.save_prices(${JSON.stringify(body.records)}::jsonb)`);
    },
  });
};
