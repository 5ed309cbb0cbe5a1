import type { Server } from 'node:http';
import { join } from 'node:path';
import type { DevClients } from './clients.ts';
import type { PasswordCost } from './auth/passwords.ts';
import type { Config } from './config/index.ts';
import type { PoolSizes } from './database/pools.ts';
import type { PluginRoot } from './host/discover.ts';
import type { Limits } from './host/limits.ts';

const repository = join(import.meta.dirname, '..');
/** Folder of the host page's build. */
export const hostDist = join(repository, 'web-host', 'dist');

export interface KernelOptions {
  config: Config;
  /** URL of the database as its owner. */
  databaseUrl: string;
  /** Folders of plugins. Absent: the platform's own, PLUGINS_PATH and DATA_DIR/plugins. */
  roots?: readonly PluginRoot[];
  /** Returns the module to import instead of a source file of the platform: its bundle. Absent: the file itself. */
  moduleOf?(file: string): string;
  /**
   * Runs built plugins from their own folder instead of a copy: for suites that modify what a plugin declares. They
   * cannot be replaced while the product runs then.
   */
  inPlace?: boolean;
  /** Serves browser code from source, with reload on change. */
  dev?: (server: Server) => Promise<DevClients & { close(): Promise<void> }>;
  /** Destination of log lines. Absent: standard output. */
  logTo?: { write(line: string): void };
  /** Milliseconds for importing one plugin's server part. Absent: 10 s. */
  importLimitMs?: number;
  /** Cost of password hashes; less than recommended only in tests, which create thousands of people. */
  passwordCost?: PasswordCost;
  /**
   * Replaces some of the default sizes of connection pools. Fewer only in tests, where opening connections and filling
   * their caches is a large part of the work.
   */
  poolSizes?: Partial<PoolSizes>;
  /**
   * Milliseconds after which another node takes over jobs and leases of one that died; the same on all nodes, and less
   * than usual only in tests that kill nodes. Absent: 30 s for jobs, 10 s for leases.
   */
  takeOverMs?: number;
  /** Replaces some of the default limits. */
  limits?: Partial<Limits>;
  /** Must resolve before /readyz succeeds; for instance loading demo data. */
  prepared?: Promise<void>;
  /** Demo account that the browser offers, and the path where the demonstration begins. */
  demo?: { email: string; password: string; start?(): Promise<string | undefined> };
}

export const defaultRoots = ({ pluginsPath, dataDir }: Config): PluginRoot[] => [
  { dir: join(repository, 'plugins'), firstParty: true },
  ...pluginsPath.map((dir) => ({ dir, firstParty: false })),
  { dir: join(dataDir, 'plugins'), firstParty: false },
];
