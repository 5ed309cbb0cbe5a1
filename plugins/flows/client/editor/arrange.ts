/** Sizes of nodes for aligning and laying out: as measured on the canvas, else about right. */
import type { FlowNodeElement } from '../../graph/types.ts';
import { layOut } from '../document/layout.ts';
import type { Editor } from './context.ts';

type Size = Readonly<{ width: number; height: number }>;
type Measured = (id: string) => { width?: number | undefined; height?: number | undefined } | undefined;

export const sizeOf =
  (editor: Pick<Editor, 'waysOf' | 'kinds'>, measured: Measured = () => undefined) =>
  (node: FlowNodeElement): Size => {
    const { width, height } = measured(node.id) ?? {};
    if (width !== undefined && height !== undefined) return { width, height };
    if (node.width !== undefined && node.height !== undefined) return { width: node.width, height: node.height };
    const ways = editor.waysOf(node).length;
    const body = editor.kinds.get(node.type)?.body?.(node.data) ?? '';
    const lines = body === '' ? 0 : Math.min(4, Math.ceil(body.length / 34));
    return { width: 200, height: 48 + lines * 16 + (lines > 0 ? 8 : 0) + (ways > 1 ? ways * 27 : 0) };
  };

/** Lays out the selection, or everything while at most one node is selected. */
export const arrange = (editor: Editor, measured?: Measured): void => {
  const { store, wayIds } = editor;
  const { nodes } = store.get();
  store.apply('arrange', (document) =>
    layOut(document, sizeOf(editor, measured), wayIds, nodes.size > 1 ? nodes : undefined),
  );
};
