import { sql, type Scope } from '@balcao/sdk/server';
import type { ProviderFlags } from '../../contract.ts';
import type { Owner } from './transport.ts';

/** A provider as it is stored, without its key. */
export interface ProviderRow {
  id: number;
  title: string;
  protocol: string;
  baseUrl: string;
  hasKey: boolean;
  models: string[];
  flags: ProviderFlags;
  isOn: boolean;
  version: number;
}

const platformColumns = sql`p.id, p.title, p.protocol, p.base_url as "baseUrl", p.has_key as "hasKey", p.models, p.flags, p.is_on as "isOn", p.version`;
const companyColumns = sql`p.id, p.title, p.protocol, p.base_url as "baseUrl", p.sealed_key <> '' as "hasKey", p.models, p.flags, p.is_on as "isOn", p.version`;

export const listProviders = (scope: Scope, owner: Owner): Promise<ProviderRow[]> =>
  scope.sql.rows<ProviderRow>(
    owner === 'platform'
      ? sql`select ${platformColumns} from chatai.platform_provider p order by p.title, p.id limit 200`
      : sql`select ${companyColumns} from chatai.provider p order by p.title, p.id limit 200`,
  );

export const findProvider = (scope: Scope, owner: Owner, id: number): Promise<ProviderRow | undefined> =>
  scope.sql.one<ProviderRow>(
    owner === 'platform'
      ? sql`select ${platformColumns} from chatai.platform_provider p where p.id = ${id}`
      : sql`select ${companyColumns} from chatai.provider p where p.id = ${id}`,
  );

export const secretOf = (id: number): string => `provider:${id}`;

/**
 * Returns the key. One that cannot be opened, as after a restore with another key of the installation, counts as
 * absent: it is entered again.
 */
export const keyOf = async (scope: Scope, owner: Owner, id: number): Promise<string> => {
  if (owner === 'platform') return (await scope.secrets.get(secretOf(id)).catch(() => undefined)) ?? '';
  const row = await scope.sql.one<{ sealed: string }>(
    sql`select p.sealed_key as sealed from chatai.provider p where p.id = ${id}`,
  );
  if (!row || row.sealed === '') return '';
  const key = scope.secrets.box.open(row.sealed, secretOf(id));
  if (key === undefined) scope.log.warn({ provider: id }, 'the key of a provider could not be decrypted');
  return key ?? '';
};
