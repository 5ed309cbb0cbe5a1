/** Undo and redo: former drawings, which share everything that did not change. */
import type { FlowDocument } from './document.ts';

interface Entry {
  readonly document: FlowDocument;
  /** Locale key below `undo.`: the change that led away from this drawing. */
  readonly label: string;
}
export interface History {
  /** Oldest first. */
  readonly past: readonly Entry[];
  readonly present: FlowDocument;
  /** Next one first. */
  readonly future: readonly Entry[];
  /** Joins the next change with the last one, if it has the same key and comes soon: typing is one entry. */
  readonly merge: { readonly key: string; readonly at: number } | undefined;
}

const most = 100;
const mergedWithin = 1500;

export const startHistory = (present: FlowDocument): History => ({ past: [], present, future: [], merge: undefined });

export interface Step {
  label: string;
  /** Changes with the same key within a moment are one entry. */
  merge?: string;
  at: number;
}

export const record = (history: History, next: FlowDocument, { label, merge, at }: Step): History => {
  if (next === history.present) return history;
  const joins = merge !== undefined && history.merge?.key === merge && at - history.merge.at < mergedWithin;
  return {
    past: joins ? history.past : [...history.past, { document: history.present, label }].slice(-most),
    present: next,
    future: [],
    merge: merge === undefined ? undefined : { key: merge, at },
  };
};

export const undo = (history: History): History => {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    past: history.past.slice(0, -1),
    present: last.document,
    future: [{ document: history.present, label: last.label }, ...history.future],
    merge: undefined,
  };
};

export const redo = (history: History): History => {
  const [next, ...future] = history.future;
  if (!next) return history;
  return {
    past: [...history.past, { document: history.present, label: next.label }],
    present: next.document,
    future,
    merge: undefined,
  };
};
