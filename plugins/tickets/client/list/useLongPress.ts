import { useRef } from 'react';
import type { MouseEvent, PointerEvent, TouchEvent } from 'react';

const rest = 500;
/** Pixels a finger may wander without meaning to scroll. */
const wander = 10;

/** A finger that stays on a row, or a message, chooses it or opens its menu; the tap and the menu that a browser makes of the same touch are left out. */
export function useLongPress(onPress: (target: Element, at: { x: number; y: number }) => void) {
  const touch = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  const fired = useRef(false);
  const end = (): void => {
    clearTimeout(touch.current?.timer);
    touch.current = undefined;
  };
  return {
    /** The touch has done its work already. */
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
      /** No tap follows: one beside a menu would close it. */
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
