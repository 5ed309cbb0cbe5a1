import { conflict, invalid, notFound, sql, type Scope } from '@balcao/sdk/server';
import { aiProtocol } from '../../contract.ts';
import { openAi } from '../protocol/openai.ts';
import type { ProviderForm } from './provider-form.ts';
import { findProvider, sealName, secretOf, type ProviderRow } from './provider-rows.ts';
import type { Owner } from './transport.ts';

/** A company's address is called from inside the operator's network, so it is checked again at every call. */
const assertForm = (scope: Scope, owner: Owner, { protocol, baseUrl }: ProviderForm): void => {
  if (protocol !== openAi.id && !scope.items(aiProtocol).some(({ id }) => id === protocol))
    throw invalid({ protocol: 'ERR_INVALID_VALUE' });
  if (owner === 'company' && process.env['NODE_ENV'] === 'production' && !baseUrl.startsWith('https:'))
    throw invalid({ baseUrl: 'ERR_AI_HTTPS' });
};

const stored = async (scope: Scope, owner: Owner, id: number | undefined): Promise<ProviderRow> => {
  const row = id === undefined ? undefined : await findProvider(scope, owner, id);
  if (!row) throw notFound('ERR_NO_AI_PROVIDER_FOUND');
  return row;
};

const savePlatform = async (scope: Scope, form: ProviderForm, before?: ProviderRow, version?: number) => {
  const hasKey = form.key === undefined ? (before?.hasKey ?? false) : form.key !== '';
  const given = JSON.stringify({ ...form, key: undefined, hasKey });
  const row = await scope.sql.one<{ id: number }>(
    sql`select id from chatai.save_platform_provider(${before?.id ?? null}::int, ${version ?? null}::int, ${given}::jsonb)`,
  );
  if (row && form.key !== undefined) await scope.secrets.set(secretOf(row.id), form.key);
  return row?.id;
};

const saveCompany = async (scope: Scope, form: ProviderForm, before?: ProviderRow, version?: number) => {
  const { title, protocol, baseUrl, isOn, key } = form;
  const models = JSON.stringify(form.models);
  const flags = JSON.stringify(form.flags);
  return scope.tx(async (inner) => {
    const row = await inner.sql.one<{ id: number }>(
      before
        ? sql`update chatai.provider
                 set title = ${title}, protocol = ${protocol}, base_url = ${baseUrl}, models = ${models}::jsonb,
                     flags = ${flags}::jsonb, is_on = ${isOn}, version = version + 1
               where id = ${before.id} and version = ${version ?? 0} returning id`
        : sql`insert into chatai.provider (title, protocol, base_url, models, flags, is_on)
              values (${title}, ${protocol}, ${baseUrl}, ${models}::jsonb, ${flags}::jsonb, ${isOn}) returning id`,
    );
    if (row && key !== undefined) {
      const sealed = key === '' ? '' : inner.secrets.box.seal(key, sealName(row.id, baseUrl));
      await inner.sql.run(sql`update chatai.provider set sealed_key = ${sealed} where id = ${row.id}`);
    }
    return row?.id;
  });
};

/** Creates a provider, or changes one if nobody else changed it since. */
export const saveProvider = async (
  scope: Scope,
  owner: Owner,
  form: ProviderForm,
  change?: { id: number; version: number },
): Promise<ProviderRow> => {
  assertForm(scope, owner, form);
  const before = change && (await stored(scope, owner, change.id));
  // A key must not follow its provider to another host: whoever may enter an address could read it there.
  const isMoved = before?.hasKey === true && new URL(before.baseUrl).origin !== new URL(form.baseUrl).origin;
  const kept = isMoved && form.key === undefined ? { ...form, key: '' } : form;
  const id = await (owner === 'platform' ? savePlatform : saveCompany)(scope, kept, before, change?.version);
  if (change && id === undefined) throw conflict('ERR_AI_PROVIDER_CHANGED');
  return stored(scope, owner, id);
};

/**
 * Its uses are switched off, because without it they would send the company's data to the platform's provider. Where
 * the company allowed that, they stay on.
 */
const removeCompany = (scope: Scope, id: number): Promise<boolean> =>
  scope.tx(async (inner) => {
    // Nobody chooses it meanwhile.
    await inner.sql.one(sql`select id from chatai.provider where id = ${id} for update`);
    await inner.sql.run(sql`update chatai.purpose set is_on = false where provider_id = ${id} and not is_backed_up`);
    return (await inner.sql.run(sql`delete from chatai.provider where id = ${id}`)) > 0;
  });

export const removeProvider = async (scope: Scope, owner: Owner, id: number): Promise<void> => {
  const removed =
    owner === 'platform'
      ? (await scope.sql.one(sql`select id from chatai.remove_platform_provider(${id}::int)`)) !== undefined
      : await removeCompany(scope, id);
  if (!removed) throw notFound('ERR_NO_AI_PROVIDER_FOUND');
  if (owner === 'platform') await scope.secrets.set(secretOf(id), '');
};
