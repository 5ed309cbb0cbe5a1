import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { notFound, settingChanged } from '@balcao/sdk/server';
import type { Log, Settings as ScopeSettings, SettingSchema } from '@balcao/sdk/server';
import { openAuditContext, currentAuditContext, AuditContext } from '../audit/audit-context.ts';
import { CompanyMemory } from '../tenants/company-memory.ts';
import type { Emit, Signals } from '../tenants/ports.ts';
import { inTransaction } from '../tenants/transaction.ts';
import { isCareful } from './careful.ts';
import { DeclaredSettings } from './declared.ts';
import type { DeclaredSetting, SettingsManifest, SettingValue } from './declared.ts';
import { kernelSettings } from './kernel-settings.ts';
import { refuseOlder } from './meanwhile.ts';
import { sealPlain } from './seal-plain.ts';
import { SecretBox } from './secret-box.ts';
import { PluginGraph } from './switches.ts';

type Stored = ReadonlyMap<string, string>;

/** How often somebody looks for careful changes whose day is over. */
const holdEveryMs = 60_000;

const typed = ({ type }: SettingSchema, text: string): SettingValue =>
  type === 'boolean' ? text === 'true' : type === 'string' ? text : Number(text);

const isVisible = ({ schema }: DeclaredSetting, forSuper: boolean): boolean =>
  !schema.hidden && (forSuper || schema.superOnly !== true);

/** A value as browsers may see it: of a secret only whether it is set. */
export interface ShownSetting {
  key: string;
  value: SettingValue;
  isSet?: boolean;
  /** A careful change that was asked for and does not hold yet. */
  pending?: PendingChange;
}
export interface PendingChange {
  value: SettingValue;
  holdsAt: Date;
  askedBy: string;
}
export interface SettingField extends ShownSetting {
  plugin: string;
  schema: SettingSchema;
  /** Switches a module on and off. */
  toggle: boolean;
}

interface CompanySettingsOptions {
  owner: Pool;
  signals: Signals;
  log: Log;
  emit: Emit;
  /** Every plugin that runs on this node. */
  manifests: readonly SettingsManifest[];
  /** 32 bytes. */
  encryptionKey: Buffer;
  /** Called before a switch is stored, to refuse it by throwing. Absent: only dependencies are checked. */
  switchPlugin?(companyId: number, plugin: string, on: boolean): Promise<void>;
}

/** Settings and module switches of every company, by what the plugins declare. */
export class CompanySettings {
  readonly #options: CompanySettingsOptions;
  #declared: DeclaredSettings;
  #graph: PluginGraph;
  readonly #secrets: SecretBox;
  readonly #stored: CompanyMemory<Stored>;
  readonly #listeners = new Set<(companyId: number, key: string) => void>();
  #switching: Promise<unknown> = Promise.resolve();
  #holding: NodeJS.Timeout | undefined;

  constructor(options: CompanySettingsOptions) {
    this.#options = options;
    const manifests = [kernelSettings, ...options.manifests];
    this.#declared = new DeclaredSettings(manifests);
    this.#graph = new PluginGraph(manifests);
    this.#secrets = new SecretBox(options.encryptionKey);
    this.#stored = new CompanyMemory({
      channel: 'kernel_setting',
      signals: options.signals,
      log: options.log,
      load: (ids) => this.#load(ids),
      onReplaced: (companyId, before, after) => this.#tellDifferences(companyId, before, after),
    });
  }

  /** Other plugins run now. Values are kept by key, so a plugin that comes back finds its own. */
  declare(plugins: readonly SettingsManifest[]): void {
    const manifests = [kernelSettings, ...plugins];
    this.#declared = new DeclaredSettings(manifests);
    this.#graph = new PluginGraph(manifests);
    void this.sealPlain();
  }

  async start(): Promise<void> {
    await this.#stored.start();
    await this.sealPlain();
    this.#holding = setInterval(() => this.#holdQuietly(), holdEveryMs);
    this.#holding.unref();
    this.#holdQuietly();
  }

  stop(): Promise<void> {
    clearInterval(this.#holding);
    return this.#stored.stop();
  }

  /** Called on every node after a value changed there; a new company's first load tells every stored key. */
  onChange(listener: (companyId: number, key: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The value or its default, secrets decrypted. ERR_NO_SETTING_FOUND for a key that nobody declared. */
  get(companyId: number, key: string): SettingValue {
    return this.#read(companyId, this.#known(key));
  }

  /** The stored text of a switch or other open setting, from memory; undefined while the default holds. */
  stored(companyId: number, key: string): string | undefined {
    return this.#stored.get(companyId)?.get(key);
  }

  /** Whether a company has a plugin on, with everything that it requires. */
  isOn(companyId: number, plugin: string): boolean {
    return this.#graph.isOn(plugin, (toggle) => this.#read(companyId, this.#known(toggle)) === 'enabled');
  }

  /** The settings as a plugin's scope has them. */
  forCompany(companyId: number): ScopeSettings {
    return {
      get: <T extends SettingValue = string>(key: string) => this.get(companyId, key) as T,
      set: async (key, value) => {
        await this.set(companyId, key, value);
      },
    };
  }

  /**
   * As a person changes it: what is careful waits a day, everything else holds at once and takes the place of what waits.
   */
  async change(
    companyId: number,
    key: string,
    value: unknown,
    { field = 'value', askedBy, known }: { field?: string; askedBy: string; known?: unknown },
  ): Promise<ShownSetting> {
    const setting = this.#known(key);
    const checked = this.#declared.check(setting, value, field);
    if (setting.schema.careful === undefined) return this.set(companyId, key, value, field, known);
    await this.#stored.refresh(companyId);
    if (!isCareful(setting.schema, this.#read(companyId, setting), checked)) {
      const shown = await this.set(companyId, key, value, field, known);
      await this.takeBack(companyId, key);
      return shown;
    }
    currentAuditContext()?.touch(companyId);
    currentAuditContext()?.describe({ detail: { from: this.#read(companyId, setting), to: checked, waits: true } });
    const holdsAt = await inTransaction(this.#options.owner, async (client) => {
      await this.#refuseOlder(client, companyId, setting, checked, known);
      const { rows } = await client.query<{ holdsAt: Date }>(
        `insert into kernel.pending_setting (company_id, key, value, holds_at, asked_by)
           values ($1, $2, $3, now() + interval '1 day', $4)
         on conflict (company_id, key) do update
           set value = excluded.value, holds_at = excluded.holds_at, asked_by = excluded.asked_by
         returning holds_at as "holdsAt"`,
        [companyId, key, String(checked), askedBy],
      );
      return rows[0]?.holdsAt ?? new Date();
    });
    return { ...this.#show(companyId, setting), pending: { value: checked, holdsAt, askedBy } };
  }

  /** Takes back a careful change that does not hold yet. */
  async takeBack(companyId: number, key: string): Promise<ShownSetting> {
    const setting = this.#known(key);
    currentAuditContext()?.touch(companyId);
    await inTransaction(this.#options.owner, (client) =>
      client.query(`delete from kernel.pending_setting where company_id = $1 and key = $2`, [companyId, key]),
    );
    return this.#show(companyId, setting);
  }

  /** What waits in a company, by key. */
  async pending(companyId: number): Promise<Map<string, PendingChange>> {
    const { rows } = await this.#options.owner.query<{ key: string; value: string; holdsAt: Date; askedBy: string }>(
      `select key, value, holds_at as "holdsAt", asked_by as "askedBy" from kernel.pending_setting where company_id = $1`,
      [companyId],
    );
    return new Map(
      rows.flatMap(({ key, value, ...rest }) => {
        const setting = this.#declared.get(key);
        return setting ? [[key, { value: typed(setting.schema, value), ...rest }] as const] : [];
      }),
    );
  }

  /** Careful changes whose day is over hold from now on. Nodes that look at the same time take different ones. */
  async holdDue(): Promise<void> {
    for (;;) {
      const companyId = await inTransaction(this.#options.owner, async (client) => {
        const { rows } = await client.query<{ companyId: number; key: string; value: string; askedBy: string }>(
          `delete from kernel.pending_setting where ctid = (
             select ctid from kernel.pending_setting where holds_at <= now() order by holds_at limit 1 for update skip locked)
           returning company_id as "companyId", key, value, asked_by as "askedBy"`,
        );
        const [due] = rows;
        if (!due) return undefined;
        const setting = this.#declared.get(due.key);
        // Its plugin is gone, or takes other values by now.
        const value = setting && this.#stillTaken(setting, due.value);
        if (setting && value !== undefined) await this.#hold(client, due.companyId, setting, value, due.askedBy);
        return due.companyId;
      });
      if (companyId === undefined) return;
      await this.#stored.changed(companyId);
    }
  }

  #stillTaken(setting: DeclaredSetting, text: string): SettingValue | undefined {
    try {
      return this.#declared.check(setting, typed(setting.schema, text), 'value');
    } catch {
      return undefined;
    }
  }

  async #hold(
    client: PoolClient,
    companyId: number,
    setting: DeclaredSetting,
    value: SettingValue,
    askedBy: string,
  ): Promise<void> {
    const { key } = setting;
    const entry = { action: 'settings.held', subject: key, detail: { askedBy } };
    const trail = new AuditContext({
      id: randomUUID(),
      companyId,
      plugin: 'kernel',
      user: undefined,
      origin: undefined,
      entry,
    });
    await client.query(openAuditContext);
    await this.#change(client, companyId, setting, value);
    await client.query('select kernel.audit_all($1)', [trail.json]);
  }

  #refuseOlder(
    client: PoolClient,
    companyId: number,
    setting: DeclaredSetting,
    wanted: SettingValue,
    known: unknown,
  ): Promise<void> {
    return refuseOlder(client, companyId, setting, { known, wanted, read: (text) => typed(setting.schema, text) });
  }

  /**
   * Checks, stores and tells. `field` names the input in ERR_VALIDATION; `known` is what stood there when it was read.
   * Answers the value as it may be shown.
   */
  async set(companyId: number, key: string, value: unknown, field = 'value', known?: unknown): Promise<ShownSetting> {
    const setting = this.#known(key);
    const checked = this.#declared.check(setting, value, field);
    currentAuditContext()?.touch(companyId);
    if (setting.switches === undefined)
      await inTransaction(this.#options.owner, async (client) => {
        await this.#refuseOlder(client, companyId, setting, checked, known);
        await this.#change(client, companyId, setting, checked);
      });
    else await this.#switch(companyId, setting, setting.switches, checked);
    await this.#stored.changed(companyId);
    return this.#show(companyId, setting);
  }

  /** For a company that is being made: refuses wrong values and switches whose required plugins are not among them. */
  checkInitial(values: Readonly<Record<string, unknown>>): void {
    const checked = new Map(
      Object.entries(values).map(([key, value]) => [
        key,
        this.#declared.check(this.#known(key), value, `settings.${key}`),
      ]),
    );
    const willBeOn = (plugin: string): boolean =>
      this.#graph.isOn(plugin, (toggle) => (checked.get(toggle) ?? this.#known(toggle).schema.default) === 'enabled');
    for (const [key, value] of checked) {
      const plugin = this.#known(key).switches;
      if (plugin !== undefined && value === 'enabled') this.#graph.refuseSwitch(plugin, true, willBeOn);
    }
  }

  /** In the transaction that makes a company; call `changed` after its commit. */
  async storeInitial(client: PoolClient, companyId: number, values: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [key, value] of Object.entries(values)) {
      const setting = this.#known(key);
      await this.#store(client, companyId, setting, this.#declared.check(setting, value, `settings.${key}`));
    }
  }

  /** Reads a company's settings again on this node. */
  refresh(companyId: number): Promise<void> {
    return this.#stored.refresh(companyId);
  }

  /** Makes every node read a company's settings again. */
  changed(companyId: number): Promise<void> {
    return this.#stored.changed(companyId);
  }

  /** The value in the setting's own type, or ERR_VALIDATION. */
  checked(key: string, value: unknown, field = 'value'): SettingValue {
    return this.#declared.check(this.#known(key), value, field);
  }

  /** The declaration; undefined for a key that nobody declared. */
  declared(key: string): DeclaredSetting | undefined {
    return this.#declared.get(key);
  }

  /** What browsers may see; wholly `superOnly` settings only for super users. */
  shown(companyId: number, forSuper: boolean): ShownSetting[] {
    return this.#visible(forSuper).map((setting) => this.#show(companyId, setting));
  }

  shownOne(companyId: number, key: string, forSuper: boolean): ShownSetting {
    return this.#show(companyId, this.visible(key, forSuper));
  }

  /** The declaration, or ERR_NO_SETTING_FOUND also where it exists only for super users. */
  visible(key: string, forSuper: boolean): DeclaredSetting {
    const setting = this.#known(key);
    if (!isVisible(setting, forSuper)) throw notFound('ERR_NO_SETTING_FOUND');
    return setting;
  }

  /** Everything that the options page shows: switches of all plugins, settings of those that are on. */
  fields(companyId: number, forSuper: boolean): SettingField[] {
    return this.#visible(forSuper)
      .filter(({ schema }) => forSuper || !schema.superOnly)
      .filter(({ switches, plugin }) => switches !== undefined || this.isOn(companyId, plugin))
      .map((setting) => ({
        plugin: setting.plugin,
        schema: setting.schema,
        toggle: setting.switches !== undefined,
        ...this.#show(companyId, setting),
      }));
  }

  /** What was stored in plain before its key became a secret, by an older version of its plugin, is sealed. */
  async sealPlain(): Promise<void> {
    const { owner, log } = this.#options;
    const keys = [...this.#declared.all()].flatMap(({ key, schema }) => (schema.secret ? [key] : []));
    try {
      for (const companyId of await sealPlain(owner, this.#secrets, keys)) await this.#stored.changed(companyId);
    } catch (error) {
      log.warn({ err: error }, 'settings that became secret are not sealed yet');
    }
  }

  #holdQuietly(): void {
    this.holdDue().catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'changes of settings that are due wait on'),
    );
  }

  #visible(forSuper: boolean): DeclaredSetting[] {
    return [...this.#declared.all()].filter((setting) => isVisible(setting, forSuper));
  }

  #known(key: string): DeclaredSetting {
    const setting = this.#declared.get(key);
    if (!setting) throw notFound('ERR_NO_SETTING_FOUND');
    return setting;
  }

  #show(companyId: number, setting: DeclaredSetting): ShownSetting {
    const { key, schema } = setting;
    if (!schema.secret) return { key, value: this.#read(companyId, setting) };
    return { key, value: '', isSet: Boolean(this.#stored.get(companyId)?.get(key)) };
  }

  #read(companyId: number, { key, schema }: DeclaredSetting): SettingValue {
    const stored = this.#stored.get(companyId)?.get(key);
    if (stored === undefined) return schema.default;
    const isSealed = schema.secret && stored !== '' && this.#secrets.isSealed(stored);
    const text = isSealed ? this.#open(companyId, key, stored) : stored;
    if (text === undefined) return schema.default;
    return typed(schema, text);
  }

  #open(companyId: number, key: string, stored: string): string | undefined {
    try {
      return this.#secrets.open(stored, `${companyId}:${key}`);
    } catch (error) {
      this.#options.log.error(
        { err: error, companyId, key },
        'a secret setting cannot be read with this ENCRYPTION_KEY',
      );
      return undefined;
    }
  }

  /**
   * Two people who switch a plugin and one that it requires at the same moment must not both be right: the company's
   * row is locked, and what it has on is read again before the check. One at a time on this node, because the reading
   * takes a second connection.
   */
  #switch(companyId: number, setting: DeclaredSetting, plugin: string, value: SettingValue): Promise<void> {
    const next = this.#switching.then(() =>
      inTransaction(this.#options.owner, async (client) => {
        await client.query(`select from kernel.company where id = $1 for no key update`, [companyId]);
        await this.#stored.refresh(companyId);
        if (value === this.#read(companyId, setting)) return;
        const on = value === 'enabled';
        if (this.#options.switchPlugin) await this.#options.switchPlugin(companyId, plugin, on);
        else this.#graph.refuseSwitch(plugin, on, (id) => this.isOn(companyId, id));
        await this.#change(client, companyId, setting, value);
      }),
    );
    this.#switching = next.catch(() => undefined);
    return next;
  }

  async #change(client: PoolClient, companyId: number, setting: DeclaredSetting, value: SettingValue): Promise<void> {
    await this.#store(client, companyId, setting, value);
    await this.#options.emit(companyId, settingChanged, setting.key, { key: setting.key }, client);
  }

  async #store(
    client: PoolClient,
    companyId: number,
    { key, schema }: DeclaredSetting,
    value: SettingValue,
  ): Promise<void> {
    const text = String(value);
    const secret = schema.secret === true;
    await client.query(
      `insert into kernel.setting (company_id, key, value, secret) values ($1, $2, $3, $4)
       on conflict (company_id, key) do update set value = excluded.value, secret = excluded.secret`,
      [companyId, key, secret && text !== '' ? this.#secrets.seal(text, `${companyId}:${key}`) : text, secret],
    );
  }

  #tellDifferences(companyId: number, before: Stored | undefined, after: Stored | undefined): void {
    for (const key of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]))
      if (before?.get(key) !== after?.get(key)) for (const listener of this.#listeners) listener(companyId, key);
  }

  async #load(companyIds?: readonly number[]): Promise<Map<number, Stored>> {
    const { rows } = await this.#options.owner.query<{ company_id: number; key: string; value: string }>(
      `select company_id, key, value from kernel.setting where $1::int[] is null or company_id = any($1::int[])`,
      [companyIds ?? null],
    );
    const loaded = new Map<number, Map<string, string>>();
    for (const { company_id: companyId, key, value } of rows) {
      const company = loaded.get(companyId) ?? new Map<string, string>();
      loaded.set(companyId, company.set(key, value));
    }
    return loaded;
  }
}
