import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { queues } from '@balcao/queues/contract';
import type { FlowGraph, FlowNodeElement } from '../../graph/types.ts';
import type { FlowExport, FlowMap, FlowNeed } from '../../graph/wire.ts';
import { wordKey } from '../../graph/words.ts';
import { readDrawing } from '../check-flow.ts';
import { runnersOf } from '../engine/runners.ts';
import { listFlows } from '../flow-output.ts';
import { toId } from '../nodes/to-id.ts';

/** Reads the drawing of a file. ERR_FLOW_FILE or ERR_FLOW_DATA (400). */
export const readFile = (file: Pick<FlowExport, 'format' | 'version' | 'elements'>): FlowGraph => {
  if (file.format !== 'balcao-flow' || file.version !== 1) throw new AppError(400, 'ERR_FLOW_FILE');
  return readDrawing(JSON.stringify(file.elements));
};

type Named = { id: string; name: string };

/** Things of this company by kind, of which the one with the same name is suggested. Other kinds have no suggestion. */
const things: Readonly<Record<string, (scope: Scope) => Promise<Named[]>>> = {
  queue: async (scope) => (await scope.use(queues).list()).map(({ id, name }) => ({ id: String(id), name })),
  user: (scope) => scope.sql.rows<{ id: string; name: string }>(sql`select id::text as id, name from kernel."user"`),
  flow: async (scope) => (await listFlows(scope)).map(({ id, title }) => ({ id: String(id), name: title })),
};

const suggested = async (scope: Scope, kind: string, name: string): Promise<string | null> => {
  const known = (await things[kind]?.(scope)) ?? [];
  return known.find((thing) => wordKey(thing.name) === wordKey(name))?.id ?? null;
};

/** Returns what has to be chosen before an import, with the thing of the same name as a suggestion. */
export const needsOf = async (scope: Scope, needs: FlowExport['needs'], graph: FlowGraph): Promise<FlowNeed[]> => {
  const uses = usesOf(scope, graph);
  const result: FlowNeed[] = [];
  for (const { kind, id, name } of needs)
    result.push({
      kind,
      id,
      name,
      nodes: uses.get(`${kind}:${id}`) ?? 0,
      suggestion: await suggested(scope, kind, name),
    });
  return result;
};

/** Counts the nodes that name each thing, by asking them to exchange it. */
const usesOf = (scope: Scope, graph: FlowGraph): Map<string, number> => {
  const uses = new Map<string, number>();
  const count = (kind: string, id: string): undefined => {
    if (id !== 'null') uses.set(`${kind}:${id}`, (uses.get(`${kind}:${id}`) ?? 0) + 1);
    return undefined;
  };
  for (const node of graph.nodes) exchanged(scope, node, count);
  return uses;
};

const exchanged = (
  scope: Scope,
  node: FlowNodeElement,
  ids: (kind: string, id: string) => string | undefined,
): FlowNodeElement => {
  if (node.type === 'startNode') return withQueue(node, ids);
  const kind = runnersOf(scope)(node.type);
  const parsed = kind?.node.refers ? kind.node.schema.safeParse(node.data) : undefined;
  if (!kind || !parsed?.success) return node;
  const put = kind.node.refers?.put(parsed.data as never, ids) ?? {};
  return { ...node, data: { ...node.data, ...put } };
};

const withQueue = (node: FlowNodeElement, ids: (kind: string, id: string) => string | undefined): FlowNodeElement => {
  const settings = node.data['settings'] as Record<string, unknown> | undefined;
  if (settings?.['queueId'] == null) return node;
  const queueId = toId(ids('queue', String(settings['queueId'])));
  return { ...node, data: { ...node.data, settings: { ...settings, queueId } } };
};

/** Puts the company's own things in place of those of the file; what was not chosen stays empty. */
export const mapped = (scope: Scope, graph: FlowGraph, map: FlowMap): FlowGraph => ({
  edges: graph.edges,
  nodes: graph.nodes.map((node) =>
    exchanged(scope, node, (kind, id) => (Object.hasOwn(map, `${kind}:${id}`) ? map[`${kind}:${id}`] : undefined)),
  ),
});
