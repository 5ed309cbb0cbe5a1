import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BundleError, buildPlugin, buildServer, writeInstallable, type InstallableJson } from '@balcao/sdk/build';
import { sdkVersion } from '@balcao/sdk/version';
import { localeFindings } from './locale-check.ts';
import { Findings, type Finding } from './problem.ts';
import type { SourceFolder } from './source-folder.ts';

/** The packages whose majors an SDK pins for the page. */
const sharedPackages = [
  'react',
  'react-dom',
  'react-router-dom',
  'jotai',
  '@tanstack/react-query',
  '@griffel/react',
  'i18next',
  'react-i18next',
  '@fluentui/react-components',
];

async function sharedVersions(checkout: string): Promise<Record<string, string>> {
  const require = createRequire(join(checkout, 'sdk', 'package.json'));
  const versions = await Promise.all(
    sharedPackages.map(async (name) => {
      const folders = (require.resolve.paths(name) ?? []).map((folder) => join(folder, name, 'package.json'));
      const place = folders.find(existsSync);
      const { version = '' } = place ? (JSON.parse(await readFile(place, 'utf8')) as { version?: string }) : {};
      return [name, version] as const;
    }),
  );
  return Object.fromEntries(versions);
}

/** Runs one part of a build; its faults become findings, and the other parts continue. */
async function part(where: string, findings: Finding[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BundleError) findings.push(...error.faults.map((fault) => ({ where, ...fault })));
    else
      findings.push({
        code: 'BUILD_FAILED',
        where,
        message: (error instanceof Error ? error.message : String(error)).trim().replaceAll('\n', '\n    '),
        fix: `Mend the code in ${where}; npx tsc --noEmit shows more.`,
      });
  }
}

/** Returns the package.json for Node, which reads the module type from it, and for npm when the plugin is published. */
async function packageJson({ root, manifest }: SourceFolder, checkoutless: string): Promise<object> {
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '{}');
  const { name, description } = JSON.parse(text) as { name?: string; description?: string };
  return {
    name: name ?? checkoutless,
    version: manifest.version,
    ...(description && { description }),
    license: manifest.license,
    type: 'module',
  };
}

export interface BuiltPlugin {
  folder: string;
  build: InstallableJson;
}

/** Returns the default output folder of `balcao build`. */
export const builtFolder = ({ root, manifest }: SourceFolder): string => join(root, 'build', manifest.id);

/**
 * Builds everything that is installed of a plugin into one folder. Throws Findings with every fault of its texts and of
 * both bundles; the former build then stays.
 */
export async function buildInstallable(
  source: SourceFolder,
  { checkout, target = builtFolder(source) }: { checkout: string; target?: string },
): Promise<BuiltPlugin> {
  const { root, manifest } = source;
  const next = join(dirname(target), `.${manifest.id}.${process.pid}`);
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  try {
    const findings: Finding[] = await localeFindings(root, manifest);
    if (existsSync(join(root, 'server', 'index.ts')))
      await part('server/', findings, () => buildServer({ root, outDir: join(next, 'server') }));
    if (existsSync(join(root, 'client', 'index.tsx')))
      await part('client/', findings, () => buildPlugin({ root, outDir: join(next, 'dist') }));
    if (findings.length > 0)
      throw new Findings(
        `${manifest.id} cannot be built. ${findings.length === 1 ? 'One fault' : `${findings.length} faults`}:`,
        findings,
      );

    await writeFile(join(next, 'plugin.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await writeFile(
      join(next, 'package.json'),
      `${JSON.stringify(await packageJson(source, `balcao-plugin-${manifest.id}`), null, 2)}\n`,
    );
    await cp(join(root, 'locales'), join(next, 'locales'), {
      recursive: true,
      filter: (file) => !/\/locales\/.+$/.test(file.slice(root.length)) || /\/(pt|en|es)\.json$/.test(file),
    });
    for (const name of await readdir(root))
      if (/^(readme|license|licence|notice)(\.(md|txt))?$/i.test(name))
        await copyFile(join(root, name), join(next, name));
    const build = await writeInstallable(next, {
      id: manifest.id,
      version: manifest.version,
      sdk: sdkVersion,
      shared: await sharedVersions(checkout),
    });
    await rm(target, { recursive: true, force: true });
    await rename(next, target);
    return { folder: target, build };
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}
