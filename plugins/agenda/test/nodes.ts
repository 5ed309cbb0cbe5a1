import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TestHost } from '@balcao/testing';

const nodes: ChildProcess[] = [];

/** Starts a node on the database of a test host, in a process of its own that can be killed. */
export const startNode = async (host: TestHost): Promise<ChildProcess> => {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), [host.databaseUrl, host.dataDir], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  nodes.push(child);
  await once(child, 'message');
  return child;
};

export const killNodes = (): void => {
  for (const node of nodes.splice(0)) node.kill('SIGKILL');
};
