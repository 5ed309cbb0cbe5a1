import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import { companyChanged, companyAwaitsApproval, conflict, notFound } from '@balcao/sdk/server';
import type {
  Company,
  CompanyChange,
  Language,
  Log,
  NewCompany,
  Restriction,
  SignUpMode,
  Tenant,
  Tenants as TenantService,
} from '@balcao/sdk/server';
import { currentAuditContext } from '../audit/audit-context.ts';
import type { People } from '../accounts/people.ts';
import type { EndSessions } from '../auth/sessions.ts';
import { removeCompanyRetries, retryCompanyNow } from '../events/company.ts';
import type { CompanySettings } from '../settings/settings.ts';
import { isSame } from './access.ts';
import { overdueConfirmations, redeemConfirmation, storeConfirmation, unconfirmedOf } from './confirmation.ts';
import { CachedCompanies } from './cached-companies.ts';
import { Details, parse } from './details.ts';
import { forgetRemoval, storeRemoval, unfinishedRemovals } from './removal.ts';
import type { Emit, Signals } from './ports.ts';
import { foreignKeyViolation, inTransaction, lockNotAvailable, sqlState } from './transaction.ts';

/** The data of a company that every request and delivery needs without waiting. */
export interface CachedCompany extends Company {
  readonly status: boolean;
}

interface TenantsOptions {
  owner: Pool;
  signals: Signals;
  log: Log;
  emit: Emit;
  people: People;
  settings: CompanySettings;
  /** Ends sessions in the caller's transaction. The returned function announces it, once that is committed. */
  endSessions: EndSessions;
  /** Removes what a deleted company has outside its rows. Called again after a failure. */
  onRemoved(companyId: number): Promise<void>;
  signUp: SignUpMode;
  /** Called on every node after the restriction of a company changed. */
  onRestricted?(companyId: number): void;
  /** Called on every node after a company was switched off or on. */
  onSwitched?(companyId: number): void;
}

interface Row {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  status: boolean;
  language: Language;
  timeZone: string;
  createdAt: Date;
}
const columns = `id, name, email, phone, status, language, time_zone as "timeZone", created_at as "createdAt"`;

const searched = (search = ''): string => search.replaceAll('\0', '').trim();
const matches = `($1 = '' or kernel.normalise(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))
              like kernel.like_pattern($1))`;

/**
 * Refuses a name that another company has. When two companies take one name at the same moment, the second waits and
 * is refused. `own` is the company that has it already.
 */
const refuseTakenName = async (client: PoolClient, name: string, own?: number): Promise<void> => {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('kernel.company/name', 0))`);
  const { rowCount } = await client.query(
    `select from kernel.company where lower(btrim(name)) = lower(btrim($1)) and id is distinct from $2::int limit 1`,
    [name, own ?? null],
  );
  if (rowCount) throw conflict('ERR_COMPANY_NAME_IN_USE');
};

/** The companies of the platform. */
export class Tenants implements TenantService {
  readonly #options: TenantsOptions;
  readonly #cache: CachedCompanies<CachedCompany>;

  constructor(options: TenantsOptions) {
    this.#options = options;
    this.#cache = new CachedCompanies({
      channel: 'kernel_company',
      signals: options.signals,
      log: options.log,
      load: (ids) => this.#load(ids),
      onReplaced: (companyId, before, after) => {
        if (after && !isSame(before?.restriction, after.restriction ?? null)) options.onRestricted?.(companyId);
        if (before && after && before.status !== after.status) options.onSwitched?.(companyId);
      },
    });
  }

  start(): Promise<void> {
    return this.#cache.start();
  }

  stop(): Promise<void> {
    return this.#cache.stop();
  }

  /** Returns a cached company; undefined when it does not exist. */
  company(id: number): CachedCompany | undefined {
    return this.#cache.get(id);
  }

  /** Returns a company, also a new one that this node has not heard of yet; undefined when it does not exist. */
  async load(id: number): Promise<CachedCompany | undefined> {
    if (!this.#cache.get(id)) await this.#cache.refresh(id);
    return this.#cache.get(id);
  }

  /** Returns all cached companies that are not switched off. */
  active(): CachedCompany[] {
    return [...this.#cache.entries()].map(([, company]) => company).filter(({ status }) => status);
  }

  activeIds(): number[] {
    return this.active().map(({ id }) => id);
  }

  /** Returns the ids of all cached companies, including those that are switched off. */
  ids(): number[] {
    return [...this.#cache.entries()].map(([id]) => id);
  }

  async find(id: number): Promise<Tenant | undefined> {
    const { rows } = await this.#options.owner.query<Row>(`select ${columns} from kernel.company where id = $1`, [id]);
    return rows[0];
  }

  async require(id: number): Promise<Tenant> {
    const tenant = await this.find(id);
    if (!tenant) throw notFound('ERR_NO_COMPANY_FOUND');
    return tenant;
  }

  async list(
    options: { search?: string; page?: number; pageSize?: number } = {},
  ): Promise<{ tenants: Tenant[]; hasMore: boolean }> {
    const pageSize = Math.min(Math.max(Math.trunc(options.pageSize ?? 20), 1), 500);
    const page = Math.min(Math.max(Math.trunc(options.page ?? 1), 1), 1_000_000);
    const { rows } = await this.#options.owner.query<Row>(
      `select ${columns} from kernel.company
        where ${matches}
        order by kernel.normalise(name), id limit $2 offset $3`,
      [searched(options.search), pageSize + 1, (page - 1) * pageSize],
    );
    return { tenants: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
  }

  /** Returns how many companies `list` would return on all its pages. */
  async count(search?: string): Promise<number> {
    const statement = `select count(*)::int as count from kernel.company where ${matches}`;
    const { rows } = await this.#options.owner.query<{ count: number }>(statement, [searched(search)]);
    return rows[0]?.count ?? 0;
  }

  get signUp(): SignUpMode {
    return this.#options.signUp;
  }

  async createUnconfirmed(input: NewCompany): Promise<{ company: Tenant; token: string }> {
    const { email } = input.admin;
    for (const id of await unconfirmedOf(this.#options.owner, email)) await this.#forget(id);
    let token = '';
    const { company } = await this.create({ ...input, status: false }, async (client, companyId) => {
      token = await storeConfirmation(client, companyId, email);
    });
    return { company, token };
  }

  async confirm(token: string): Promise<Tenant | undefined> {
    const waits = this.signUp === 'moderated';
    const companyId = await inTransaction(this.#options.owner, async (client) => {
      const id = await redeemConfirmation(client, token);
      if (id === undefined) return undefined;
      currentAuditContext()?.touch(id);
      if (waits) await this.#notifySuperUsers(client, id);
      else await this.#change(client, id, { status: true });
      return id;
    });
    if (companyId === undefined) return undefined;
    if (!waits) await this.#cache.changed(companyId);
    return this.require(companyId);
  }

  async #notifySuperUsers(client: PoolClient, companyId: number): Promise<void> {
    const { rows } = await client.query<{ id: number; name: string }>(
      `select distinct u.company_id as id, c.name from kernel."user" u, kernel.company c where u.super and c.id = $1`,
      [companyId],
    );
    for (const { id, name } of rows)
      await this.#options.emit(id, companyAwaitsApproval, `company:${companyId}`, { companyId, name }, client);
  }

  async tidy(): Promise<void> {
    for (const id of await overdueConfirmations(this.#options.owner))
      await this.#forget(id).catch((err: unknown) =>
        this.#options.log.warn({ err, companyId: id }, 'a company that nobody confirmed could not be removed'),
      );
    for (const id of await unfinishedRemovals(this.#options.owner)) await this.#finishRemoval(id);
  }

  /** If it was confirmed or removed in the meantime there is nothing to do. */
  async #forget(id: number): Promise<void> {
    await this.#remove(id, async (client) => {
      const { rowCount } = await client.query(`delete from kernel.company_confirmation where company_id = $1`, [id]);
      return rowCount === 1;
    });
  }

  /** Creates company, first admin and settings, all or nothing. */
  async create(
    input: NewCompany & { status?: boolean },
    also?: (client: PoolClient, companyId: number) => Promise<void>,
  ): Promise<{ company: Tenant; adminId: number }> {
    const details = parse(Details, input);
    const initial = input.settings ?? {};
    this.#options.settings.checkInitial(initial);
    const admin = await this.#options.people.prepare({ ...input.admin, profile: 'admin' }, 'admin.');
    const made = await inTransaction(this.#options.owner, async (client) => {
      if (input.uniqueName) await refuseTakenName(client, details.name);
      const company = await this.#insert(client, details);
      currentAuditContext()?.touch(company.id);
      const { id: adminId } = await this.#options.people.insert(client, company.id, admin);
      await this.#options.settings.storeInitial(client, company.id, initial);
      await also?.(client, company.id);
      await this.#options.emit(
        company.id,
        companyChanged,
        `company:${company.id}`,
        { companyId: company.id, action: 'create' },
        client,
      );
      return { company, adminId };
    });
    await this.#options.settings.changed(made.company.id);
    await this.#cache.changed(made.company.id);
    return made;
  }

  async update(id: number, input: CompanyChange, also?: () => Promise<void>): Promise<Tenant> {
    const details = parse(Details.partial(), input);
    const { settings } = this.#options;
    const values = input.settings ?? {};
    currentAuditContext()?.touch(id);
    const check = async (client: PoolClient): Promise<void> => {
      if (input.uniqueName && details.name !== undefined) await refuseTakenName(client, details.name, id);
      if (details.status === false) await this.#refuseWithSuperUsers(client, id);
    };
    if (also) {
      // Before the transaction: `also` has one of its own, which may change the company's row, and a transaction that
      // waits for another connection of its pool could wait for ever.
      await inTransaction(this.#options.owner, check);
      await settings.checkChanges(id, values);
      await also();
    }
    const { tenant, announce } = await inTransaction(this.#options.owner, async (client) => {
      await check(client);
      const row = await this.#change(client, id, details);
      await settings.storeChanges(client, id, values);
      const ended = row.status ? undefined : await this.#options.endSessions(client, { companyId: id }, 'company');
      return { tenant: row, announce: ended };
    });
    await this.#cache.changed(id);
    await announce?.();
    if (Object.keys(values).length > 0) await settings.changed(id);
    return tenant;
  }

  /** Changes the row, announces it with the transaction, and makes the events due that waited for the company. */
  async #change(client: PoolClient, id: number, details: Partial<z.output<typeof Details>>): Promise<Tenant> {
    const { rows } = await client.query<Row>(
      `update kernel.company set
         name = coalesce($2, name),
         email = case when $3 then $4 else email end,
         phone = case when $5 then $6 else phone end,
         status = coalesce($7, status), language = coalesce($8, language), time_zone = coalesce($9, time_zone)
       where id = $1 returning ${columns}`,
      [
        id,
        details.name,
        details.email !== undefined,
        details.email,
        details.phone !== undefined,
        details.phone,
        details.status,
        details.language,
        details.timeZone,
      ],
    );
    const row = rows[0];
    if (!row) throw notFound('ERR_NO_COMPANY_FOUND');
    await this.#options.emit(id, companyChanged, `company:${id}`, { companyId: id, action: 'update' }, client);
    if (details.status === true) await retryCompanyNow(client, id);
    return row;
  }

  /** Restricts what is open to the company's people; null: everything is open. */
  async restrict(id: number, restriction: Restriction | null): Promise<void> {
    const { rowCount } = await this.#options.owner.query(
      `update kernel.company set restriction = $2::jsonb where id = $1 and restriction is distinct from $2::jsonb`,
      [id, restriction === null ? null : JSON.stringify(restriction)],
    );
    if (rowCount) await this.#cache.changed(id);
  }

  /**
   * Removes the company with everything it has. Plugins can refuse by rows that are not deleted with it: 409
   * ERR_COMPANY_IN_USE.
   */
  async remove(id: number): Promise<void> {
    const { name } = await this.require(id);
    const auditContext = currentAuditContext();
    auditContext?.untouch(id);
    auditContext?.describe({ subject: name });
    await this.#remove(id);
  }

  async #remove(id: number, mayRemove?: (client: PoolClient) => Promise<boolean>): Promise<void> {
    try {
      const announce = await inTransaction(this.#options.owner, async (client) => {
        if (mayRemove && !(await mayRemove(client))) return undefined;
        await this.#refuseWithSuperUsers(client, id);
        const ended = await this.#options.endSessions(client, { companyId: id }, 'company');
        await client.query(`delete from kernel.company where id = $1`, [id]);
        await removeCompanyRetries(client, id);
        await storeRemoval(client, id);
        return ended;
      });
      if (!announce) return;
      await announce();
    } catch (error) {
      const state = sqlState(error);
      if (state === foreignKeyViolation || state === lockNotAvailable) throw conflict('ERR_COMPANY_IN_USE');
      throw error;
    }
    await this.#options.settings.changed(id);
    await this.#cache.changed(id);
    await this.#finishRemoval(id);
  }

  /**
   * Removes what the company has outside its rows. What fails, because the storage is away or the node was killed, is
   * done again later.
   */
  async #finishRemoval(id: number): Promise<void> {
    try {
      await this.#options.onRemoved(id);
      await forgetRemoval(this.#options.owner, id);
    } catch (err) {
      this.#options.log.warn({ err, companyId: id }, 'files and jobs of a removed company could not be removed yet');
    }
  }

  /** The company of the platform's super users cannot be switched off, because nobody could switch it on again. */
  async #refuseWithSuperUsers(client: PoolClient, id: number): Promise<void> {
    const { rowCount } = await client.query(`select from kernel."user" where company_id = $1 and super limit 1`, [id]);
    if (rowCount) throw conflict('ERR_COMPANY_HAS_SUPER_USERS');
  }

  async #insert(client: PoolClient, details: z.output<typeof Details>): Promise<Tenant> {
    const { rows } = await client.query<Row>(
      `insert into kernel.company (name, email, phone, status, language, time_zone)
       values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
      [
        details.name,
        details.email ?? null,
        details.phone ?? null,
        details.status ?? true,
        details.language ?? 'pt',
        details.timeZone ?? 'America/Sao_Paulo',
      ],
    );
    const row = rows[0];
    if (!row) throw new Error('an insert with returning answered no row');
    return row;
  }

  async #load(companyIds?: readonly number[]): Promise<Map<number, CachedCompany>> {
    const { rows } = await this.#options.owner.query<CachedCompany>(
      `select id, name, language, time_zone as "timeZone", status, restriction from kernel.company
        where $1::int[] is null or id = any($1::int[])`,
      [companyIds ?? null],
    );
    return new Map(rows.map((company) => [company.id, company]));
  }
}
