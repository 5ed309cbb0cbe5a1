import { readFile, readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pluginsFolder } from './installed.ts';

/** The report of a node about its plugins, as the kernel's watcher of installed plugins writes it. */
interface NodeReport {
  pid: number;
  host: string;
  plugins: {
    id: string;
    /** The running version; null if none. */
    version: string | null;
    build: string | null;
    /** An installed version that could not run, with the reasons. */
    refused?: { version: string; build: string | null; faults: UpdateResult['faults'] };
  }[];
}

/** A node touches its report every few seconds; after this time it counts as ended. */
const aliveMs = 15_000;
const timeoutMs = 60_000;

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Reads the reports of the nodes that run on this data folder now. */
async function reports(dataDir: string): Promise<NodeReport[]> {
  const folder = join(pluginsFolder(dataDir), '.nodes');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const read = names.map(async (name) => {
    try {
      const { mtimeMs } = await stat(join(folder, name));
      const report = JSON.parse(await readFile(join(folder, name), 'utf8')) as NodeReport;
      const isHere = report.host === hostname();
      return Date.now() - mtimeMs < aliveMs && (!isHere || exists(report.pid)) ? [report] : [];
    } catch {
      // The node ended meanwhile.
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}

export interface UpdateResult {
  /** Number of nodes that run on this data folder. 0: the product is not running. */
  nodes: number;
  /** Number of nodes that did not respond in time. */
  silent: number;
  /** Faults that prevent it from running. */
  faults: { code: string; message: string; fix: string }[];
  /** The running version. */
  runs: string | undefined;
}

type PluginReport = NodeReport['plugins'][number] | undefined;

/** Waits until every running node has handled a plugin: until `isDone` of its report, or the node ended. */
async function settled(dataDir: string, id: string, isDone: (report: PluginReport) => boolean): Promise<UpdateResult> {
  for (const until = performance.now() + timeoutMs; ;) {
    const nodes = await reports(dataDir);
    const present = nodes.map(({ plugins }) => plugins.find((plugin) => plugin.id === id));
    const silent = present.filter((one) => !isDone(one)).length;
    if (silent === 0 || performance.now() > until) {
      const refused = present.find((one) => one?.refused);
      return {
        nodes: nodes.length,
        silent,
        faults: refused?.refused?.faults ?? [],
        runs: (refused ?? present[0])?.version ?? undefined,
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Waits for running nodes after a build was put in place. */
export const waitForUpdate = (dataDir: string, id: string, hash: string): Promise<UpdateResult> =>
  settled(dataDir, id, (report) => report?.build === hash || report?.refused?.build === hash);

/** Waits for running nodes after a plugin was removed. */
export const waitForRemoval = (dataDir: string, id: string): Promise<UpdateResult> =>
  settled(dataDir, id, (report) => report === undefined);
