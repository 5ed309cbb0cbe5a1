import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { checkGraph, checkReferences } from '../graph/check.ts';
import { GraphFault, readElements } from '../graph/elements.ts';
import { nameKey } from '../graph/fill.ts';
import { builtInTypes, foreignTypes } from '../graph/node-data.ts';
import { decorations, type FlowGraph, type FlowProblem } from '../graph/types.ts';
import { knownNames } from './engine/built-in-values.ts';
import { runnersOf } from './engine/runners.ts';
import { liveVersion } from './flow-store.ts';

const refused = (error: unknown): never => {
  if (!(error instanceof GraphFault)) throw error;
  const { code, values } = error;
  throw new AppError(400, 'ERR_FLOW_DATA', { fields: { data: code }, context: { code, values } });
};

/** Reads `data` of a request. ERR_FLOW_DATA (400) with the reason, when it must not be stored. */
export const readDrawing = (data: string): FlowGraph => {
  try {
    return readElements(data);
  } catch (error) {
    return refused(error);
  }
};

const ownTypes: ReadonlySet<string> = new Set([...builtInTypes, ...foreignTypes, ...decorations]);

/**
 * Refuses kinds of node that do not exist. Kinds that the flow already has are accepted: their plugin may be off at the
 * moment.
 */
export const assertKnownTypes = (scope: Scope, graph: FlowGraph, before: FlowGraph | undefined): void => {
  const runner = runnersOf(scope);
  const had = new Set(before?.nodes.map(({ type }) => type));
  const unknown = graph.nodes.find(({ type }) => !ownTypes.has(type) && !had.has(type) && !runner(type));
  if (unknown) refused(new GraphFault('unknownType', { type: unknown.type }));
};

/** Finds the nodes by which a flow would run itself, directly or through published flows. */
const cycles = async (scope: Scope, graph: FlowGraph, flowId: number | undefined): Promise<FlowProblem[]> => {
  if (flowId === undefined) return [];
  const runner = runnersOf(scope);
  const targets = (nodes: readonly { type: string; data: unknown }[]) =>
    nodes.flatMap((node) => {
      const { node: kind } = runner(node.type) ?? {};
      const parsed = kind?.flows ? kind.schema.safeParse(node.data) : undefined;
      return parsed?.success ? [...(kind?.flows?.(parsed.data) ?? [])] : [];
    });
  const seen = new Map<number, boolean>();
  const leadsBack = async (id: number): Promise<boolean> => {
    if (id === flowId) return true;
    const known = seen.get(id);
    if (known !== undefined) return known;
    seen.set(id, false);
    const version = await liveVersion(scope, id);
    for (const next of targets([...(version?.nodes.values() ?? [])]))
      if (await leadsBack(next)) {
        seen.set(id, true);
        return true;
      }
    return false;
  };
  const problems: FlowProblem[] = [];
  for (const node of graph.nodes)
    for (const target of targets([node]))
      if (await leadsBack(target)) problems.push({ level: 'error', code: 'flowCycle', nodeId: node.id });
  return problems;
};

const maxOptions = 20;

/** Warns of questions with more options than a connected channel shows as buttons. */
const optionWarnings = async (scope: Scope, graph: FlowGraph): Promise<FlowProblem[]> => {
  const channels = await scope.sql.rows<{ channel: string }>(
    sql`select distinct channel from connections.public_connection`,
  );
  const limits = channels.flatMap(({ channel }) => {
    const max = scope.use(connections).adapter({ channel })?.capabilities.interactive?.max;
    return max === undefined ? [] : [max];
  });
  const max = Math.min(maxOptions, ...limits);
  return graph.nodes
    .filter(({ type, data }) => {
      const options = data['options'];
      return type === 'questionNode' && data['optionType'] !== 'text' && Array.isArray(options) && options.length > max;
    })
    .map(({ id }) => ({ level: 'warning', code: 'manyOptions', nodeId: id, field: 'options', values: { max } }));
};

/** Returns everything that is wrong with a drawing; errors prevent publishing. */
export const checkFlow = async (scope: Scope, graph: FlowGraph, flowId: number | undefined): Promise<FlowProblem[]> => {
  const names = new Set(knownNames(scope).map(({ name }) => nameKey(name)));
  const { problems, nodes } = checkGraph(graph, { runner: runnersOf(scope), names });
  return [
    ...problems,
    ...(await checkReferences(nodes)),
    ...(await cycles(scope, graph, flowId)),
    ...(await optionWarnings(scope, graph)),
  ];
};
