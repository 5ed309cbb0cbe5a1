/** The drawing in the form that React Flow takes. Unchanged elements stay the same objects, so they are not drawn again. */
import type { Edge, Node } from '@xyflow/react';
import type { FlowEdgeElement, FlowNodeElement } from '../../graph/types.ts';

const viewOf = (type: string): string => (type === 'commentNode' ? 'comment' : type === 'frameNode' ? 'frame' : 'step');

const usualSize: Readonly<Record<string, { width: number; height: number }>> = {
  commentNode: { width: 240, height: 72 },
  frameNode: { width: 480, height: 320 },
};

export const asNode = (element: FlowNodeElement, former: Node | undefined, isSelected: boolean): Node => {
  const { id, type, position } = element;
  if (former && former.selected === isSelected && former.data['element'] === element) return former;
  const size = usualSize[type];
  return {
    ...former,
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
