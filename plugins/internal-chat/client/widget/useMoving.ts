import { useRef, type PointerEvent } from 'react';
import { setWidget, useWidget, type WidgetPlace } from '../shell/widget-state.ts';

/** Pixels that stay free at the edges of the window. */
const edge = 8;
/** Pixels from the left edge, beside the menu. */
const besideMenu = 80;

/** Keeps the widget within the window, however that is resized. */
const styleOf = ({ x, y }: WidgetPlace) => ({
  left: `clamp(${edge}px, ${Math.round(x)}px, calc(100vw - 380px - ${edge}px))`,
  top: `clamp(${edge}px, ${Math.round(y)}px, calc(100dvh - min(520px, 100dvh - ${2 * edge}px) - ${edge}px))`,
  right: 'auto',
  bottom: 'auto',
  maxHeight: `calc(100dvh - ${2 * edge}px)`,
});

/** Moves the widget: by its head with a pointer, or with a button from one side to the other. */
export const useMoving = (frame: { current: HTMLElement | null }) => {
  const { place } = useWidget();
  const from = useRef<WidgetPlace>(undefined);
  const boxOf = (): DOMRect | undefined => frame.current?.getBoundingClientRect();
  const isLeft = place !== null && place.x + 190 < window.innerWidth / 2;
  return {
    isLeft,
    style: place ? styleOf(place) : undefined,
    toOtherSide: (): void => setWidget({ place: isLeft ? null : { x: besideMenu, y: boxOf()?.top ?? edge } }),
    head: {
      onPointerDown: (event: PointerEvent): void => {
        const box = boxOf();
        if (!box || event.button !== 0 || (event.target as Element).closest('button')) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX - box.left, y: event.clientY - box.top };
      },
      onPointerMove: (event: PointerEvent): void => {
        const { current: start } = from;
        const box = boxOf();
        if (!start || !box) return;
        const within = (wanted: number, size: number, room: number): number =>
          Math.max(edge, Math.min(wanted, room - size - edge));
        setWidget({
          place: {
            x: within(event.clientX - start.x, box.width, window.innerWidth),
            y: within(event.clientY - start.y, box.height, window.innerHeight),
          },
        });
      },
      onPointerUp: (): void => {
        from.current = undefined;
      },
      onPointerCancel: (): void => {
        from.current = undefined;
      },
    },
  };
};
