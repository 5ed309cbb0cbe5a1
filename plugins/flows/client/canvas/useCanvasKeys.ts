import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import { useReactFlow } from '@xyflow/react';
import { isDecoration } from '../document/document.ts';
import { shiftNodes } from '../document/changes.ts';
import { fragmentOf, paste, readFragment, writeFragment } from '../document/fragment.ts';
import { useEditor } from '../editor/context.ts';
import type { InsertPlace } from '../editor/insert.ts';
import { neighbour } from '../editor/neighbour.ts';
import type { EditorStore } from '../editor/store.ts';
import { duration } from './useReveal.ts';

const shifts: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -8, y: 0 },
  ArrowRight: { x: 8, y: 0 },
  ArrowUp: { x: 0, y: -8 },
  ArrowDown: { x: 0, y: 8 },
};

interface Options {
  canvas: RefObject<HTMLDivElement | null>;
  onLink(nodeId: string): void;
  onInsert(place: InsertPlace): void;
  /** Opens the menu of the selected nodes. */
  onMenu(): void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (/^(input|textarea|select)$/i.test(target.tagName) || target.isContentEditable);

export const duplicateSelected = (store: EditorStore): void => {
  const fragment = fragmentOf(store.document, store.get().nodes);
  if (fragment.nodes.length === 0) return;
  let ids: readonly string[] = [];
  store.apply('duplicate', (document) => {
    const pasted = paste(document, fragment);
    ({ ids } = pasted);
    return pasted.document;
  });
  store.select(ids);
};

/** Keys of the canvas, and the clipboard while it has the focus. */
export const useCanvasKeys = ({ canvas, onLink, onInsert, onMenu }: Options): ((event: KeyboardEvent) => void) => {
  const editor = useEditor();
  const { store } = editor;
  const flow = useReactFlow();

  useEffect(() => {
    const has = () => canvas.current?.contains(document.activeElement) === true && !isTyping(document.activeElement);
    const put = (event: ClipboardEvent, isCut: boolean) => {
      if (!has() || !event.clipboardData) return;
      const fragment = fragmentOf(store.document, store.get().nodes);
      if (fragment.nodes.length === 0) return;
      event.clipboardData.setData('text/plain', writeFragment(fragment));
      event.preventDefault();
      if (isCut && store.get().mode === 'edit') store.removeSelected();
    };
    const onCopy = (event: ClipboardEvent) => put(event, false);
    const onCut = (event: ClipboardEvent) => put(event, true);
    const onPaste = (event: ClipboardEvent) => {
      if (!has() || store.get().mode !== 'edit') return;
      const fragment = readFragment(event.clipboardData?.getData('text/plain') ?? '');
      if (!fragment) return;
      event.preventDefault();
      const box = canvas.current?.getBoundingClientRect();
      const isHere = fragment.nodes.some(({ id }) => store.document.nodes.some((node) => node.id === id));
      const at =
        isHere || !box
          ? undefined
          : flow.screenToFlowPosition({ x: box.left + box.width / 3, y: box.top + box.height / 3 });
      let ids: readonly string[] = [];
      store.apply('paste', (present) => {
        const pasted = paste(present, fragment, at);
        ({ ids } = pasted);
        return pasted.document;
      });
      store.select(ids);
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCut);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCut);
      document.removeEventListener('paste', onPaste);
    };
  }, [canvas, store, flow]);

  return (event) => {
    if (isTyping(event.target) || event.defaultPrevented) return;
    const { nodes, mode } = store.get();
    const only = nodes.size === 1 ? [...nodes][0] : undefined;
    const isEditing = mode === 'edit';
    const mod = event.ctrlKey || event.metaKey;
    const run = (): boolean => {
      const shift = shifts[event.key];
      if (shift && event.altKey) {
        if (isEditing) store.apply('move', (document) => shiftNodes(document, nodes, shift), 'keys');
        return true;
      }
      if (shift && !mod) {
        const next = neighbour(store.shown, only, event.key, editor.wayIds);
        if (next !== undefined) {
          store.select([next]);
          editor.reveal(next);
        }
        return true;
      }
      if (mod && event.key.toLowerCase() === 'a') {
        store.select(store.shown.nodes.map(({ id }) => id));
        return true;
      }
      if (mod && event.key.toLowerCase() === 'd') {
        if (isEditing) duplicateSelected(store);
        return true;
      }
      if (mod || event.altKey) return false;
      switch (event.key) {
        case 'Enter':
          if (only !== undefined) store.open(only);
          return true;
        case 'Escape':
          if (store.get().isPanelOpen) store.set({ isPanelOpen: false });
          else store.select([]);
          return true;
        case 'Delete':
        case 'Backspace':
          if (isEditing) store.removeSelected();
          return true;
        case 'ContextMenu':
        case 'F10':
          if (!isEditing || nodes.size === 0 || (event.key === 'F10' && !event.shiftKey)) return false;
          onMenu();
          return true;
        case 'f':
          void flow.fitView({ duration: duration(), maxZoom: 1, padding: 0.12 });
          return true;
        case 'l':
          if (
            isEditing &&
            only !== undefined &&
            !isDecoration(store.document.nodes.find(({ id }) => id === only)?.type ?? '')
          )
            onLink(only);
          return true;
        case '+':
        case '/':
          if (isEditing) onInsert(only === undefined ? {} : { after: { nodeId: only } });
          return true;
        default:
          return false;
      }
    };
    // The target may be a button of the bar, for which Enter and Space press it.
    if (event.target !== event.currentTarget && (event.key === 'Enter' || event.key === ' ')) return;
    if (run()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
};
