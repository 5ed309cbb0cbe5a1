import type { ChildProcess } from 'node:child_process';

/** A node of the product that a bench started. */
export interface RunningNode {
  url: string;
  bootMs: number;
  cpuMs: number;
  child: ChildProcess;
  token: string;
  stop(): Promise<void>;
}
