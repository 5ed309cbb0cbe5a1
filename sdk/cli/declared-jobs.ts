import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { offerSdk } from '@balcao/kernel/checks';

/**
 * Returns the names of the jobs that an installed plugin declares, which only its server part knows. Returns none if it
 * can no longer be loaded: callers then match by the plugin's id, with which all names should begin.
 */
export async function jobsOf(folder: string | undefined): Promise<string[]> {
  const server = folder && join(folder, 'server', 'index.js');
  if (!server || !existsSync(server)) return [];
  // An installed plugin has no node_modules: it uses the product's SDK.
  offerSdk([await realpath(folder)]);
  try {
    const { recordingHost } = await import('@balcao/kernel/recording-host');
    const { default: plugin } = (await import(pathToFileURL(server).href)) as {
      default: { manifest: PluginManifest; parts: { setup(host: unknown): void } };
    };
    const { host, ledger } = recordingHost(plugin.manifest);
    plugin.parts.setup(host);
    return ledger.jobs.map((job) => job.id);
  } catch {
    return [];
  }
}
