import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { PanelRow } from '../../panel.ts';

const kind = 'manager.row';
interface Dragged {
  kind: typeof kind;
  /** Undefined: the row has left the list. */
  row: PanelRow | undefined;
}

const draggedRow = (data: Record<string | symbol, unknown>): PanelRow | undefined =>
  data.kind === kind ? (data as unknown as Dragged).row : undefined;

/** Makes a row something to drag; returns the clean-up. */
export const dragRow = (
  element: HTMLElement,
  current: () => PanelRow | undefined,
  onDragged: (is: boolean) => void,
): (() => void) =>
  draggable({
    element,
    getInitialData: () => ({ kind, row: current() }),
    onDragStart: () => onDragged(true),
    onDrop: () => onDragged(false),
  });

/** Makes a card a place to drop rows of other cards on; returns the clean-up. */
export const dropOnCard = (
  element: HTMLElement,
  ownerId: number | null,
  { onOver, onDrop }: { onOver(is: boolean): void; onDrop(row: PanelRow): void },
): (() => void) =>
  dropTargetForElements({
    element,
    canDrop: ({ source }) => {
      const row = draggedRow(source.data);
      return row !== undefined && row.userId !== ownerId;
    },
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: ({ source }) => {
      onOver(false);
      const row = draggedRow(source.data);
      if (row) onDrop(row);
    },
  });
