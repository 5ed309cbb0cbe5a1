import { readFile, readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pluginsFolder } from './installed.ts';

/** What a node writes down of the plugins it runs: as the kernel's watch over installed plugins has it. */
interface NodeReport {
  pid: number;
  host: string;
  plugins: {
    id: string;
    /** That runs; null: none. */
    version: string | null;
    build: string | null;
    /** What is installed, could not run, and why. */
    refused?: { version: string; build: string | null; faults: TakenUp['faults'] };
  }[];
}

/** A node touches its report every few seconds: one that did not for so long is gone. */
const aliveMs = 15_000;
const patienceMs = 60_000;

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** What the nodes tell that run on this data folder now. */
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
      // It ended while it was read.
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}

export interface TakenUp {
  /** Nodes that run on this data folder. 0: the product is not running. */
  nodes: number;
  /** Did not answer in time. */
  silent: number;
  /** Why it cannot run, when it cannot. */
  faults: { code: string; message: string; fix: string }[];
  /** The version that runs. */
  runs: string | undefined;
}

type Standing = NodeReport['plugins'][number] | undefined;

/** Waits until every node that runs has looked at a plugin: until `isDone` of what it tells, or it ended. */
async function settled(dataDir: string, id: string, isDone: (standing: Standing) => boolean): Promise<TakenUp> {
  for (const until = performance.now() + patienceMs; ;) {
    const nodes = await reports(dataDir);
    const standing = nodes.map(({ plugins }) => plugins.find((plugin) => plugin.id === id));
    const silent = standing.filter((one) => !isDone(one)).length;
    if (silent === 0 || performance.now() > until) {
      const refused = standing.find((one) => one?.refused);
      return {
        nodes: nodes.length,
        silent,
        faults: refused?.refused?.faults ?? [],
        runs: (refused ?? standing[0])?.version ?? undefined,
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** After a build was put in its place. */
export const takenUp = (dataDir: string, id: string, hash: string): Promise<TakenUp> =>
  settled(dataDir, id, (standing) => standing?.build === hash || standing?.refused?.build === hash);

/** After a plugin was taken out. */
export const letGo = (dataDir: string, id: string): Promise<TakenUp> =>
  settled(dataDir, id, (standing) => standing === undefined);
