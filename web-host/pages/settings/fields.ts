import { translate, type SettingValue } from '@balcao/sdk/client';
import type { SettingSchema } from '@balcao/sdk/manifest';
import { plain } from '../../shell/palette-search.ts';

/** One entry of GET /settings/schema. */
export interface SettingField {
  plugin: string;
  key: string;
  schema: SettingSchema;
  value: SettingValue;
  /** Of a secret: whether one is stored. */
  isSet?: boolean;
  /** A careful change that was asked for and holds later. */
  pending?: { value: SettingValue; holdsAt: string; askedBy: string } | undefined;
  /** Whether whoever looks may change it. */
  mayChange?: boolean;
  /** Switches a module; the modules' section shows it. */
  toggle?: boolean;
}

/** Whether the server will keep a change back for a day, as the setting declares. */
export const isCareful = (
  { schema: { careful, secret }, value: before }: SettingField,
  value: SettingValue,
): boolean => {
  if (careful === undefined || secret || value === before) return false;
  if (careful !== 'less') return careful.includes(value);
  return Number(value) > 0 && (Number(before) === 0 || Number(value) < Number(before));
};

/** A value as the page names it. */
export const valueText = ({ plugin, schema }: SettingField, value: SettingValue, empty: string): string => {
  const label = schema.labels?.[schema.enum?.indexOf(String(value)) ?? -1];
  if (label) return textOf(plugin, label);
  if (typeof value === 'boolean') return translate('shell', value ? 'ui.yes' : 'ui.no');
  return value === '' ? empty : String(value);
};

export interface FieldSection {
  /** For the page's address. */
  id: string;
  title: string;
  text?: string;
  fields: readonly SettingField[];
}

/** Texts of the kernel's own fields are the shell's. */
export const namespaceOf = (plugin: string): string => (plugin === 'kernel' ? 'shell' : plugin);

/** The text of a key in a plugin's namespace; what is no key there is a text already. */
export const textOf = (plugin: string, keyOrText: string): string => translate(namespaceOf(plugin), keyOrText);

/** Whether what people search for stands in a field's name, its help or its heading, however it is written. */
export const isAbout = ({ plugin, schema: { label, help, section } }: SettingField, term: string): boolean =>
  [label, help, section].some((key) => key !== undefined && plain(textOf(plugin, key)).includes(plain(term.trim())));

/** Fields under their headings. Plugins that give a heading the same words share a section. */
export function sectionsOf(fields: readonly SettingField[], general: string): readonly FieldSection[] {
  const sections = new Map<string, { title: string; text?: string; fields: SettingField[] }>();
  for (const field of fields) {
    if (field.toggle) continue;
    const { section } = field.schema;
    const heading = section && textOf(field.plugin, section);
    // A plugin whose browser part did not arrive has no words yet: its fields stand under the general heading.
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
