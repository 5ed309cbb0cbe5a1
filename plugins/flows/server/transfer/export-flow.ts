import type { Scope } from '@balcao/sdk/server';
import { queues } from '@balcao/queues/contract';
import type { FlowReference } from '../../contract.ts';
import type { FlowGraph, FlowNodeElement } from '../../graph/types.ts';
import type { FlowExport } from '../../graph/wire.ts';
import { runnersOf } from '../engine/runners.ts';

const unique = (references: readonly FlowReference[]): FlowReference[] => [
  ...new Map(references.map((one) => [`${one.kind}:${one.id}`, one])).values(),
];

/** The queue of handed-over conversations, which is a setting of the flow and no node. */
const settingsQueue = async (node: FlowNodeElement, scope: Scope): Promise<FlowReference[]> => {
  const { queueId } = (node.data['settings'] ?? {}) as { queueId?: unknown };
  const queue = Number.isInteger(queueId) ? await scope.use(queues).find(Number(queueId)) : undefined;
  return queue ? [{ kind: 'queue', id: String(queue.id), name: queue.name }] : [];
};

/** Returns what the nodes refer to, with names. */
export const referencesOf = async (scope: Scope, graph: FlowGraph): Promise<(FlowReference & { nodeId: string })[]> => {
  const runner = runnersOf(scope);
  const found: (FlowReference & { nodeId: string })[] = [];
  for (const node of graph.nodes) {
    const kind = runner(node.type);
    const parsed = kind?.node.refers ? kind.node.schema.safeParse(node.data) : undefined;
    const references =
      kind && parsed?.success
        ? await kind.run(async (item, own) => (await item.refers?.get(parsed.data as never, own)) ?? []).catch(() => [])
        : [];
    const ofSettings = node.type === 'startNode' ? await settingsQueue(node, scope) : [];
    for (const reference of [...references, ...ofSettings]) found.push({ ...reference, nodeId: node.id });
  }
  return found;
};

/** A header with one of these may hold a password that somebody typed instead of naming a secret. */
const isSecretHeader = (name: unknown): boolean =>
  typeof name === 'string' && /auth|token|key|secret|cookie|password/i.test(name);

/** Leaves out what must not leave the company: files, and values of headers that may be secret. */
const withoutSecrets = (node: FlowNodeElement): FlowNodeElement => {
  const data = { ...node.data };
  if (node.type === 'attachmentNode') for (const key of ['mediaPath', 'filePath', 'file']) delete data[key];
  const { headers } = data;
  if (Array.isArray(headers))
    data['headers'] = headers.map((header: { name?: unknown; value?: unknown }) =>
      isSecretHeader(header?.name) && !/%secret\.|\{\{\s*secret\./i.test(String(header?.value ?? ''))
        ? { ...header, value: '' }
        : header,
    );
  return { ...node, data };
};

/** Returns a flow as a file that another company can import. */
export const exportFlow = async (scope: Scope, title: string, graph: FlowGraph): Promise<FlowExport> => {
  const needs = unique(await referencesOf(scope, graph)).map(({ kind, id, name }) => ({ kind, id, name }));
  const files = graph.nodes.flatMap(({ id, type, data }) =>
    type === 'attachmentNode' && typeof data['mediaPath'] === 'string' && data['mediaPath'] !== ''
      ? [{ nodeId: id, name: typeof data['mediaName'] === 'string' ? data['mediaName'] : '' }]
      : [],
  );
  return {
    format: 'balcao-flow',
    version: 1,
    title,
    elements: [...graph.nodes.map(withoutSecrets), ...graph.edges],
    needs,
    files,
  };
};
