import type { FlowFault } from '../contract.ts';
import { namesOfNode } from './compile.ts';
import { loopsWithoutWait, reachable } from './paths.ts';
import { foreignTypes } from './node-data.ts';
import { nameKey, namesIn } from './fill.ts';
import { decorations, type FlowGraph, type FlowNodeElement, type FlowProblem } from './types.ts';
import type { NodeRunner } from './world.ts';

interface Known {
  runner(type: string): NodeRunner | undefined;
  /** Keys of the names that exist without being set by the flow. */
  names: ReadonlySet<string>;
}

type Report = (problem: Omit<FlowProblem, 'level'> & { level?: FlowProblem['level'] }) => void;

/** A node whose data is sound, with its kind. */
interface ReadNode {
  element: FlowNodeElement;
  runner: NodeRunner;
  data: unknown;
}

const readNodes = (graph: FlowGraph, known: Known, report: Report): ReadNode[] =>
  graph.nodes.flatMap((element) => {
    const { id: nodeId, type } = element;
    if (decorations.includes(type)) return [];
    const runner = known.runner(type);
    if (!runner) {
      const isForeign = (foreignTypes as readonly string[]).includes(type);
      report({ code: isForeign ? 'pluginOff' : 'unknownType', nodeId, values: { type } });
      return [];
    }
    const parsed = runner.node.schema.safeParse(element.data);
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path[0];
      report({ code: 'data', nodeId, ...(field !== undefined && { field: String(field) }) });
      return [];
    }
    return [{ element, runner, data: parsed.data }];
  });

const checkStart = (graph: FlowGraph, report: Report): void => {
  const starts = graph.nodes.filter(({ type }) => type === 'startNode');
  if (starts.length === 0) report({ code: 'noStart' });
  for (const { id } of starts.slice(1)) report({ code: 'manyStarts', nodeId: id });
};

const checkWays = (graph: FlowGraph, nodes: readonly ReadNode[], report: Report): void => {
  const edges = Map.groupBy(graph.edges, ({ source }) => source);
  for (const { element, runner, data } of nodes) {
    const leaving = edges.get(element.id) ?? [];
    const ways = runner.node.handles(data);
    for (const { id, title, isOptional } of ways) {
      const [first, second] = leaving.filter(({ sourceHandle }) => sourceHandle === id);
      if (second) report({ code: 'twoEdges', nodeId: element.id, edgeId: second.id, values: { way: title ?? id } });
      if (!first && !isOptional)
        report({
          code: element.type === 'startNode' ? 'startEdge' : 'missingEdge',
          nodeId: element.id,
          values: { way: title ?? id },
        });
    }
    for (const { id, sourceHandle } of leaving)
      if (!ways.some((way) => way.id === sourceHandle))
        report({ level: 'warning', code: 'strayEdge', nodeId: element.id, edgeId: id, values: { way: sourceHandle } });
  }
};

const checkNames = (nodes: readonly ReadNode[], known: Known, report: Report): void => {
  const set = new Set(nodes.flatMap(({ runner, data }) => [...(runner.node.sets?.(data) ?? [])].map(nameKey)));
  for (const { element, runner, data } of nodes) {
    const names = runner.node.texts ? runner.node.texts(data).flatMap(namesIn) : namesOfNode(element);
    for (const name of new Set(names))
      if (!set.has(name) && !known.names.has(name) && !name.startsWith('secret.'))
        report({ level: 'warning', code: 'unknownVariable', nodeId: element.id, values: { name } });
  }
};

const checkShape = (graph: FlowGraph, nodes: readonly ReadNode[], report: Report): void => {
  const byId = new Map(nodes.map((node) => [node.element.id, node]));
  const waits = (id: string): boolean => {
    const node = byId.get(id);
    return node?.runner.node.waits?.(node.data) ?? false;
  };
  for (const loop of loopsWithoutWait(graph, waits))
    report({ code: 'loop', nodeId: loop[0] ?? '', values: { nodes: loop.length } });
  const reached = reachable(graph);
  for (const { element } of nodes)
    if (!reached.has(element.id)) report({ level: 'warning', code: 'unreachable', nodeId: element.id });
  const handsOver = nodes.some(
    ({ element: { id, type } }) => reached.has(id) && /^(department|person)Node$/.test(type),
  );
  if (!handsOver && nodes.length > 1) report({ level: 'warning', code: 'noHandover' });
};

/** Returns the problems of a drawing that can be seen from itself, without those that nodes find by reading data. */
export const checkGraph = (graph: FlowGraph, known: Known): { problems: FlowProblem[]; nodes: ReadNode[] } => {
  const problems: FlowProblem[] = [];
  const report: Report = (problem) => void problems.push({ level: 'error', ...problem });
  const nodes = readNodes(graph, known, report);
  checkStart(graph, report);
  checkWays(graph, nodes, report);
  checkNames(nodes, known, report);
  checkShape(graph, nodes, report);
  return { problems, nodes };
};

/** Returns the problems that the nodes find by reading data of the company, such as deleted queues. */
export const checkReferences = async (nodes: readonly ReadNode[]): Promise<FlowProblem[]> => {
  const found: FlowProblem[] = [];
  for (const { element, runner, data } of nodes) {
    if (!runner.node.check) continue;
    const faults = await runner
      .run((item, scope) => item.check?.(data as never, scope) ?? [])
      .catch((): readonly FlowFault[] => [{ code: 'checkFailed', isWarning: true }]);
    for (const { code, field, isWarning = false, values } of faults) {
      found.push({
        level: isWarning ? 'warning' : 'error',
        code,
        nodeId: element.id,
        ...(runner.plugin !== 'flows' && code !== 'checkFailed' && { plugin: runner.plugin }),
        ...(field !== undefined && { field }),
        ...(values && { values: { ...values } }),
      });
    }
  }
  return found;
};
