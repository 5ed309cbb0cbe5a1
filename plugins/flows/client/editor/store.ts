/** The state of one open editor: drawing, selection, what is shown. Parts of the page read only what they draw. */
import type { FlowProblem } from '../../graph/types.ts';
import type { FlowNumbers, SimulatedEntry } from '../../graph/wire.ts';
import { remove } from '../document/changes.ts';
import type { FlowDocument } from '../document/document.ts';
import { record, redo, startHistory, undo, type History } from '../document/history.ts';
import type { Span } from '../numbers/range.ts';

export type Mode = 'edit' | 'simulate' | 'numbers';
export type EditorDialog = 'publish' | 'versions' | 'occasions' | 'report' | 'find';

/** The course of a simulation on the drawing. */
interface Course {
  /** Order in which nodes were entered first. */
  order: ReadonlyMap<string, number>;
  edges: ReadonlySet<string>;
  /** `node/way`. */
  ways: ReadonlySet<string>;
  current: string | null;
}

export interface OtherEditor {
  id: number;
  name: string;
  nodeId: string | null;
}

export interface EditorState {
  readonly history: History;
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
  readonly isPanelOpen: boolean;
  readonly mode: Mode;
  readonly isOutline: boolean;
  readonly problems: readonly FlowProblem[];
  readonly course: Course | undefined;
  readonly breakpoints: ReadonlySet<string>;
  readonly numbers: FlowNumbers | undefined;
  /** Days and version of the numbers; without a version the published one. */
  readonly numbersOf: { readonly span: Span; readonly versionId: number | undefined };
  /** A published version that is shown in place of the draft, with its numbers. */
  readonly version: FlowDocument | undefined;
  readonly others: readonly OtherEditor[];
}

const none: ReadonlySet<string> = new Set();

export class EditorStore {
  #state: EditorState;
  readonly #listeners = new Set<() => void>();

  constructor(document: FlowDocument) {
    this.#state = {
      history: startHistory(document),
      nodes: none,
      edges: none,
      isPanelOpen: false,
      mode: 'edit',
      isOutline: false,
      problems: [],
      course: undefined,
      breakpoints: none,
      numbers: undefined,
      numbersOf: { span: { days: 7 }, versionId: undefined },
      version: undefined,
      others: [],
    };
  }

  readonly get = (): EditorState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly set = (change: Partial<EditorState>): void => {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  };

  get document(): FlowDocument {
    return this.#state.history.present;
  }
  /** The drawing on the screen: the draft, or the version whose numbers are shown. */
  get shown(): FlowDocument {
    return shownDocument(this.#state);
  }

  /** Changes the drawing as one entry of the history; with the same `merge` soon again, it remains one. */
  readonly apply = (label: string, change: (document: FlowDocument) => FlowDocument, merge?: string): void => {
    if (this.#state.mode === 'numbers') return;
    const { history } = this.#state;
    const next = record(history, change(history.present), {
      label,
      at: Date.now(),
      ...(merge !== undefined && { merge }),
    });
    if (next !== history) this.#setHistory(next);
  };
  readonly undo = (): void => this.#setHistory(undo(this.#state.history));
  readonly redo = (): void => this.#setHistory(redo(this.#state.history));

  #setHistory(history: History): void {
    // An element that no longer exists cannot be selected.
    const nodeIds = new Set(history.present.nodes.map(({ id }) => id));
    const edgeIds = new Set(history.present.edges.map(({ id }) => id));
    this.set({
      history,
      nodes: kept(this.#state.nodes, nodeIds),
      edges: kept(this.#state.edges, edgeIds),
    });
  }

  readonly select = (nodes: Iterable<string>, edges: Iterable<string> = []): void => {
    const chosen = new Set(nodes);
    const lines = new Set(edges);
    if (isSame(chosen, this.#state.nodes) && isSame(lines, this.#state.edges)) return;
    this.set({ nodes: chosen, edges: lines, ...(chosen.size !== 1 && { isPanelOpen: false }) });
  };
  /** Selects one node and opens its panel. */
  readonly open = (nodeId: string): void => this.set({ nodes: new Set([nodeId]), edges: none, isPanelOpen: true });

  readonly removeSelected = (): void => {
    const { nodes, edges } = this.#state;
    this.apply('remove', (document) => remove(document, nodes, edges));
  };
}

export const shownDocument = ({ mode, version, history }: EditorState): FlowDocument =>
  mode === 'numbers' && version ? version : history.present;

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));
const kept = (chosen: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlySet<string> => {
  const next = new Set([...chosen].filter((id) => known.has(id)));
  return next.size === chosen.size ? chosen : next;
};

/** The course that a simulation took, from its entries. */
export const courseOf = (entries: readonly SimulatedEntry[], current: string | null): Course => {
  const order = new Map<string, number>();
  const edges = new Set<string>();
  const ways = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'enter' && !order.has(entry.nodeId)) order.set(entry.nodeId, order.size + 1);
    if (entry.kind === 'leave') {
      ways.add(`${entry.nodeId}/${entry.handle}`);
      if (entry.edgeId !== null) edges.add(entry.edgeId);
    }
  }
  return { order, edges, ways, current };
};
