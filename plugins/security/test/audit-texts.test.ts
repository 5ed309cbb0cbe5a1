import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from '@balcao/sdk/server';
import { startTestHost, type TestHost } from '@balcao/testing';
import { firstParty } from '../../../scripts/test/conformance/platform.ts';

const languages = ['pt', 'en', 'es'] as const;
type Language = (typeof languages)[number];
type Texts = Record<string, unknown>;

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: firstParty });
}, 120_000);
afterAll(() => host?.close());

const files = new Map<string, Texts>();
const textsOf = (plugin: string, language: Language): Texts => {
  const file = path.join(import.meta.dirname, '../..', plugin, 'locales', `${language}.json`);
  const known = files.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Texts);
  files.set(file, known);
  return known;
};
const textAt = (plugin: string, language: Language, ...keys: string[]): unknown =>
  keys.reduce<unknown>((at, key) => (at as Texts | undefined)?.[key], textsOf(plugin, language));
const camel = (key: string): string => key.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

/** The languages that have no name for something: neither its plugin nor the audit log itself gives one. */
const lacking = (plugin: string, places: readonly (readonly string[])[], shared: readonly string[]): Language[] =>
  languages.filter(
    (language) =>
      typeof textAt('security', language, ...shared) !== 'string' &&
      (plugin === 'kernel' || !places.some((place) => typeof textAt(plugin, language, ...place) === 'string')),
  );
const lackingField = (plugin: string, key: string): Language[] =>
  lacking(
    plugin,
    [
      ['audit', 'field', camel(key)],
      ['field', camel(key)],
    ],
    ['shared', camel(key)],
  );

/** The keys that a value of this schema may have, at any depth. */
const keysIn = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(keysIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: Record<string, unknown> };
  return [...Object.keys(properties), ...Object.values(properties).flatMap(keysIn), ...keysIn(Object.values(rest))];
};
const keysOf = (schema: z.ZodType | undefined): string[] =>
  schema ? keysIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [];

/** Returns whether calls of a route are in the log, as the kernel decides it. */
const isAudited = (method: string, access: unknown, audit: unknown): boolean =>
  audit === undefined
    ? method !== 'GET' && access !== 'signed-in' && typeof access === 'string' && access !== 'public'
    : audit !== false;

test('every field that an administrator sent has a name in the audit log, in three languages', () => {
  const { kernel } = host;
  const routes = [
    ...kernel.routes.map((route) => ({ ...route, plugin: 'kernel' })),
    ...kernel.registry.routes.map(({ definition, ...route }) => ({ ...route, ...definition })),
  ];
  const faults = routes
    .filter(({ method, access, audit }) => isAudited(method, access, audit))
    .flatMap(({ plugin, path: address, input = {} }) => {
      const { params, query, body } = input;
      const keys = [
        ...[...address.matchAll(/:([a-zA-Z]+)/g)].map(([, key = '']) => key),
        ...[params, query, body].flatMap((schema) => keysOf(schema)),
      ];
      return keys.flatMap((key) => {
        const without = lackingField(plugin, key);
        return without.length > 0 ? [`${plugin}: ${key} in ${without.join(', ')}`] : [];
      });
    });
  expect([...new Set(faults)].toSorted()).toEqual([]);
});

test('every table and column whose changes are in the audit log has a name, in three languages', async () => {
  const { rows } = await host.kernel.database.owner.query<{ schema: string; name: string; column: string }>(
    `select n.nspname as schema, c.relname as name, a.attname as column
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where t.tgname = 'audit' and a.attname not in ('company_id', 'updated_at') order by 1, 2, a.attnum`,
  );
  const faults = rows.flatMap(({ schema, name, column }) => {
    const plugin = firstParty.find((id) => id.replaceAll('-', '_') === schema) ?? 'kernel';
    const table = lacking(plugin, [['audit', 'row', camel(name)]], ['sharedRow', camel(name)]);
    const field = lackingField(plugin, column);
    return [
      ...(table.length > 0 ? [`${schema}.${name} in ${table.join(', ')}`] : []),
      ...(field.length > 0 ? [`${schema}.${name}: ${column} in ${field.join(', ')}`] : []),
    ];
  });
  expect(rows.length).toBeGreaterThan(50);
  expect([...new Set(faults)]).toEqual([]);
});
