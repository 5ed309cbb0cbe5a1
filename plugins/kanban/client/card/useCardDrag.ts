import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { preserveOffsetOnSource } from '@atlaskit/pragmatic-drag-and-drop/utils/preserve-offset-on-source';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { BoardCard } from '../board/board-data.ts';
import { cardData, isCard } from '../move/drag-data.ts';

/** Draws the card that follows the pointer: tilted, unless the person wants no motion. */
const drawPreview = (element: HTMLElement, container: HTMLElement): void => {
  const copy = element.cloneNode(true) as HTMLElement;
  const { width, height } = element.getBoundingClientRect();
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px`, rotate: isStill ? '0deg' : '2deg' });
  // Room for the corners of the tilted card.
  container.style.padding = '8px';
  container.append(copy);
};

/** Makes a card draggable, and a place to drop others above or below it. */
export const useCardDrag = (
  ref: RefObject<HTMLElement | null>,
  card: BoardCard,
  {
    isReadOnly,
    isSorted,
    onDrag,
  }: { isReadOnly: boolean; isSorted: boolean; onDrag(card: BoardCard | undefined): void },
): { isDragged: boolean; edge: 'top' | 'bottom' | undefined } => {
  const { id, laneId } = card;
  const latest = useRef(card);
  useEffect(() => {
    latest.current = card;
  }, [card]);
  const [isDragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<'top' | 'bottom'>();
  useEffect(() => {
    const element = ref.current;
    if (!element || isReadOnly) return;
    const data = cardData(id, laneId);
    return combine(
      draggable({
        element,
        getInitialData: () => data,
        onGenerateDragPreview: ({ nativeSetDragImage, location }) =>
          setCustomNativeDragPreview({
            nativeSetDragImage,
            getOffset: preserveOffsetOnSource({ element, input: location.current.input }),
            render: ({ container }) => drawPreview(element, container),
          }),
        onDragStart: () => {
          setDragged(true);
          onDrag(latest.current);
        },
        onDrop: () => {
          setDragged(false);
          onDrag(undefined);
        },
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => !isSorted && isCard(source.data) && source.data.id !== id,
        getData: ({ input }) => attachClosestEdge(data, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) === 'top' ? 'top' : 'bottom'),
        onDragLeave: () => setEdge(undefined),
        onDrop: () => setEdge(undefined),
      }),
    );
  }, [id, isReadOnly, isSorted, laneId, onDrag, ref]);
  return { isDragged, edge };
};
