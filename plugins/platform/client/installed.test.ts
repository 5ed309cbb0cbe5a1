import { expect, test } from 'vitest';
import { conditionOf, inOrder, matching, nameOf, requiredBy, type InstalledPlugin } from './installed.ts';

const plugin = (id: string, more: Partial<InstalledPlugin> = {}): InstalledPlugin => ({
  id,
  title: id,
  description: '',
  version: '1.0.0',
  publisher: 'Acme',
  license: 'MIT',
  core: false,
  firstParty: false,
  state: 'running',
  faults: [],
  refused: null,
  permissions: [],
  settings: [],
  hosts: [],
  publicRoutes: [],
  requires: {},
  optional: {},
  toggle: `plugin:${id}`,
  onWith: null,
  loadMs: 1,
  clientBytes: null,
  errors: { lastHour: 0, byPlace: {}, recent: [] },
  breakers: [],
  companies: { on: 1, total: 3 },
  ...more,
});
const fault = { code: 'BUNDLE_HASH', message: 'client.js is another', fix: 'Install it again.' };
const breaker = { where: 'route', what: 'GET /a', since: '2026-11-20T10:00:00Z', until: '2026-11-20T10:01:00Z' };

test('the condition of a plugin is its worst one', () => {
  expect(conditionOf(plugin('a', { state: 'failed', faults: [fault], breakers: [breaker] }))).toBe('failed');
  expect(conditionOf(plugin('a', { state: 'blocked', faults: [fault] }))).toBe('blocked');
  const refused = { version: '2.0.0', faults: [fault] };
  expect(conditionOf(plugin('a', { refused, faults: [fault], breakers: [breaker] }))).toBe('held');
  expect(conditionOf(plugin('a', { faults: [fault], breakers: [breaker] }))).toBe('partial');
  expect(conditionOf(plugin('a', { breakers: [breaker], companies: { on: 0, total: 3 } }))).toBe('resting');
  expect(conditionOf(plugin('a', { companies: { on: 0, total: 3 } }))).toBe('off');
  expect(conditionOf(plugin('a', { companies: { on: 0, total: 3 }, toggle: null }))).toBe('running');
  expect(conditionOf(plugin('a', { companies: { on: 0, total: 0 } }))).toBe('running');
});

test('plugins in trouble are listed first, and plugins that are off are among the others', () => {
  const plugins = [
    plugin('b'),
    plugin('a', { companies: { on: 0, total: 3 } }),
    plugin('resting', { breakers: [breaker] }),
    plugin('blocked', { state: 'blocked' }),
    plugin('failed', { state: 'failed' }),
  ];
  expect(inOrder(plugins).map(({ id }) => id)).toEqual(['failed', 'blocked', 'resting', 'a', 'b']);
});

test('a plugin is found by parts of its name without accents, and by the access it requests', () => {
  const plugins = [
    plugin('notes', { title: 'Anotações', hosts: ['api.acme.example'] }),
    plugin('mail', { title: 'Correio', permissions: [{ name: 'mail:view', label: 'Ver correio', profiles: [] }] }),
    plugin('broken', { state: 'failed', faults: [fault] }),
  ];
  const found = (term: string): string[] => matching(plugins, term).map(({ id }) => id);
  expect(found('anotacoes')).toEqual(['notes']);
  expect(found('ACME anot')).toEqual(['notes']);
  expect(found('acme.example')).toEqual(['notes']);
  expect(found('mail:view')).toEqual(['mail']);
  expect(found('bundle_hash')).toEqual(['broken']);
  expect(found(' ')).toHaveLength(3);
  expect(found('correio zebra')).toEqual([]);
});

test('a plugin with an unreadable manifest has the name of its folder', () => {
  expect(nameOf(plugin('/srv/plugins/old-thing/'))).toBe('old-thing');
  expect(nameOf(plugin('notes', { title: 'Anotações' }))).toBe('Anotações');
});

test('a plugin lists the plugins that require it', () => {
  const plugins = [plugin('notes'), plugin('stamps', { requires: { notes: '^1.0.0' } }), plugin('mail')];
  expect(requiredBy('notes', plugins).map(({ id }) => id)).toEqual(['stamps']);
});
