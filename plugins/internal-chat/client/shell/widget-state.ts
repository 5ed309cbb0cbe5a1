import { useSyncExternalStore } from 'react';

interface WidgetState {
  isOpen: boolean;
  /** The chat that it shows; null: the list. */
  chatId: number | null;
  /** Chats with unread messages. */
  unread: number;
}

/** Kept outside components, so that the widget stays as it is while pages change. */
let state: WidgetState = { isOpen: false, chatId: null, unread: 0 };
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
