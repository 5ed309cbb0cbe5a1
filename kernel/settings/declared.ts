import { Ajv } from 'ajv';
import type { SchemaObject, ValidateFunction } from 'ajv';
import { invalid, isAddressList, listText, readList, textLength, defaultEntryLength } from '@balcao/sdk/server';
import type { PluginManifest, SettingSchema } from '@balcao/sdk/server';

export type SettingValue = string | number | boolean;

export interface DeclaredSetting {
  key: string;
  /** Id of the plugin that declared it first. */
  plugin: string;
  schema: SettingSchema;
  /** Id of the plugin that the value switches; present on module toggles. */
  switches?: string;
}

export type SettingsManifest = Pick<
  PluginManifest,
  'id' | 'title' | 'description' | 'toggle' | 'onWith' | 'requires' | 'settings'
>;

const isNumber = ({ type }: SettingSchema): boolean => type === 'integer' || type === 'number';

const switchSchema = (manifest: SettingsManifest): SettingSchema => ({
  type: 'string',
  label: manifest.title,
  help: manifest.description,
  default: 'disabled',
  enum: ['enabled', 'disabled'],
  labels: ['kernel.enabled', 'kernel.disabled'],
});

/** Returns a valid list in the form in which it is stored. */
function checkedList({ entryLength = defaultEntryLength, default: usual }: SettingSchema, text: string, field: string) {
  const entries = readList(text);
  if (entries.some((entry) => textLength(entry, entryLength) > entryLength))
    throw invalid({ [field]: 'ERR_LIST_ENTRY_LONG' });
  return entries.length === 0 ? usual : listText(entries);
}

/** The settings that the installed plugins declare, with their validation. */
export class DeclaredSettings {
  readonly #settings = new Map<string, DeclaredSetting>();
  readonly #rules = new Map<string, SchemaObject>();
  readonly #checks = new Map<string, ValidateFunction>();
  // The rules are written below and manifests were validated before, so the meta-schema is not needed.
  readonly #ajv = new Ajv({ coerceTypes: true, meta: false, validateSchema: false });

  constructor(manifests: readonly SettingsManifest[]) {
    for (const manifest of manifests) {
      if (manifest.toggle && !this.#settings.has(manifest.toggle))
        this.#add({ key: manifest.toggle, plugin: manifest.id, schema: switchSchema(manifest), switches: manifest.id });
      for (const [key, schema] of Object.entries(manifest.settings ?? {}))
        if (!this.#settings.has(key)) this.#add({ key, plugin: manifest.id, schema });
    }
  }

  get(key: string): DeclaredSetting | undefined {
    return this.#settings.get(key);
  }

  all(): IterableIterator<DeclaredSetting> {
    return this.#settings.values();
  }

  /** Returns the value in the setting's own type, or throws ERR_VALIDATION for `field`. */
  check({ key, schema, switches }: DeclaredSetting, value: unknown, field: string): SettingValue {
    const wanted = switches !== undefined && typeof value === 'boolean' ? (value ? 'enabled' : 'disabled') : value;
    // Ajv would turn null into 0 or '', and true into 1, which nobody intends.
    if (typeof wanted !== 'string' && typeof wanted !== 'number' && typeof wanted !== 'boolean')
      throw invalid({ [field]: 'ERR_INVALID_VALUE' });
    if (typeof wanted === 'boolean' && schema.type !== 'boolean') throw invalid({ [field]: 'ERR_INVALID_VALUE' });
    if (typeof wanted === 'string' && wanted.includes('\0')) throw invalid({ [field]: 'ERR_INVALID_VALUE' });
    // '1e2' and '0x10' are refused, because people do not write numbers like that.
    if (typeof wanted === 'string' && isNumber(schema) && !/^-?\d{1,15}(\.\d{1,10})?$/.test(wanted.trim()))
      throw invalid({ [field]: 'ERR_INVALID_VALUE' });
    const holder: { value: SettingValue } = { value: wanted };
    if (this.#checkOf(key)?.(holder) !== true || typeof holder.value !== typeof schema.default)
      throw invalid({ [field]: 'ERR_INVALID_VALUE' });
    if (schema.format === 'addresses' && !isAddressList(String(holder.value)))
      throw invalid({ [field]: 'ERR_ADDRESS_LIST' });
    if (schema.format === 'version' && !/^((0|[1-9]\d*)(\.(0|[1-9]\d*)){2})?$/.test(String(holder.value)))
      throw invalid({ [field]: 'ERR_INVALID_VALUE' });
    return schema.format === 'list' ? checkedList(schema, String(holder.value), field) : holder.value;
  }

  #add(setting: DeclaredSetting): void {
    this.#settings.set(setting.key, setting);
    const { type, minimum, maximum, maxLength = 20_000 } = setting.schema;
    const rules = {
      type,
      ...(setting.schema.enum && { enum: setting.schema.enum }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(type === 'string' && { maxLength }),
    };
    this.#rules.set(setting.key, rules);
  }

  /** Compiled with the first value, because an installation declares hundreds of settings and few get a value. */
  #checkOf(key: string): ValidateFunction | undefined {
    const rules = this.#rules.get(key);
    const known = this.#checks.get(key);
    if (known || !rules) return known;
    const made = this.#ajv.compile({ type: 'object', properties: { value: rules }, required: ['value'] });
    this.#checks.set(key, made);
    return made;
  }
}
