import { translate, foldText, type SettingValue } from '@balcao/sdk/client';
import type { SettingSchema } from '@balcao/sdk/manifest';

/** One entry of GET /settings/schema. */
export interface SettingField {
  plugin: string;
  key: string;
  schema: SettingSchema;
  value: SettingValue;
  /** For a secret: whether a value is stored. */
  isSet?: boolean;
  /** A careful change that was requested and takes effect later. */
  pending?: { value: SettingValue; holdsAt: string; askedBy: string } | undefined;
  /** False when the signed-in person may not change it. */
  mayChange?: boolean;
  /** The setting switches a module and is shown in the modules' section. */
  toggle?: boolean;
}

/** Returns whether the server will delay a change for a day, as the setting declares. */
export const isCareful = (
  { schema: { careful, secret }, value: before }: SettingField,
  value: SettingValue,
): boolean => {
  if (careful === undefined || secret || value === before) return false;
  if (careful !== 'less') return careful.includes(value);
  return Number(value) > 0 && (Number(before) === 0 || Number(value) < Number(before));
};

/** Returns a value as the page shows it. */
export const valueText = ({ plugin, schema }: SettingField, value: SettingValue, empty: string): string => {
  const label = schema.labels?.[schema.enum?.indexOf(String(value)) ?? -1];
  if (label) return textOf(plugin, label);
  if (typeof value === 'boolean') return translate('shell', value ? 'ui.yes' : 'ui.no');
  return value === '' ? empty : String(value);
};

export interface FieldSection {
  /** Id of the element on the page. */
  id: string;
  title: string;
  text?: string;
  fields: readonly SettingField[];
}

/** The texts of the kernel's own fields are in the shell's namespace. */
export const namespaceOf = (plugin: string): string => (plugin === 'kernel' ? 'shell' : plugin);

/** Returns the text of a key in a plugin's namespace, or the argument itself when it is no key. */
export const textOf = (plugin: string, keyOrText: string): string => translate(namespaceOf(plugin), keyOrText);

/** Returns whether a search term occurs in a field's name, help or heading, ignoring case and accents. */
export const isAbout = ({ plugin, schema: { label, help, section } }: SettingField, term: string): boolean =>
  [label, help, section].some(
    (key) => key !== undefined && foldText(textOf(plugin, key)).includes(foldText(term.trim())),
  );

/** Groups fields under their headings. Plugins with the same heading share a section. */
export function sectionsOf(fields: readonly SettingField[], general: string): readonly FieldSection[] {
  const sections = new Map<string, { title: string; text?: string; fields: SettingField[] }>();
  for (const field of fields) {
    if (field.toggle) continue;
    const { section } = field.schema;
    const heading = section && textOf(field.plugin, section);
    // A plugin whose browser part did not arrive has no texts yet: its fields go under the general heading.
    const title = heading && heading !== section ? heading : general;
    const own = sections.get(title) ?? { title, fields: [] };
    if (section && title !== general && own.text === undefined) {
      const help = textOf(field.plugin, `${section}Help`);
      if (help !== `${section}Help`) own.text = help;
    }
    own.fields.push(field);
    sections.set(title, own);
  }
  const orderOf = ({ fields: own }: { fields: readonly SettingField[] }): number =>
    Math.min(...own.map(({ schema }) => schema.order ?? 100));
  return [...sections.values()]
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map((section, index) => ({ id: `section-${index}`, ...section }));
}
