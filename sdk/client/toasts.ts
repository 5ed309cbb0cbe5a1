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
  /** An ApiError or a code is told in words, a text as it is. */
  error(errorOrText: unknown): void;
  /** Something people must know before they go on: stays until it is closed. */
  warning(text: string): void;
  /** With a button that takes the step back. */
  undo(text: string, onUndo: () => void): void;
}

const visible = { success: 3000, info: 3000, warning: undefined, error: 2000, undo: 6000 } as const;
const noticesAtom = atom<readonly ToastNotice[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let last = 0;
let held = false;

function leaveLater(notice: ToastNotice): void {
  const ms = visible[notice.kind];
  if (!held && ms !== undefined) timers.set(notice.id, setTimeout(remove, ms, notice.id));
}

export function showToast(kind: ToastNotice['kind'], text: string, onUndo?: () => void): void {
  const present = store.get(noticesAtom);
  // The same trouble told twice is noise: the newer takes the place of the older. An offer to undo is one of its own.
  const same = present.find((notice) => notice.kind === kind && notice.text === text && kind !== 'undo');
  if (same) remove(same.id);
  const notice: ToastNotice = { id: ++last, kind, text, onUndo };
  store.set(noticesAtom, (notices) => [...notices, notice]);
  leaveLater(notice);
}

function remove(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  store.set(noticesAtom, (notices) => notices.filter((notice) => notice.id !== id));
}

export function dismissToast(id: number): void {
  remove(id);
  // It went from under the hand, which no event tells: whoever is still on another says so by moving.
  if (held) holdToasts(false);
}

/** Notices stay while somebody points at them or has focus in them. */
export function holdToasts(hold: boolean): void {
  held = hold;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  if (!hold) for (const notice of store.get(noticesAtom)) leaveLater(notice);
}

/** The notices now on show, oldest first: for whoever renders them. */
export const useToastNotices = (): readonly ToastNotice[] => useAtomValue(noticesAtom, { store });

export function useToasts(): Toasts {
  const tell = useErrorText();
  return useMemo(
    () => ({
      success: (text) => showToast('success', text),
      info: (text) => showToast('info', text),
      warning: (text) => showToast('warning', text),
      error: (error) => showToast('error', tell(error)),
      undo: (text, onUndo) => showToast('undo', text, onUndo),
    }),
    [tell],
  );
}
