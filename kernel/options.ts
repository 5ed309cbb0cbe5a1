import type { Server } from 'node:http';
import { join } from 'node:path';
import type { DevClients } from './clients.ts';
import type { Config } from './config/index.ts';
import type { PluginRoot } from './host/discover.ts';
import type { Limits } from './host/limits.ts';

const repository = join(import.meta.dirname, '..');
/** Where the host page's build lies. */
export const hostDist = join(repository, 'web-host', 'dist');

export interface KernelOptions {
  config: Config;
  /** The owner's address of the database. */
  databaseUrl: string;
  /** Folders of plugins. Absent: the platform's own, PLUGINS_PATH and DATA_DIR/plugins. */
  roots?: readonly PluginRoot[];
  /**
   * Runs built plugins where they lie and not their copies: for suites that put a note around what a plugin declares. They
   * cannot be exchanged while the product runs then.
   */
  inPlace?: boolean;
  /** Serves browser code from source, with reload on change. */
  dev?: (server: Server) => Promise<DevClients & { close(): Promise<void> }>;
  /** Where log lines go. Absent: standard output. */
  logTo?: { write(line: string): void };
  /** How long one plugin's server part may take to be imported. Absent: 10 s. */
  importLimitMs?: number;
  /** In place of the usual ones. */
  limits?: Partial<Limits>;
  /** What must be done before /readyz says yes, such as loading demo data. */
  prepared?: Promise<void>;
  /** Tells the browser which demo account to offer, and the path where the demonstration begins. */
  demo?: { email: string; password: string; start?(): Promise<string | undefined> };
}

export const defaultRoots = ({ pluginsPath, dataDir }: Config): PluginRoot[] => [
  { dir: join(repository, 'plugins'), firstParty: true },
  ...pluginsPath.map((dir) => ({ dir, firstParty: false })),
  { dir: join(dataDir, 'plugins'), firstParty: false },
];
