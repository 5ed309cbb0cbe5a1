import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PluginManifest } from '@balcao/sdk/manifest';
import type { CheckCode } from './check-code.ts';
import type { Finding } from './problem.ts';

const languages = ['pt', 'en', 'es'] as const;
type Language = (typeof languages)[number];

interface Text {
  /** The plural forms, which count as one text because languages have different numbers of them. */
  forms: string[];
  placeholders: Set<string>;
  empty: boolean;
}
type Table = Map<string, Text>;

const plural = /_(zero|one|two|few|many|other)$/;
const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

function read(value: unknown, path: string, into: Table, strange: string[]): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) read(inner, path ? `${path}.${key}` : key, into, strange);
    return;
  }
  if (typeof value !== 'string') return void strange.push(path);
  const key = path.replace(plural, '');
  const known = into.get(key) ?? { forms: [], placeholders: new Set<string>(), empty: false };
  known.forms.push(path);
  for (const [, name = ''] of value.matchAll(placeholder)) known.placeholders.add(name);
  if (value.trim() === '') known.empty = true;
  into.set(key, known);
}

/** Returns the keys that the manifest names, which the product's own pages show. */
function namedKeys({ title, description, permissions = {}, settings = {} }: PluginManifest): [string, string][] {
  return [
    [title, 'title'],
    [description, 'description'],
    ...Object.entries(permissions).map(([name, { label }]): [string, string] => [
      label,
      `permissions["${name}"].label`,
    ]),
    ...Object.entries(settings).flatMap(([name, { label, help, section, labels = [] }]): [string, string][] =>
      [label, help, section, ...labels].flatMap((key) =>
        key === undefined || key.startsWith('kernel.') ? [] : [[key, `settings.${name}`] as [string, string]],
      ),
    ),
  ];
}

/**
 * Checks that the texts are complete: every key of Portuguese in every language, with the same placeholders, none
 * empty.
 */
export async function localeFindings(root: string, manifest: PluginManifest): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tables = new Map<Language, Table>();
  for (const language of languages) {
    const where = `locales/${language}.json`;
    const text = await readFile(join(root, where), 'utf8').catch(() => undefined);
    const refuse = (code: CheckCode, message: string, fix: string) => findings.push({ code, where, message, fix });
    if (text === undefined) {
      refuse('LOCALE_MISSING', 'the file is not there', `Write ${where} with every key of locales/pt.json.`);
      continue;
    }
    try {
      const table: Table = new Map();
      const strange: string[] = [];
      read(JSON.parse(text), '', table, strange);
      for (const path of strange)
        refuse('LOCALE_INVALID', `"${path}" is no text`, 'Texts are strings, nested in objects.');
      tables.set(language, table);
    } catch (error) {
      refuse('LOCALE_INVALID', `it is no JSON: ${(error as Error).message}`, 'Correct the file.');
    }
  }
  const pt = tables.get('pt');
  if (!pt) return findings;
  for (const [key, field] of namedKeys(manifest)) {
    if (!pt.has(key))
      findings.push({
        code: 'LOCALE_MISSING',
        where: 'locales/pt.json',
        message: `the manifest names the text "${key}" (${field}), which is not there`,
        fix: `Add "${key}" to the three files in locales/.`,
      });
  }
  for (const [language, table] of tables) {
    const where = `locales/${language}.json`;
    const refuse = (code: CheckCode, message: string, fix: string) => findings.push({ code, where, message, fix });
    for (const [key, { empty, forms }] of table)
      if (empty)
        refuse('LOCALE_EMPTY', `"${forms[0] ?? key}" is empty`, 'Write the text, or remove the key everywhere.');
    if (language === 'pt') continue;
    for (const [key, { placeholders }] of pt) {
      const other = table.get(key);
      if (!other) {
        refuse('LOCALE_MISSING', `"${key}" is in pt.json and not here`, `Add "${key}" to ${where}.`);
        continue;
      }
      const lost = [...placeholders].filter((name) => !other.placeholders.has(name));
      const extra = [...other.placeholders].filter((name) => !placeholders.has(name));
      if (lost.length + extra.length > 0)
        refuse(
          'LOCALE_PLACEHOLDER',
          `"${key}" has ${[...lost.map((name) => `no {{${name}}}`), ...extra.map((name) => `{{${name}}}, which pt.json has not`)].join(' and ')}`,
          'Use the same placeholders in every language.',
        );
    }
    for (const key of table.keys())
      if (!pt.has(key))
        refuse(
          'LOCALE_UNKNOWN',
          `"${key}" is not in pt.json`,
          `Add it to locales/pt.json, or remove it from ${where}.`,
        );
  }
  return findings;
}
