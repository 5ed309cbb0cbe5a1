import type { Pool, PoolClient } from 'pg';
import { notFound, settingChanged } from '@balcao/sdk/server';
import type { Log, Settings as ScopeSettings } from '@balcao/sdk/server';
import { openAuditContext, currentAuditContext } from '../audit/audit-context.ts';
import { CachedCompanies } from '../tenants/cached-companies.ts';
import type { Emit, Signals } from '../tenants/ports.ts';
import { inTransaction } from '../tenants/transaction.ts';
import { isCareful } from './careful.ts';
import { DeclaredSettings } from './declared.ts';
import type { DeclaredSetting, SettingsManifest, SettingValue } from './declared.ts';
import { jointChanges, type JointChange } from './joint-changes.ts';
import { kernelSettings } from './kernel-settings.ts';
import {
  appliedEntry,
  claimDue,
  readPending,
  removePending,
  storePending,
  type PendingChange,
} from './pending-changes.ts';
import { refuseOutdated } from './refuse-outdated.ts';
import { SettingTable, typed, type StoredSettings } from './setting-table.ts';
import { isVisible, type SettingField, type ShownSetting } from './shown-setting.ts';
import { PluginGraph } from './switches.ts';

/** Interval of applying changes that are due, in milliseconds. */
const applyEveryMs = 60_000;

interface CompanySettingsOptions {
  owner: Pool;
  signals: Signals;
  log: Log;
  emit: Emit;
  /** Manifests of every plugin that runs on this node. */
  manifests: readonly SettingsManifest[];
  /** Key of 32 bytes. */
  encryptionKey: Buffer;
  /** Throws to refuse a toggle before it is stored. Absent: only dependencies are checked. */
  switchPlugin?(companyId: number, plugin: string, on: boolean): Promise<void>;
}

/** Settings and module toggles of every company, as the plugins declare them. */
export class CompanySettings {
  readonly #options: CompanySettingsOptions;
  #declared: DeclaredSettings;
  #graph: PluginGraph;
  readonly #values: SettingTable;
  readonly #stored: CachedCompanies<StoredSettings>;
  readonly #listeners = new Set<(companyId: number, key: string) => void>();
  #switching: Promise<unknown> = Promise.resolve();
  #applyTimer: NodeJS.Timeout | undefined;

  constructor(options: CompanySettingsOptions) {
    this.#options = options;
    const manifests = [kernelSettings, ...options.manifests];
    this.#declared = new DeclaredSettings(manifests);
    this.#graph = new PluginGraph(manifests);
    this.#values = new SettingTable(options);
    this.#stored = new CachedCompanies({
      channel: 'kernel_setting',
      signals: options.signals,
      log: options.log,
      load: (ids) => this.#values.load(ids),
      onReplaced: (companyId, before, after) => this.#reportDifferences(companyId, before, after),
    });
  }

  /**
   * Replaces the declarations when other plugins run. Values are stored by key, so a plugin that comes back finds its
   * own.
   */
  declare(plugins: readonly SettingsManifest[]): void {
    const manifests = [kernelSettings, ...plugins];
    this.#declared = new DeclaredSettings(manifests);
    this.#graph = new PluginGraph(manifests);
    void this.sealPlain();
  }

  async start(): Promise<void> {
    await this.#stored.start();
    await this.sealPlain();
    this.#applyTimer = setInterval(() => this.#applyLogged(), applyEveryMs);
    this.#applyTimer.unref();
    this.#applyLogged();
  }

  stop(): Promise<void> {
    clearInterval(this.#applyTimer);
    return this.#stored.stop();
  }

  /**
   * Registers a listener that is called on every node after a value changed. The first load of a new company reports
   * every stored key.
   */
  onChange(listener: (companyId: number, key: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns the value or its default, decrypted. Throws ERR_NO_SETTING_FOUND for an undeclared key. */
  get(companyId: number, key: string): SettingValue {
    return this.#read(companyId, this.#known(key));
  }

  /** Returns the cached text of a toggle or other public setting; undefined while the default applies. */
  stored(companyId: number, key: string): string | undefined {
    return this.#stored.get(companyId)?.get(key);
  }

  /** Returns whether a company has a plugin on, with everything that it requires. */
  isOn(companyId: number, plugin: string): boolean {
    return this.#graph.isOn(plugin, (toggle) => this.#read(companyId, this.#known(toggle)) === 'enabled');
  }

  /** Returns the settings service of a plugin's scope. */
  forCompany(companyId: number): ScopeSettings {
    return {
      get: <T extends SettingValue = string>(key: string) => this.get(companyId, key) as T,
      set: async (key, value) => {
        await this.set(companyId, key, value);
      },
    };
  }

  /**
   * Changes a setting for a person: a change that needs confirmation waits a day, every other takes effect at once
   * and replaces a waiting one.
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
      await this.cancelPending(companyId, key);
      return shown;
    }
    currentAuditContext()?.touch(companyId);
    currentAuditContext()?.describe({ detail: { from: this.#read(companyId, setting), to: checked, waits: true } });
    const holdsAt = await inTransaction(this.#options.owner, async (client) => {
      await this.#refuseOlder(client, companyId, setting, checked, known);
      return storePending(client, companyId, { key, value: String(checked), askedBy });
    });
    return { ...this.#show(companyId, setting), pending: { value: checked, holdsAt, askedBy } };
  }

  /** Cancels a change that has not taken effect yet. */
  async cancelPending(companyId: number, key: string): Promise<ShownSetting> {
    const setting = this.#known(key);
    currentAuditContext()?.touch(companyId);
    await inTransaction(this.#options.owner, (client) => removePending(client, companyId, key));
    return this.#show(companyId, setting);
  }

  /** Returns the waiting changes of a company, by key. */
  async pending(companyId: number): Promise<Map<string, PendingChange>> {
    const rows = await readPending(this.#options.owner, companyId);
    return new Map(
      rows.flatMap(({ key, value, ...rest }) => {
        const setting = this.#declared.get(key);
        return setting ? [[key, { value: typed(setting.schema, value), ...rest }] as const] : [];
      }),
    );
  }

  /** Applies changes that are due. Nodes that run it at the same time take different ones. */
  async applyDue(): Promise<void> {
    for (;;) {
      const companyId = await inTransaction(this.#options.owner, async (client) => {
        const due = await claimDue(client);
        if (!due) return undefined;
        const setting = this.#declared.get(due.key);
        // Its plugin is gone, or accepts other values by now.
        const value = setting && this.#stillAccepted(setting, due.value);
        if (setting && value !== undefined) await this.#applyOne(client, due.companyId, setting, value, due.askedBy);
        return due.companyId;
      });
      if (companyId === undefined) return;
      await this.#stored.changed(companyId);
    }
  }

  #stillAccepted(setting: DeclaredSetting, text: string): SettingValue | undefined {
    try {
      return this.#declared.check(setting, typed(setting.schema, text), 'value');
    } catch {
      return undefined;
    }
  }

  async #applyOne(
    client: PoolClient,
    companyId: number,
    setting: DeclaredSetting,
    value: SettingValue,
    askedBy: string,
  ): Promise<void> {
    const { key } = setting;
    const auditContext = appliedEntry(companyId, key, askedBy);
    await client.query(openAuditContext);
    await this.#change(client, companyId, setting, value);
    await client.query('select kernel.audit_all($1)', [auditContext.json]);
  }

  #refuseOlder(
    client: PoolClient,
    companyId: number,
    setting: DeclaredSetting,
    wanted: SettingValue,
    known: unknown,
  ): Promise<void> {
    return refuseOutdated(client, companyId, setting, { known, wanted, read: (text) => typed(setting.schema, text) });
  }

  /**
   * Validates, stores and announces a value. `field` names the input in ERR_VALIDATION; `known` is the value that the
   * caller had read. Returns the value as it may be shown.
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

  /** Checks the settings of a company that is being created: refuses wrong values and toggles that miss a plugin. */
  checkInitial(values: Readonly<Record<string, unknown>>): void {
    this.#together(values, ({ schema }) => schema.default);
  }

  /** Checks values that a change of the company stores together, before anything is stored: see `storeChanges`. */
  async checkChanges(companyId: number, values: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#stored.refresh(companyId);
    this.#together(values, (setting) => this.#read(companyId, setting));
  }

  /** Stores values in the transaction that changes a company, if they still may; call `changed` after the commit. */
  async storeChanges(client: PoolClient, companyId: number, values: Readonly<Record<string, unknown>>): Promise<void> {
    await client.query(`select from kernel.company where id = $1 for no key update`, [companyId]);
    const stored = (await this.#values.load([companyId], client)).get(companyId);
    const changes = this.#together(values, (setting) => this.#read(companyId, setting, stored));
    for (const [setting, value] of changes) await this.#change(client, companyId, setting, value);
  }

  /** Stores the settings in the transaction that creates a company; call `changed` after its commit. */
  async storeInitial(client: PoolClient, companyId: number, values: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [key, value] of Object.entries(values)) {
      const setting = this.#known(key);
      await this.#values.store(client, companyId, setting, this.#declared.check(setting, value, `settings.${key}`));
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

  /** Returns the value in the setting's own type, or throws ERR_VALIDATION. */
  checked(key: string, value: unknown, field = 'value'): SettingValue {
    return this.#declared.check(this.#known(key), value, field);
  }

  /** Returns the declaration; undefined for an undeclared key. */
  declared(key: string): DeclaredSetting | undefined {
    return this.#declared.get(key);
  }

  /** Returns the settings that browsers may see; `superOnly` ones only for super users. */
  shown(companyId: number, forSuper: boolean): ShownSetting[] {
    return this.#visible(forSuper).map((setting) => this.#show(companyId, setting));
  }

  shownOne(companyId: number, key: string, forSuper: boolean): ShownSetting {
    return this.#show(companyId, this.visible(key, forSuper));
  }

  /** Returns the declaration, or throws ERR_NO_SETTING_FOUND, also where only super users may see it. */
  visible(key: string, forSuper: boolean): DeclaredSetting {
    const setting = this.#known(key);
    if (!isVisible(setting, forSuper)) throw notFound('ERR_NO_SETTING_FOUND');
    return setting;
  }

  /** Returns the fields of the options page: toggles of all plugins, settings of those that are on. */
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

  /** Encrypts values that an older version of a plugin stored in plain text, before their key became a secret. */
  async sealPlain(): Promise<void> {
    const { log } = this.#options;
    const keys = [...this.#declared.all()].flatMap(({ key, schema }) => (schema.secret ? [key] : []));
    try {
      for (const companyId of await this.#values.sealPlain(keys)) await this.#stored.changed(companyId);
    } catch (error) {
      log.warn({ err: error }, 'settings that became secret could not be encrypted yet');
    }
  }

  #applyLogged(): void {
    this.applyDue().catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'due setting changes could not be applied, trying again'),
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

  #together(values: Readonly<Record<string, unknown>>, now: (setting: DeclaredSetting) => SettingValue): JointChange[] {
    return jointChanges(values, {
      declared: this.#declared,
      graph: this.#graph,
      known: (key) => this.#known(key),
      now,
    });
  }

  #read(
    companyId: number,
    { key, schema }: Pick<DeclaredSetting, 'key' | 'schema'>,
    stored = this.#stored.get(companyId),
  ): SettingValue {
    const text = stored?.get(key);
    return text === undefined ? schema.default : this.#values.read(companyId, { key, schema }, text);
  }

  /**
   * Changes a toggle. When two people switch a plugin and one that it requires at the same moment, only one may
   * succeed: the company's row is locked, and its toggles are read again before the check. One at a time on this
   * node, because the reading takes a second connection.
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
    await this.#values.store(client, companyId, setting, value);
    await this.#options.emit(companyId, settingChanged, setting.key, { key: setting.key }, client);
  }

  #reportDifferences(companyId: number, before: StoredSettings | undefined, after: StoredSettings | undefined): void {
    for (const key of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]))
      if (before?.get(key) !== after?.get(key)) for (const listener of this.#listeners) listener(companyId, key);
  }
}
