import type { AuditLabel, AuditRecord, Language, PluginManifest, SettingSchema } from '@balcao/sdk/server';

interface LabelParts {
  language: Language;
  translate(plugin: string, language: Language, key: string): string;
  manifests: readonly PluginManifest[];
  setting(key: string): { plugin: string; schema: SettingSchema } | undefined;
}
type DescribedRecord = Pick<AuditRecord, 'plugin' | 'action'> &
  Partial<Pick<AuditRecord, 'subject' | 'detail' | 'changes'>>;

const named = ['name', 'title', 'shortcode', 'email', 'number'];

/** Returns the name of a row, whether it still exists or was deleted. */
const nameOf = ({ before, after }: AuditRecord['changes'][number]): string =>
  [...named.map((key) => after?.[key]), ...named.map((key) => before?.[key])].find(
    (value): value is string => typeof value === 'string' && value !== '',
  ) ?? '';

/** Returns the label of an audit entry in the reader's language. */
export const recordLabel = (parts: LabelParts, record: DescribedRecord): AuditLabel => {
  const { language, translate, manifests } = parts;
  const { plugin, action, subject = '' } = record;
  const title = manifests.find(({ id }) => id === plugin)?.title;
  const key = `audit.${action}`;
  const text = translate(plugin, language, key);
  return {
    plugin: title === undefined ? plugin : translate(plugin, language, title),
    action: text === key ? undefined : text,
    subject: subjectOf(parts, record) || subject,
    ...wordsOf(parts, record),
  };
};

/** `out_of_hours_message` as forms and routes write it: `outOfHoursMessage`. */
const camel = (key: string): string => key.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

const keysWithin = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(keysWithin);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysWithin(inner)]);
};

const wordsOf = (
  { language, translate, manifests }: LabelParts,
  { plugin, detail = {}, changes = [] }: DescribedRecord,
): Pick<AuditLabel, 'fields' | 'rows'> => {
  const firstText = (owner: string, keys: string[]): string | undefined => {
    for (const key of keys) {
      const text = translate(owner, language, key);
      if (text !== key) return text;
    }
    return undefined;
  };
  const fields: Record<string, string> = {};
  const rows: Record<string, string> = {};
  const name = (owner: string, key: string): void => {
    const text = firstText(owner, [`audit.field.${camel(key)}`, `field.${camel(key)}`]);
    if (text !== undefined) fields[key] ??= text;
  };
  for (const { table, before, after } of changes) {
    const [schema = '', short = ''] = table.split('.');
    const owner = manifests.find(({ id }) => id.replaceAll('-', '_') === schema)?.id ?? 'kernel';
    const row = firstText(owner, [`audit.row.${camel(short)}`]);
    if (row !== undefined) rows[table] = row;
    for (const key of keysWithin([before, after])) name(owner, key);
  }
  for (const key of keysWithin(detail)) name(plugin, key);
  return { fields, rows };
};

const subjectOf = (
  parts: LabelParts,
  { plugin, action, subject = '', changes = [], detail = {} }: DescribedRecord,
): string => {
  if (plugin === 'kernel' && action.startsWith('settings.')) return settingText(parts, subject, { changes, detail });
  if (plugin === 'kernel' && action.startsWith('permissions.')) return permissionText(parts, subject);
  return subject === '' && changes[0] ? nameOf(changes[0]) : subject;
};

/** 'Months that …: 0 → 1' */
const settingText = (
  { language, translate, setting }: LabelParts,
  key: string,
  { changes, detail }: Pick<AuditRecord, 'changes' | 'detail'>,
): string => {
  const declared = setting(key);
  if (!declared) return key;
  const { plugin, schema } = declared;
  const name = translate(plugin, language, schema.label);
  const called = name === schema.label ? key : name;
  if (schema.secret) return called;
  const shown = (value: unknown): string => {
    const label = schema.labels?.[schema.enum?.indexOf(String(value)) ?? -1];
    return label === undefined ? String(value) : translate(plugin, language, label);
  };
  const change = changes.find(({ table }) => table === 'kernel.setting');
  const to = change?.after?.['value'] ?? detail['to'];
  if (to === undefined) return called;
  return `${called}: ${shown(change?.before?.['value'] ?? detail['from'] ?? schema.default)} → ${shown(to)}`;
};

const permissionText = ({ language, translate, manifests }: LabelParts, key: string): string => {
  const owner = manifests.find(({ permissions }) => permissions?.[key]);
  const label = owner?.permissions?.[key]?.label;
  return owner && label ? translate(owner.id, language, label) : key;
};
