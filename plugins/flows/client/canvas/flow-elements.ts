/** The drawing in the form that React Flow takes. Unchanged elements stay the same objects, so they are not drawn again. */
import { Position, type Edge, type Node } from '@xyflow/react';
import type { FlowEdgeElement, FlowNodeElement } from '../../graph/types.ts';
import { isDecoration } from '../document/document.ts';
import { sizeOf } from '../editor/arrange.ts';
import { outletOf, type Drawing } from './drawn-lanes.ts';

const viewOf = (type: string): string => (type === 'commentNode' ? 'comment' : type === 'frameNode' ? 'frame' : 'step');

const usualSize: Readonly<Record<string, { width: number; height: number }>> = {
  commentNode: { width: 240, height: 72 },
  frameNode: { width: 480, height: 320 },
};

type Expected = Pick<Node, 'measured' | 'handles'>;
const handleSize = 10;

/**
 * Where a step and its ways out will be drawn, about. React Flow draws all steps once to measure them, also those out
 * of sight, unless it is told. The halves are never measured: a step that comes into sight is measured anew.
 */
export const expectedIn =
  (editor: Drawing) =>
  (node: FlowNodeElement): Expected => {
    if (isDecoration(node.type)) return {};
    const { width, height } = sizeOf(editor)(node);
    const handle = { width: handleSize, height: handleSize };
    const top = (middle: number): number => middle - handleSize / 2;
    const ways = editor.wayIds(node).map((id) => ({
      ...handle,
      id,
      type: 'source' as const,
      position: Position.Right,
      x: width - handleSize / 2,
      y: top(outletOf(editor, node, id, height)),
    }));
    const way = { ...handle, id: 'in', type: 'target' as const, position: Position.Left, x: -handleSize / 2 };
    return {
      measured: { width: width + 0.5, height: height + 0.5 },
      handles: node.type === 'startNode' ? ways : [{ ...way, y: top(height / 2) }, ...ways],
    };
  };

export const asNode = (
  element: FlowNodeElement,
  former: Node | undefined,
  isSelected: boolean,
  expected?: (node: FlowNodeElement) => Expected,
): Node => {
  const { id, type, position } = element;
  if (former && former.selected === isSelected && former.data['element'] === element) return former;
  const size = usualSize[type];
  const isUnmeasured = !former || former.handles !== undefined;
  return {
    ...former,
    ...(isUnmeasured && expected?.(element)),
    id,
    type: viewOf(type),
    position,
    selected: isSelected,
    data: { element },
    // A frame lies below everything, and is moved by its title, so that what it encloses can be selected.
    ...(type === 'frameNode' && { zIndex: -1 }),
    ...(size && { width: element.width ?? size.width, height: element.height ?? size.height }),
  };
};

const made = new WeakMap<FlowEdgeElement, Edge>();
/** A travelled connection lies above the others. */
export const asEdge = (element: FlowEdgeElement, isSelected: boolean, isTravelled: boolean): Edge => {
  const known = made.get(element);
  const zIndex = isTravelled ? 1 : 0;
  if (known && known.selected === isSelected && known.zIndex === zIndex) return known;
  const { id, source, target, sourceHandle, targetHandle } = element;
  const edge: Edge = { id, source, target, sourceHandle, targetHandle, type: 'flow', selected: isSelected, zIndex };
  made.set(element, edge);
  return edge;
};
