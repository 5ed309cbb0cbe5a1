/** The drawing of a flow. On the wire it is `data`: a JSON string with a list of these elements. */

/** A node on the canvas. */
export interface FlowNodeElement {
  id: string;
  type: string;
  position: { x: number; y: number };
  data: Record<string, unknown>;
  /** Size of a frame or comment. */
  width?: number;
  height?: number;
}
/** A connection between two nodes. */
export interface FlowEdgeElement {
  id: string;
  type: 'custom';
  source: string;
  target: string;
  /** The way out of the source: `out` if it was absent. */
  sourceHandle: string;
  /** `in` if it was absent. */
  targetHandle: string;
}
export type FlowElement = FlowNodeElement | FlowEdgeElement;

export interface FlowGraph {
  nodes: FlowNodeElement[];
  edges: FlowEdgeElement[];
}

/** Settings of a flow, stored in `data` of its `startNode` under `settings`. Absent keys have their defaults. */
export interface FlowSettings {
  /** Minutes of the customer's silence after which the flow ends: 1,440. */
  expiryMinutes: number;
  /** Words that are always understood; an empty list switches one off. */
  words: { menu: readonly string[]; attendant: readonly string[]; leave: readonly string[] };
  /** Queue of a conversation that is handed over without one; null: it stays where it is. */
  queueId: number | null;
  /** Node at which an error continues, once; null: people are called. */
  errorNodeId: string | null;
  /** Text sent when the customer leaves by a word; '' sends nothing. */
  leaveText: string;
  /** Text sent when the flow hands over by a word, a limit or an error; '' sends nothing. */
  handoverText: string;
}

/** Kinds of node that are drawn and never run. */
export const decorations: readonly string[] = ['commentNode', 'frameNode'];

/** An entry of the list before publishing. */
export interface FlowProblem {
  level: 'error' | 'warning';
  /** Locale key below `problem.` of the plugin `flows`, or a key of `plugin`. */
  code: string;
  /** The plugin whose locales have the text; absent: `flows`. */
  plugin?: string;
  nodeId?: string;
  edgeId?: string;
  /** Key of the node's `data`. */
  field?: string;
  values?: Record<string, string | number>;
}
