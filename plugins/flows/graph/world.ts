import type { Scope } from '@balcao/sdk/server';
import type { ChannelCapabilities } from '@balcao/connections/contract';
import type { FlowEffect, FlowNode, FlowTicket, FlowValues } from '../contract.ts';

/** A kind of node with the way to call it on behalf of its plugin. */
export interface NodeRunner {
  plugin: string;
  node: FlowNode<unknown>;
  /** Rejects when the node fails. */
  run<R>(work: (node: FlowNode<unknown>, scope: Scope) => R | Promise<R>): Promise<R>;
}

/** The surroundings of a step: the conversation and clock of the engine, or those of the simulator. */
export interface World {
  runner(type: string): NodeRunner | undefined;
  /** Values that are no variables of the session: built-in ones and those of plugins. Unknown names are absent. */
  load(keys: readonly string[]): Promise<FlowValues>;
  ticket: FlowTicket;
  channel: ChannelCapabilities | undefined;
  now: Date;
  timeZone: string;
  /** From 0 to below 1, the same for the same step. */
  random(seq: number): number;
  /** A text of this plugin in the company's language. */
  t(key: string, values?: Record<string, string | number>): string;
  isSimulated: boolean;
}

/** An effect of a step, or the release of a conversation that waits for people where it is. */
export interface StepEffect {
  nodeId: string | null;
  plugin: string;
  effect: FlowEffect | { kind: 'release' };
}
