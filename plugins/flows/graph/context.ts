import type { FlowContext, FlowValues } from '../contract.ts';
import type { CompiledFlow, CompiledNode } from './compile.ts';
import { fill, nameKey } from './fill.ts';
import type { SessionState } from './state.ts';
import type { World } from './world.ts';

/** Reads variables of the session first, then the loaded values. */
export const valueReader = (
  state: SessionState,
  world: Pick<World, 'ticket'>,
  loaded: FlowValues,
): Pick<FlowContext, 'value' | 'fill'> => {
  const valueOf = (key: string) =>
    state.values[key] ?? loaded[key] ?? (key === 'nome' ? world.ticket.contact.name : undefined);
  return { value: (name) => valueOf(nameKey(name)), fill: (text) => fill(text, valueOf) };
};

/** Returns what a node knows while it runs. */
export const contextOf = ({
  state,
  world,
  node,
  data,
  loaded,
  visits,
}: {
  state: SessionState;
  world: World;
  flow: CompiledFlow;
  node: CompiledNode;
  data: unknown;
  loaded: FlowValues;
  visits: number;
}): FlowContext<never> => ({
  ...valueReader(state, world, loaded),
  nodeId: node.id,
  data: data as never,
  ticket: world.ticket,
  channel: world.channel,
  now: world.now,
  timeZone: world.timeZone,
  visits,
  random: world.random(state.seq),
  state: state.wait?.state ?? null,
  lastReply: state.lastReply ?? undefined,
  values: { ...state.values },
  isSimulated: world.isSimulated,
});
