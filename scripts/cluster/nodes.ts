import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { memoryFlags } from '../start/memory.mjs';

export interface Memory {
  rss: number;
  heapUsed: number;
  /** Time of the reading, in milliseconds of this process. */
  at: number;
}

/** One node of the cluster, always at the same address. */
export class ClusterNode {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #ended: Promise<undefined> | undefined;
  /** Memory readings of each process of this node, in order. */
  readonly lives: Memory[][] = [];

  constructor(name: string, port: number, env: Record<string, string>) {
    this.name = name;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = env;
  }

  async start(): Promise<void> {
    const child = fork(path.join(import.meta.dirname, 'node.ts'), [], {
      execArgv: [...memoryFlags],
      env: { ...process.env, ...this.#env, PORT: String(this.port) },
    });
    const ended = once(child, 'exit').then(() => undefined);
    const message = await Promise.race([once(child, 'message'), ended]);
    if (message === undefined) throw new Error(`${this.name} exited before it was ready`);
    const [{ faults }] = message as [{ faults: string[] }];
    if (faults.length > 0) throw new Error(`${this.name} runs with faults: ${faults.join(', ')}`);
    this.#child = child;
    this.#ended = ended;
    this.lives.push([]);
  }

  /** Reads the memory after a garbage collection. */
  async readMemory(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const reading = new Promise<Memory>((resolve) =>
      child.once('message', (memory) => resolve({ ...(memory as Memory), at: performance.now() })),
    );
    child.send('memory', () => undefined);
    const answer = await Promise.race([reading, this.#ended]);
    if (answer && this.#child === child) this.lives.at(-1)?.push(answer);
  }

  /** Kills the process like a power cut: nothing is finished, nothing is closed. */
  kill(): Promise<void> {
    return this.#end((child) => child.kill('SIGKILL'));
  }

  stop(): Promise<void> {
    return this.#end((child) => child.disconnect());
  }

  async #end(how: (child: ChildProcess) => void): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    how(child);
    await this.#ended;
  }
}
