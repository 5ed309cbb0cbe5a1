import type { Plugin } from '@balcao/sdk/server';
import type { Source } from './discover.ts';
import type { Fault } from './faults.ts';
import type { Ledger } from './ledger.ts';

/** A plugin whose server part was imported and set up. */
export interface LoadedPlugin {
  source: Source;
  plugin: Plugin;
  ledger: Ledger;
  /** Milliseconds that import and setup took. */
  loadMs: number;
}

/** An installed version that could not run, while another one does. */
export interface RefusedBuild {
  /** Version; empty when the manifest cannot be read. */
  version: string;
  build: string | undefined;
  source: Source | undefined;
  faults: readonly Fault[];
}

/** The result of reading, importing and checking the plugins of an installation. */
export interface Loading {
  loaded: LoadedPlugin[];
  faults: Fault[];
  sources: Source[];
  /** Versions that could not run, by plugin, while another one does. */
  refused?: ReadonlyMap<string, RefusedBuild>;
}
