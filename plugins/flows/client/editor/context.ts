import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FlowNodeElement } from '../../graph/types.ts';
import type { NamedItem } from '../data/useNamed.ts';
import type { Lanes } from '../canvas/lanes.ts';
import type { FlowDocument } from '../document/document.ts';
import type { Kind, NamedOf } from '../kinds/kind.ts';
import type { EditorState, EditorStore } from './store.ts';

/** Everything that parts of the editor may use. It stays the same while the page is open, but for kinds and names. */
export interface Editor {
  readonly store: EditorStore;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly named: NamedOf;
  /** The name of a node: given, of the thing it is about, or of its kind. */
  nameOf(node: FlowNodeElement): string;
  /** The second line of a node. */
  lineOf(node: FlowNodeElement): string;
  /** The name of a way out. */
  wayName(node: FlowNodeElement, handle: { id: string; title?: string | undefined }): string;
  waysOf(node: FlowNodeElement): readonly { id: string; title?: string }[];
  wayIds(node: FlowNodeElement): readonly string[];
  /** Nodes of the drawing for a list to choose from. */
  namedNodes(): NamedItem[];
  /** Where the connections of a drawing run. */
  lanes(document: FlowDocument): Lanes;
  /** Brings a node into the visible part of the canvas. */
  reveal(nodeId: string): void;
  /** The canvas says how; it returns a function that takes that back. */
  onReveal(reveal: (nodeId: string) => void): () => void;
}

export const EditorContext = createContext<Editor | undefined>(undefined);

export const useEditor = (): Editor => {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor: not inside an editor');
  return editor;
};

/** Reads a part of the state; the component is rendered again only when that part changes. */
export const useEditorState = <T>(read: (state: EditorState) => T): T => {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribe, () => read(store.get()));
};
