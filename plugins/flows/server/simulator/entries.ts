import { sql, type Scope } from '@balcao/sdk/server';
import type { FlowEffect } from '../../contract.ts';
import { numberedText } from '../../graph/choose-option.ts';
import type { CompiledFlow } from '../../graph/compile.ts';
import type { StepOutcome } from '../../graph/reducer.ts';
import type { SimulatedEntry } from '../../graph/wire.ts';
import type { StepEffect, World } from '../../graph/world.ts';

type Send = Extract<FlowEffect, { kind: 'send' }>;

const message = (nodeId: string, effect: Send, world: World): SimulatedEntry => {
  const options = (effect.options ?? []).map((option) => ({ ...option }));
  const max = world.channel?.interactive?.max ?? 0;
  const isTappable = options.length > 0 && options.length <= max && effect.asText !== true;
  return {
    kind: 'message',
    nodeId,
    text: isTappable ? effect.text : numberedText(effect.text, options),
    options,
    isTappable,
    file: effect.file ? { path: effect.file.path, name: effect.file.name, mime: effect.file.mime } : null,
  };
};

const shownEffect = ({ nodeId, effect }: StepEffect, world: World, names: Names): SimulatedEntry => {
  const at = nodeId ?? '';
  switch (effect.kind) {
    case 'send':
      return message(at, effect, world);
    case 'note':
      return { kind: 'effect', nodeId: at, effect: 'note', label: effect.text };
    case 'route':
      return {
        kind: 'effect',
        nodeId: at,
        effect: 'route',
        label: world.t('server.simulatedRoute', { target: names(effect) }),
      };
    case 'close':
      return { kind: 'effect', nodeId: at, effect: 'close', label: world.t('server.simulatedClose') };
    case 'release':
      return { kind: 'effect', nodeId: at, effect: 'route', label: world.t('server.simulatedRelease') };
    case 'apply':
      return { kind: 'effect', nodeId: at, effect: 'apply', label: effect.label };
  }
};

type Names = (effect: Extract<FlowEffect, { kind: 'route' }>) => string;

/** Names of queues and people for the chips; an unknown one shows its number. */
export type Directory = ReadonlyMap<string, string>;

/** Returns what a step did, in the order in which a person sees it. */
export const entriesOf = (
  flow: CompiledFlow,
  { record, effects, set, state }: StepOutcome,
  world: World,
  directory: Directory,
): SimulatedEntry[] => {
  const { nodeId } = record;
  const names: Names = ({ queueId, userId }) =>
    [
      queueId == null ? undefined : (directory.get(`queue:${queueId}`) ?? `#${queueId}`),
      userId == null ? undefined : (directory.get(`user:${userId}`) ?? `#${userId}`),
    ]
      .filter((name) => name !== undefined)
      .join(', ') || world.t('server.simulatedWait');
  const node = flow.nodes.get(nodeId);
  return [
    ...(record.isEntry ? [{ kind: 'enter' as const, nodeId }] : []),
    ...Object.entries(set).map(([name, value]) => ({ kind: 'set' as const, nodeId, name, value })),
    ...effects.map((effect) => shownEffect(effect, world, names)),
    ...(record.error === null ? [] : [{ kind: 'error' as const, nodeId: node ? nodeId : null, code: record.error }]),
    ...(record.leftBy === null
      ? []
      : [{ kind: 'leave' as const, nodeId, handle: record.leftBy, edgeId: record.edgeId }]),
    ...(state.ended === null ? [] : [{ kind: 'ended' as const, reason: state.ended }]),
  ];
};

/** Reads the names of the company's queues and people. */
export const directoryOf = async (scope: Scope): Promise<Directory> => {
  const rows = await scope.sql.rows<{ key: string; name: string }>(
    sql`select 'queue:' || q.id as key, q.name from queues.public_queue q
        union all select 'user:' || u.id, u.name from kernel."user" u`,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
};
