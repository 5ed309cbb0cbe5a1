import { forbidden, sql, type Scope } from '@balcao/sdk/server';
import type { ModelChoice, OfferedModel, Purpose } from '../../contract.ts';
import { priced } from '../runs/run-rows.ts';
import { resolve } from './resolver.ts';

/** The models between which the company may choose for a purpose, the one in use first. */
export const choices = async (scope: Scope, purpose: Purpose): Promise<OfferedModel[]> => {
  const [used] = (await resolve(scope, purpose)).targets;
  const [platform] = (await resolve(scope, purpose, { providerId: null, model: '' })).targets;
  const own = scope.settings.get<boolean>('aiOwnProviders')
    ? await scope.sql.rows<{ providerId: number; provider: string; model: string }>(
        sql`select p.id as "providerId", p.title as provider, m.model
              from chatai.provider p cross join lateral jsonb_array_elements_text(p.models) m (model)
             where p.is_on and m.model <> '' order by p.title, p.id, m.model limit 200`,
      )
    : [];
  const offered: OfferedModel[] = [
    ...(platform
      ? [
          {
            providerId: null,
            provider: platform.title,
            model: platform.model,
            isInUse: used?.owner === 'platform' && used.id === platform.id,
          },
        ]
      : []),
    ...own.map((row) => ({
      ...row,
      isInUse: used?.owner === 'company' && used.id === row.providerId && used.model === row.model,
    })),
  ];
  // A model that was typed in and is not in the provider's list is in use all the same.
  if (used?.owner === 'company' && !offered.some(({ isInUse }) => isInUse))
    offered.push({ providerId: used.id, provider: used.title, model: used.model, isInUse: true });
  return offered.toSorted((one, other) => Number(other.isInUse) - Number(one.isInUse));
};

/** Uses a choice from now on; the limits of the purpose stay. */
export const choose = async (scope: Scope, purpose: Purpose, choice: ModelChoice): Promise<void> => {
  if (!scope.can('ai:manage')) throw forbidden();
  await resolve(scope, purpose, choice);
  const model = choice.providerId === null ? '' : choice.model;
  await scope.sql.run(
    sql`insert into chatai.purpose as p (purpose, provider_id, model) values (${purpose}, ${choice.providerId}, ${model})
        on conflict (company_id, purpose) do update set provider_id = excluded.provider_id, model = excluded.model`,
  );
};

/** Returns what so many tokens cost; null: the price of the model is not known. */
export const priceOf = async (
  scope: Scope,
  purpose: Purpose,
  tokens: { promptTokens: number; completionTokens: number },
  choice: ModelChoice | undefined,
): Promise<number | null> => {
  const [first] = (await resolve(scope, purpose, choice)).targets;
  return first ? priced(scope, first.model, { ...tokens, cachedTokens: 0, isEstimated: true }, 0) : null;
};
