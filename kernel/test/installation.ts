import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writeInstallable } from '@balcao/sdk/build';
import { hashOfFiles, integrityOf } from '../../sdk/build/build-json.ts';

/** A plugin as an operator installs it: a folder of files that were built elsewhere. */
export interface Installed {
  /** Text of plugin.json, or fields besides the usual ones. */
  manifest?: object | string;
  /** Body of `setup(host)`. Absent: no server part. */
  setup?: string;
  /** Other arguments of definePlugin: `migrations: […],`. */
  parts?: string;
  /** The whole server part, instead of `setup`. */
  server?: string;
  /** Browser files of `dist`, which are listed in build.json. */
  client?: Record<string, string>;
  /** Files of `dist` that are overwritten after they were listed. */
  changed?: Record<string, string>;
  /** Further files, by their path in the plugin's folder. */
  files?: Record<string, string>;
  /** Describes all files in `build.json`, as a build for installing does. */
  built?: true;
}

export const usual = (id: string): Record<string, unknown> => ({
  id,
  version: '1.0.0',
  title: 'title',
  description: 'description',
  publisher: 'test',
  license: 'MIT',
  sdk: '*',
});

const serverOf = ({ setup = '', parts = '' }: Installed): string =>
  `import * as sdk from '@balcao/sdk/server';
const { companyCache, definePlugin, event, job, point, room, service, z } = sdk;
const handle = async () => ({});
const route = (host, path, access = 'signed-in') => host.route('GET', path, { access, handle });
export default definePlugin({}, { ${parts} setup(host) { ${setup} } });
`;

const writeClient = async (dir: string, { client = {}, changed = {} }: Installed): Promise<void> => {
  const dist = path.join(dir, 'dist');
  await mkdir(dist);
  const files = Object.fromEntries(
    Object.entries(client).map(([name, text]) => [
      name,
      { integrity: integrityOf(Buffer.from(text)), size: Buffer.byteLength(text) },
    ]),
  );
  const build = { sdk: '0.1.0', hash: hashOfFiles(files), entry: 'client.js', files };
  await writeFile(path.join(dist, 'build.json'), JSON.stringify(build));
  for (const [name, text] of Object.entries({ ...client, ...changed })) await writeFile(path.join(dist, name), text);
};

export interface PluginFolder {
  dir: string;
  /** Puts it where it was not yet in one step, as `balcao add` does: nobody finds half of it. */
  add(folder: string, plugin: Installed): Promise<void>;
  /** Replaces a plugin by another version, as `balcao add` does; it is absent for so many milliseconds. */
  replace(folder: string, plugin: Installed, absentMs?: number): Promise<void>;
  /** Removes a plugin, as `balcao remove` does. */
  takeOut(folder: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a folder of installed plugins outside the repository. */
export const pluginFolder = async (plugins: Record<string, Installed> = {}): Promise<PluginFolder> => {
  const home = await mkdtemp(path.join(tmpdir(), 'balcao-installed-'));
  const dir = path.join(home, 'plugins');
  const [incoming, leaving] = [path.join(home, 'incoming'), path.join(home, 'leaving')];
  const add = async (folder: string, plugin: Installed): Promise<void> => {
    await write(incoming, folder, plugin);
    await rename(incoming, path.join(dir, folder));
  };
  const write = async (place: string, folder: string, plugin: Installed): Promise<void> => {
    await mkdir(path.join(place, 'server'), { recursive: true });
    const { manifest = {} } = plugin;
    // A plugin that runs from source has its own manifest among the files.
    const isSource = plugin.files?.['manifest.ts'] !== undefined;
    const text = typeof manifest === 'string' ? manifest : JSON.stringify({ ...usual(folder), ...manifest });
    if (!isSource) await writeFile(path.join(place, 'plugin.json'), text);
    const server =
      plugin.server ?? (plugin.setup === undefined && plugin.parts === undefined ? undefined : serverOf(plugin));
    if (server !== undefined) await writeFile(path.join(place, 'server', 'index.js'), server);
    if (plugin.client) await writeClient(place, plugin);
    for (const [name, text] of Object.entries(plugin.files ?? {})) {
      await mkdir(path.dirname(path.join(place, name)), { recursive: true });
      await writeFile(path.join(place, name), text);
    }
    const { version } = { ...usual(folder), ...(typeof manifest === 'string' ? {} : manifest) } as { version: string };
    if (plugin.built) await writeInstallable(place, { id: folder, version, sdk: '0.1.0', shared: {} });
  };
  await mkdir(dir);
  for (const [folder, plugin] of Object.entries(plugins)) await add(folder, plugin);
  const replace = async (folder: string, plugin: Installed, absentMs = 0): Promise<void> => {
    await write(incoming, folder, plugin);
    await rename(path.join(dir, folder), leaving);
    if (absentMs > 0) await setTimeout(absentMs);
    await rename(incoming, path.join(dir, folder));
    await rm(leaving, { recursive: true });
  };
  const takeOut = async (folder: string): Promise<void> => {
    await rename(path.join(dir, folder), leaving);
    await rm(leaving, { recursive: true });
  };
  return { dir, add, replace, takeOut, remove: () => rm(home, { recursive: true, force: true }) };
};
