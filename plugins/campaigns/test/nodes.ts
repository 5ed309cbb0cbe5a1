import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestHost } from '@balcao/testing';
import type { Sender } from './fixture.ts';

/** Nodes in processes of their own, which a test kills. */
export class Nodes {
  readonly #host: TestHost;
  readonly #alive: ChildProcess[] = [];

  private constructor(host: TestHost) {
    this.#host = host;
  }

  static async start(host: TestHost, count: number): Promise<Nodes> {
    const nodes = new Nodes(host);
    await Promise.all(Array.from({ length: count }, () => nodes.#start()));
    return nodes;
  }

  async #start(): Promise<void> {
    const child = fork(path.join(import.meta.dirname, 'worker.ts'), [this.#host.databaseUrl, this.#host.dataDir], {
      execArgv: [],
      env: { ...process.env, NODE_ENV: 'test' },
    });
    await once(child, 'message');
    this.#alive.push(child);
  }

  /** Starts a campaign on a node, and waits until it is stored that it runs. */
  async begin(sender: Sender, campaignId: number): Promise<void> {
    const [node] = this.#alive;
    if (!node) throw new Error('no node lives');
    node.send({ companyId: sender.company.id, campaignId, connectionId: sender.connectionId });
    await once(node, 'message');
  }

  /**
   * Kills a random node every few seconds and starts another in its place, as long as `goesOn` says so, `most` times at
   * most. One node always lives. Returns how many were killed.
   */
  async killWhile(goesOn: () => boolean, most: number): Promise<number> {
    const starting = new Set<Promise<void>>();
    let killed = 0;
    while (killed < most && goesOn()) {
      await sleep(500 + Math.random() * 1_500);
      if (this.#alive.length < 2) {
        await Promise.race(starting);
        continue;
      }
      const [victim] = this.#alive.splice(Math.floor(Math.random() * this.#alive.length), 1);
      victim?.kill('SIGKILL');
      killed += 1;
      const next: Promise<void> = this.#start().finally(() => starting.delete(next));
      starting.add(next);
    }
    await Promise.all(starting);
    return killed;
  }

  killAll(): void {
    for (const node of this.#alive.splice(0)) node.kill('SIGKILL');
  }
}
