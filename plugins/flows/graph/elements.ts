import type { FlowEdgeElement, FlowGraph, FlowNodeElement } from './types.ts';

export const maxDataLength = 1_000_000;
export const maxNodes = 1000;
export const maxEdges = 3000;
const maxIdLength = 100;
const maxDepth = 12;
const maxTextLength = 20_000;
const idForm = /^[\w:.-]+$/;
const foreignKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A drawing that cannot be stored. `code` is a locale key below `graph.`. */
export class GraphFault extends Error {
  override readonly name = 'GraphFault';
  readonly code: string;
  readonly values: Record<string, string | number>;
  constructor(code: string, values: Record<string, string | number> = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a copy of JSON that is safe to store: plain, shallow enough, without keys of JavaScript's objects. */
const copied = (value: unknown, depth: number): unknown => {
  if (depth > maxDepth) throw new GraphFault('tooDeep');
  if (typeof value === 'string') {
    if (value.length > maxTextLength) throw new GraphFault('textTooLong', { max: maxTextLength });
    // PostgreSQL stores neither NUL nor unpaired surrogates.
    return value.replaceAll('\0', '').toWellFormed();
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((one) => copied(one, depth + 1));
  if (!isRecord(value)) return typeof value === 'boolean' ? value : null;
  const copy: Json = {};
  for (const key of Object.keys(value)) {
    if (foreignKeys.has(key)) throw new GraphFault('forbiddenKey', { key });
    copy[key.replaceAll('\0', '').toWellFormed()] = copied(value[key], depth + 1);
  }
  return copy;
};

const readId = (value: unknown, code: string): string => {
  if (typeof value !== 'string' || value === '' || value.length > maxIdLength || !idForm.test(value))
    throw new GraphFault(code);
  if (foreignKeys.has(value)) throw new GraphFault('forbiddenKey', { key: value });
  return value;
};

const coordinate = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(-1e6, Math.min(1e6, Math.round(value * 10) / 10)) : 0;

const size = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && value <= 20_000 ? Math.round(value) : undefined;

const readNode = (element: Json): FlowNodeElement => {
  const id = readId(element['id'], 'nodeId');
  const type = readId(element['type'], 'nodeType');
  const position = isRecord(element['position']) ? element['position'] : {};
  const data = element['data'] ?? {};
  if (!isRecord(data)) throw new GraphFault('nodeData', { node: id });
  const [width, height] = [size(element['width']), size(element['height'])];
  return {
    id,
    type,
    position: { x: coordinate(position['x']), y: coordinate(position['y']) },
    data: copied(data, 0) as Json,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  };
};

const readHandle = (value: unknown, usual: string): string =>
  value === undefined || value === null || value === '' ? usual : readId(value, 'handle');

const readEdge = (element: Json): FlowEdgeElement => {
  const source = readId(element['source'], 'edgeEnd');
  const target = readId(element['target'], 'edgeEnd');
  const sourceHandle = readHandle(element['sourceHandle'], 'out');
  const targetHandle = readHandle(element['targetHandle'], 'in');
  const given = element['id'];
  const id =
    typeof given === 'string' && given.length <= maxIdLength * 5 && given !== '' && idForm.test(given)
      ? given
      : `${source}-${sourceHandle}-${target}`;
  return { id, type: 'custom', source, target, sourceHandle, targetHandle };
};

const isEdge = (element: Json): boolean => element['source'] !== undefined || element['target'] !== undefined;

const listed = (parsed: unknown): unknown[] => {
  if (Array.isArray(parsed)) return parsed;
  if (isRecord(parsed) && Array.isArray(parsed['nodes']) && Array.isArray(parsed['edges']))
    return [...parsed['nodes'], ...parsed['edges']];
  throw new GraphFault('notElements');
};

const parse = (data: string): unknown => {
  if (data.length > maxDataLength) throw new GraphFault('tooLarge', { max: maxDataLength });
  try {
    return JSON.parse(data);
  } catch {
    throw new GraphFault('notJson');
  }
};

/**
 * Reads `data` of the wire: a JSON string with a list of elements, or `{ nodes, edges }`. Identical connections are
 * stored once. Throws GraphFault for anything that must not be stored; whether the flow makes sense is checked later.
 */
export const readElements = (data: string): FlowGraph => {
  const elements = listed(parse(data));
  if (elements.length > maxNodes + maxEdges) throw new GraphFault('tooMany', { max: maxNodes });
  const nodes = new Map<string, FlowNodeElement>();
  const edges = new Map<string, FlowEdgeElement>();
  for (const element of elements) {
    if (!isRecord(element)) throw new GraphFault('notElements');
    if (isEdge(element)) {
      const edge = readEdge(element);
      const key = [edge.source, edge.sourceHandle, edge.target, edge.targetHandle].join('\n');
      if (!edges.has(key)) edges.set(key, edge);
      continue;
    }
    const node = readNode(element);
    if (nodes.has(node.id)) throw new GraphFault('duplicateNode', { node: node.id });
    nodes.set(node.id, node);
  }
  if (nodes.size > maxNodes) throw new GraphFault('tooMany', { max: maxNodes });
  if (edges.size > maxEdges) throw new GraphFault('tooManyEdges', { max: maxEdges });
  for (const { source, target } of edges.values())
    if (!nodes.has(source) || !nodes.has(target)) throw new GraphFault('danglingEdge', { source, target });
  return { nodes: [...nodes.values()], edges: uniqueIds([...edges.values()]) };
};

/** Gives connections ids of their own where two have the same. */
const uniqueIds = (edges: FlowEdgeElement[]): FlowEdgeElement[] => {
  const seen = new Set<string>();
  return edges.map((edge) => {
    let { id } = edge;
    for (let suffix = 2; seen.has(id); suffix += 1) id = `${edge.id}-${suffix}`;
    seen.add(id);
    return { ...edge, id };
  });
};

/** Writes a drawing as `data` of the wire. */
export const writeElements = ({ nodes, edges }: FlowGraph): string => JSON.stringify([...nodes, ...edges]);
