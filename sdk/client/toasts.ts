import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useErrorText } from './error-text.ts';
import { store } from './store.ts';

export interface ToastNotice {
  readonly id: number;
  readonly kind: 'success' | 'info' | 'warning' | 'error' | 'undo';
  readonly text: string;
  readonly onUndo?: () => void;
}
export interface Toasts {
  success(text: string): void;
  info(text: string): void;
  /** Shows the text of an ApiError or a code; other texts as they are. */
  error(errorOrText: unknown): void;
  /** A message that people must read before they continue: stays until it is closed. */
  warning(text: string): void;
  /** A message with a button that undoes the action. */
  undo(text: string, onUndo: () => void): void;
}

const visible = { success: 3000, info: 3000, warning: undefined, error: 2000, undo: 6000 } as const;
const noticesAtom = atom<readonly ToastNotice[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let last = 0;
let isPaused = false;

function scheduleRemoval(notice: ToastNotice): void {
  const ms = visible[notice.kind];
  if (!isPaused && ms !== undefined) timers.set(notice.id, setTimeout(remove, ms, notice.id));
}

export function showToast(kind: ToastNotice['kind'], text: string, onUndo?: () => void): void {
  const present = store.get(noticesAtom);
  // A repeated message replaces the former one. Each offer to undo stays separate.
  const same = present.find((notice) => notice.kind === kind && notice.text === text && kind !== 'undo');
  if (same) remove(same.id);
  const notice: ToastNotice = { id: ++last, kind, text, onUndo };
  store.set(noticesAtom, (notices) => [...notices, notice]);
  scheduleRemoval(notice);
}

function remove(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  store.set(noticesAtom, (notices) => notices.filter((notice) => notice.id !== id));
}

export function dismissToast(id: number): void {
  remove(id);
  // The notice was removed under the pointer, which no event reports; a pointer that is still on another one will move.
  if (isPaused) pauseToasts(false);
}

/** Stops the timers while a person points at the notices or has the focus in them. */
export function pauseToasts(hold: boolean): void {
  isPaused = hold;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  if (!hold) for (const notice of store.get(noticesAtom)) scheduleRemoval(notice);
}

/** Returns the visible notices, oldest first, for the component that renders them. */
export const useToastNotices = (): readonly ToastNotice[] => useAtomValue(noticesAtom, { store });

export function useToasts(): Toasts {
  const textOf = useErrorText();
  return useMemo(
    () => ({
      success: (text) => showToast('success', text),
      info: (text) => showToast('info', text),
      warning: (text) => showToast('warning', text),
      error: (error) => showToast('error', textOf(error)),
      undo: (text, onUndo) => showToast('undo', text, onUndo),
    }),
    [textOf],
  );
}
