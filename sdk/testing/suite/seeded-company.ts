import { randomBytes } from 'node:crypto';
import type { TestCompany, TestHost } from '../host.ts';
import type { Person } from '../person.ts';
import { tablesOf, type Table } from './catalogue.ts';
import { fillThese } from './fill-tables.ts';
import { knownOf } from './known.ts';
import type { PluginFolder } from './plugin-folder.ts';
import type { Known, Route } from './routes.ts';

export interface Seeding {
  company: TestCompany;
  host: TestHost;
  /** A word that is unique to the company: write it into every text, so that a leak is recognised. */
  secret: string;
}

/** Information about the rows that a seed created. */
export interface Seeded {
  /**
   * Names of the rows in paths and inputs: `{ bookId: 7 }`, and `{ '/shelf/:id': 7 }` if a parameter's name is
   * ambiguous.
   */
  ids?: Known;
  /** Returns the token for a route that an admin cannot call: a visitor's, a super user's. Undefined: the admin's. */
  tokenFor?(route: Pick<Route, 'method' | 'path'>): Promise<string | undefined>;
}

/**
 * Creates rows of one company that cannot be derived from the schema. Tables that it leaves empty are filled by their
 * columns, references and checks.
 * @example
 * ```ts
 * // test/seed.ts
 * import type { Seed } from '@balcao/testing';
 *
 * const seed: Seed = async ({ company, secret }) => {
 *   const { body } = await company.admin.post<{ id: number }>('/shelf/books', { title: secret });
 *   return { ids: { bookId: body.id } };
 * };
 * export default seed;
 * ```
 */
export type Seed = (seeding: Seeding) => Promise<Seeded | void>;

/** A company with every module on and a row in every table. */
export interface SeededCompany {
  company: TestCompany;
  admin: Person;
  /** Ids by the names that parameters and fields use. */
  ids: Known;
  /** Part of every text of the company. */
  secret: string;
  tokenFor(route: Pick<Route, 'method' | 'path'>): Promise<string | undefined>;
  /** Tables without a row, with the reason. */
  empty: ReadonlyMap<string, string>;
}

const schemaOf = (id: string): string => id.replaceAll('-', '_');

/** Returns the plugin's own schema first, then those of its requirements. */
const schemasOf = (plugin: PluginFolder, needed: readonly PluginFolder[]): string[] => {
  const named = Object.keys({ ...plugin.manifest.optional, ...plugin.manifest.requires });
  const others = needed.map(({ manifest }) => manifest.id).filter((id) => id !== plugin.manifest.id);
  const near = others.filter((id) => named.includes(id));
  return [plugin.manifest.id, ...near, ...others.filter((id) => !near.includes(id))].map(schemaOf);
};

export const togglesOf = ({ kernel }: TestHost): string[] =>
  [...kernel.registry.plugins.values()].flatMap(({ source: { manifest } }) => manifest.toggle ?? []);

const known = new WeakMap<TestHost, Map<string, Promise<Table[]>>>();

/** Reads the tables of these schemas once for each host, where they stay the same: it takes as long as to fill them. */
const tablesOnce = (host: TestHost, schemas: readonly string[]): Promise<Table[]> => {
  const bySchemas = known.get(host) ?? new Map<string, Promise<Table[]>>();
  known.set(host, bySchemas);
  const key = schemas.toSorted().join(' ');
  const tables = bySchemas.get(key) ?? tablesOf(host.kernel.database.owner, schemas);
  bySchemas.set(key, tables);
  return tables;
};

const addressOf = async (host: TestHost, company: TestCompany, plugin: string): Promise<string> => {
  const { rows } = await host.kernel.database.owner.query<{ ref: string }>(
    'select ref from kernel.address where company_id = $1 and plugin = $2 limit 1',
    [company.id, plugin],
  );
  return company.scope(plugin).addresses.issue(rows[0]?.ref ?? 'suite');
};

/** A company to which the seed was applied, before any plugin’s view of it. */
export interface CompanySeed {
  company: TestCompany;
  secret: string;
  userId: number;
  seeded: Seeded;
}

export const seedCompany = async (host: TestHost, seed: Seed | undefined): Promise<CompanySeed> => {
  const secret = `Sigilo${randomBytes(4).toString('hex')}`;
  const company = await host.company({
    name: secret,
    settings: Object.fromEntries(togglesOf(host).map((toggle) => [toggle, true])),
  });
  const person = await company.person('user', `${secret} de Tal`);
  return { company, secret, userId: person.id, seeded: (await seed?.({ company, host, secret })) ?? {} };
};

export interface SeededCompanyOptions {
  host: TestHost;
  plugin: PluginFolder;
  needed: readonly PluginFolder[];
}

/** Fills the tables that are empty, and names the rows from the point of view of one plugin. */
export const seenBy = async (
  { company, secret, userId, seeded }: CompanySeed,
  { host, plugin, needed }: SeededCompanyOptions,
): Promise<SeededCompany> => {
  const schemas = schemasOf(plugin, needed);
  const { owner } = host.kernel.database;
  const tables = await tablesOnce(host, schemas);
  const empty = await fillThese(owner, tables, company.id, secret);
  const ids: Known = {
    ...(await knownOf(owner, { schemas, tables }, { company: company.id, secret })),
    companyId: company.id,
    userId,
    address: await addressOf(host, company, plugin.manifest.id),
    ...seeded.ids,
  };
  return {
    company,
    admin: company.admin,
    ids,
    secret,
    empty,
    tokenFor: (route) => seeded.tokenFor?.(route) ?? Promise.resolve(undefined),
  };
};

export const openSeededCompany = async (
  options: SeededCompanyOptions & { seed: Seed | undefined },
): Promise<SeededCompany> => seenBy(await seedCompany(options.host, options.seed), options);
