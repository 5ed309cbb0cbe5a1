import { useCallback, useEffect, useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';

const maxScale = 5;
const step = 1.5;
const within = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));

export interface Zoom {
  scale: number;
  x: number;
  y: number;
}
const whole: Zoom = { scale: 1, x: 0, y: 0 };

/** Zoom and position of a picture: by wheel, keys, buttons and dragging. */
export function useZoom(stage: RefObject<HTMLElement | null>, key: unknown) {
  const [zoom, setZoom] = useState<Zoom>(whole);
  const drag = useRef<{ x: number; y: number; moved: boolean }>(undefined);

  const change = useCallback(
    (next: (known: Zoom) => Zoom): void =>
      setZoom((known) => {
        const { scale, x, y } = next(known);
        if (scale <= 1) return whole;
        const box = stage.current;
        return {
          scale: Math.min(maxScale, scale),
          x: within(x, ((box?.clientWidth ?? 0) * (scale - 1)) / 2),
          y: within(y, ((box?.clientHeight ?? 0) * (scale - 1)) / 2),
        };
      }),
    [stage],
  );
  const by = useCallback(
    (factor: number): void => change(({ scale, x, y }) => ({ scale: scale * factor, x: x * factor, y: y * factor })),
    [change],
  );
  useEffect(() => setZoom(whole), [key]);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      by(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    };
    // React's wheel listeners are passive, and cannot prevent scrolling the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [by, stage]);

  return {
    zoom,
    nearer: () => by(step),
    farther: () => by(1 / step),
    reset: () => setZoom(whole),
    isWhole: zoom.scale === 1,
    isNearest: zoom.scale >= maxScale,
    dragging: {
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button !== 0) return;
        drag.current = { x: event.clientX, y: event.clientY, moved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        const from = drag.current;
        if (!from) return;
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
        if (!from.moved && Math.hypot(dx, dy) < 4) return;
        drag.current = { x: event.clientX, y: event.clientY, moved: true };
        change(({ scale, x, y }) => ({ scale, x: x + dx, y: y + dy }));
      },
      onPointerUp: (): void => {
        const wasClick = drag.current?.moved === false;
        drag.current = undefined;
        if (wasClick) change(({ scale }) => ({ scale: scale > 1 ? 1 : 2, x: 0, y: 0 }));
      },
      onPointerCancel: (): void => {
        drag.current = undefined;
      },
    },
  };
}
