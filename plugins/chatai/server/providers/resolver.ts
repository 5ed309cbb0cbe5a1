import { notFound, sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { Availability, ModelChoice, ProviderFlags, Purpose } from '../../contract.ts';
import { isBudgetSpent } from '../runs/budget.ts';
import type { Owner } from './transport.ts';

/** A provider that may answer, with the model for the purpose. */
export interface Target {
  owner: Owner;
  id: number;
  title: string;
  protocol: string;
  baseUrl: string;
  hasKey: boolean;
  flags: ProviderFlags;
  model: string;
}

/** The configuration of a purpose in the company. */
export interface Resolved {
  isOn: boolean;
  /** In the order in which they are asked: the chosen one, then the one that answers when it fails. */
  targets: Target[];
  contextTokens: number;
  maxTokens: number;
  temperature: number | undefined;
}

/** Limits where nobody chose any: an answer, and what question and answer have together. */
const answerTokens: Readonly<Record<Purpose, number>> = {
  chat: 2000,
  assistant: 600,
  summary: 700,
  suggest: 600,
  transcribe: 0,
  embed: 0,
};
const usualWindow = 16_000;

interface Row {
  isOn: boolean | null;
  isBackedUp: boolean | null;
  /** It chose a provider of its own, usable or not. */
  isOwn: boolean;
  contextTokens: number | null;
  maxTokens: number | null;
  temperature: number | null;
  own: Target | null;
  platform: Target | null;
  fallback: Target | null;
}

const target = (owner: Owner, hasKey: Sql, model: Sql): Sql =>
  sql`jsonb_build_object('owner', ${owner}::text, 'id', p.id, 'title', p.title, 'protocol', p.protocol,
        'baseUrl', p.base_url, 'hasKey', ${hasKey}, 'flags', p.flags, 'model', ${model})`;

/** The model of an own provider that is on; ERR_NO_AI_PROVIDER_FOUND (404). */
const ownTarget = async (scope: Scope, { providerId, model }: ModelChoice): Promise<Target> => {
  const row = scope.settings.get<boolean>('aiOwnProviders')
    ? await scope.sql.one<{ own: Target }>(
        sql`select ${target('company', sql`p.sealed_key <> ''`, sql`${model}::text`)} as own
              from chatai.provider p where p.id = ${providerId} and p.is_on and ${model} <> ''`,
      )
    : undefined;
  if (!row) throw notFound('ERR_NO_AI_PROVIDER_FOUND');
  return row.own;
};

/** The one place that decides which provider and model serve a purpose of the company, or serve a trial. */
export const resolve = async (scope: Scope, purpose: Purpose, trial?: ModelChoice): Promise<Resolved> => {
  const row = await scope.sql.one<Row>(
    sql`select u.is_on as "isOn", u.is_backed_up as "isBackedUp", u.provider_id is not null as "isOwn",
               coalesce(u.context_tokens, d.context_tokens) as "contextTokens",
               coalesce(u.max_tokens, d.max_tokens) as "maxTokens",
               coalesce(u.temperature, d.temperature) as "temperature",
               (select ${target('company', sql`p.sealed_key <> ''`, sql`u.model`)}
                  from chatai.provider p where p.id = u.provider_id and p.is_on and u.model <> '') as own,
               (select ${target('platform', sql`p.has_key`, sql`d.model`)}
                  from chatai.platform_provider p where p.id = d.provider_id and p.is_on and d.model <> '') as platform,
               (select ${target('platform', sql`p.has_key`, sql`d.fallback_model`)}
                  from chatai.platform_provider p
                 where p.id = d.fallback_provider_id and p.is_on and d.fallback_model <> '') as fallback
          from (select ${purpose}::text as purpose) w
          left join chatai.purpose u on u.purpose = w.purpose
          left join chatai.platform_purpose d on d.purpose = w.purpose`,
  );
  const platform = [row?.platform, row?.fallback];
  const own = scope.settings.get<boolean>('aiOwnProviders') ? row?.own : undefined;
  // An own provider that is off must not send the company's data elsewhere: nobody chose that.
  const usual = row?.isOwn ? [own, ...(row.isBackedUp ? platform : [])] : platform;
  const chosen = !trial ? usual : trial.providerId === null ? [row?.platform] : [await ownTarget(scope, trial)];
  return {
    isOn: row?.isOn ?? true,
    targets: chosen.flatMap((target) => (target ? [target] : [])),
    contextTokens: row?.contextTokens ?? usualWindow,
    maxTokens: row?.maxTokens ?? answerTokens[purpose],
    temperature: row?.temperature ?? undefined,
  };
};

const hostOf = ({ baseUrl }: Target): string => (URL.canParse(baseUrl) ? new URL(baseUrl).host : '');

/** Says whether the purpose can be used, and where its data go. */
export const availability = async (scope: Scope, purpose: Purpose, resolved?: Resolved): Promise<Availability> => {
  const { isOn, targets, contextTokens } = resolved ?? (await resolve(scope, purpose));
  const [first] = targets;
  const reason = !isOn
    ? 'ERR_AI_OFF'
    : !first
      ? 'ERR_AI_NOT_CONFIGURED'
      : (await isBudgetSpent(scope))
        ? 'ERR_AI_BUDGET'
        : null;
  return {
    purpose,
    isReady: reason === null,
    reason,
    provider: first ? { title: first.title, host: hostOf(first) } : null,
    model: first?.model ?? null,
    hasTools: first !== undefined && first.flags.tools !== false,
    window: contextTokens,
  };
};
