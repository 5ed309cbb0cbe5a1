import { useSyncExternalStore } from 'react';

/** Where the person moved the widget, in pixels from the left and the top of the window. */
export interface WidgetPlace {
  x: number;
  y: number;
}
interface WidgetState {
  isOpen: boolean;
  /** The chat that it shows; null: the list. */
  chatId: number | null;
  /** Chats with unread messages. */
  unread: number;
  /** Null: in its corner. */
  place: WidgetPlace | null;
}

/** Kept outside components, so that the widget stays as it is while pages change. */
let state: WidgetState = { isOpen: false, chatId: null, unread: 0, place: null };
const listeners = new Set<() => void>();

export const setWidget = (patch: Partial<WidgetState>): void => {
  state = { ...state, ...patch };
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useWidget = (): WidgetState => useSyncExternalStore(subscribe, () => state);
