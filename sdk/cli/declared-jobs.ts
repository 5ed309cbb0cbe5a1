import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { recordingHost } from '@balcao/kernel/checks';
import { offerSdk } from '@balcao/kernel/checks';

/**
 * Names of the jobs that an installed plugin declares: only its server part knows them. None of one that cannot be
 * loaded any more: then those are left that begin with its id, as all should.
 */
export async function jobsOf(folder: string | undefined): Promise<string[]> {
  const server = folder && join(folder, 'server', 'index.js');
  if (!server || !existsSync(server)) return [];
  // An installed plugin has no node_modules: the SDK it names is ours.
  offerSdk([await realpath(folder)]);
  try {
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
