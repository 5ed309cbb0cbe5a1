import { useRef } from 'react';
import type { MouseEvent, PointerEvent, TouchEvent } from 'react';

const rest = 500;
/** Pixels that a finger may move without scrolling. */
const wander = 10;

/**
 * A long press on a row, or a message, selects it or opens its menu; the click and the context menu that browsers fire
 * for the same touch are suppressed.
 */
export function useLongPress(onPress: (target: Element, at: { x: number; y: number }) => void) {
  const touch = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  const fired = useRef(false);
  const end = (): void => {
    clearTimeout(touch.current?.timer);
    touch.current = undefined;
  };
  return {
    /** The touch has been handled already. */
    wasLong: (): boolean => fired.current,
    handlers: {
      onPointerDown(event: PointerEvent): void {
        end();
        fired.current = false;
        if (event.pointerType === 'mouse') return;
        const target = event.target as Element;
        const at = { x: event.clientX, y: event.clientY };
        const timer = setTimeout(() => {
          fired.current = true;
          navigator.vibrate?.(10);
          onPress(target, at);
        }, rest);
        touch.current = { ...at, timer };
      },
      onPointerMove({ clientX, clientY }: PointerEvent): void {
        const { x, y } = touch.current ?? { x: clientX, y: clientY };
        if (Math.hypot(clientX - x, clientY - y) > wander) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      /** Suppresses the click: one beside a menu would close it. */
      onTouchEnd(event: TouchEvent): void {
        if (fired.current) event.preventDefault();
      },
      onClickCapture(event: MouseEvent): void {
        if (!fired.current) return;
        fired.current = false;
        event.stopPropagation();
        event.preventDefault();
      },
    },
  };
}
