import { checks } from './checks/index.ts';
import { openStand, subjectOn, type PluginSuiteOptions, type Stand, type Subject } from './stand.ts';
import { readPlugin, withNeeds } from './plugin-folder.ts';

/** Stands of this file by the plugins that run on them: what runs together is started once. */
const stands = new Map<string, Promise<Stand>>();

/**
 * Declares, in a file of Vitest, what every plugin is held to: that the platform takes it, that it speaks three languages,
 * refuses whom it must, keeps companies apart, is gone when it is switched off, leaves nothing behind, brings the rows of
 * earlier releases with it, and answers bad input with the catalogue's codes. Against a source or a built folder, whoever
 * wrote it; plugins it requires are started beside it on a database of its own.
 *
 * Rows come from `seed` or the plugin's `test/seed.ts`, and for all tables left empty from the schema itself.
 *
 * @example
 * ```ts
 * // test/platform.test.ts
 * import path from 'node:path';
 * import { pluginSuite } from '@balcao/testing';
 *
 * await pluginSuite({ root: path.resolve(import.meta.dirname, '..') });
 * ```
 */
export const pluginSuite = async (options: PluginSuiteOptions): Promise<void> => {
  const { afterAll, beforeAll, describe, expect, inject, test } = await import('vitest');
  const databaseUrl = options.databaseUrl ?? inject('databaseUrl' as never);
  const plugin = await readPlugin(options.root);
  const plugins = await withNeeds(options.root, options.with);
  const key = plugins
    .map(({ dir }) => dir)
    .toSorted()
    .join('\n');
  const begin = (): Promise<Stand> => {
    const stand = stands.get(key) ?? openStand(databaseUrl, plugins);
    stands.set(key, stand);
    return stand;
  };
  afterAll(async () => {
    const stand = await stands.get(key)?.catch(() => undefined);
    stands.delete(key);
    await stand?.close();
  });
  describe(`the plugin ${plugin.manifest.id}`, () => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await subjectOn(await begin(), { ...options, databaseUrl });
    }, 120_000);
    for (const { says, look } of checks.filter((one) => one.concerns?.(plugin) ?? true))
      test(says, async () => expect(await look(subject)).toEqual([]), 300_000);
  });
};
