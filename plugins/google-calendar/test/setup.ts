import { afterAll, beforeAll } from 'vitest';
import type { Scope } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { GoogleSimulator } from './google/simulator.ts';
import { Owner, openCompany, startGoogle, startServer } from './office.ts';

/** The simulator and the nodes of the tests of a file, running from the first test on. */
export interface Setup {
  readonly google: GoogleSimulator;
  readonly host: TestHost;
  /** A second node of the same installation. */
  readonly other: TestHost;
  /** The nodes, as they synchronise the calendar of a person. */
  nodesOf(one: Owner): Scope[];
  /** A person of a new company whose account at Google is connected, and equal. */
  connected(name?: string): Promise<Owner>;
  /** A person of a new company who has not connected anything yet. */
  owner(name?: string): Promise<Owner>;
}

/** Opens the simulator and the nodes before the tests of a file, and closes them after it. */
export const withGoogle = ({ nodes = 1 }: { nodes?: 1 | 2 } = {}): Setup => {
  const running: { google?: GoogleSimulator; hosts: TestHost[] } = { hosts: [] };
  const required = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('not running: used outside of a test, or more nodes than were asked for');
    return part;
  };
  beforeAll(async () => {
    running.google = await startGoogle();
    while (running.hosts.length < nodes) running.hosts.push(await startServer(running.hosts[0]));
  }, 120_000);
  afterAll(async () => {
    for (const host of running.hosts.toReversed()) await host.close();
    await running.google?.stop();
  });
  return {
    get google() {
      return required(running.google);
    },
    get host() {
      return required(running.hosts[0]);
    },
    get other() {
      return required(running.hosts[1]);
    },
    nodesOf: ({ company }) => running.hosts.map((host) => host.kernel.scope(company.id, 'google-calendar')),
    connected(name) {
      return Owner.connected(this.host, this.google, name);
    },
    async owner(name) {
      return Owner.of(this.host, this.google, await openCompany(this.host), name);
    },
  };
};
