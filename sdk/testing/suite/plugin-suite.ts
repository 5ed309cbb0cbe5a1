import { checks } from './checks/index.ts';
import {
  damaging,
  openSuiteHost,
  sharedCompany,
  subjectOn,
  type PluginSuiteOptions,
  type SuiteHost,
  type Subject,
} from './suite-host.ts';
import { readPlugin, withNeeds } from './plugin-folder.ts';

/** Running hosts of this file by their plugins: plugins that run together are started once. */
const suiteHosts = new Map<string, Promise<SuiteHost>>();

/**
 * Declares the tests that every plugin must pass, in a file of Vitest: the platform loads it, it has texts in three
 * languages, checks access, isolates companies, is inactive when switched off, leaves no side effects, migrates the
 * rows of earlier releases, and rejects bad input with codes of the catalogue. It works on a source or a built folder
 * of any author; the required plugins run beside it on a database of its own.
 *
 * Rows are created by `seed` or the plugin's `test/seed.ts`, and for all tables left empty from the schema itself.
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
  const begin = (): Promise<SuiteHost> => {
    const suiteHost = suiteHosts.get(key) ?? openSuiteHost(databaseUrl, plugins);
    suiteHosts.set(key, suiteHost);
    return suiteHost;
  };
  afterAll(async () => {
    const suiteHost = await suiteHosts.get(key)?.catch(() => undefined);
    suiteHosts.delete(key);
    await suiteHost?.close();
  });
  describe(`the plugin ${plugin.manifest.id}`, () => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await subjectOn(await begin(), { ...options, databaseUrl }, sharedCompany);
    }, 120_000);
    for (const { title, run, isDamaging } of checks.filter((one) => one.appliesTo?.(plugin) ?? true))
      test(title, async () => expect(await run(isDamaging ? damaging(subject) : subject)).toEqual([]), 300_000);
  });
};
