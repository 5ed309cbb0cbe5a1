import { useSyncExternalStore } from 'react';
import type { Announcement } from '../../contract.ts';
import { markRead } from '../useAnnouncements.ts';

/** The open announcement, whether it was opened automatically or by the person; never two. */
let opened: Announcement | undefined;
const listeners = new Set<() => void>();

export const openAnnouncement = (announcement: Announcement | undefined): void => {
  opened = announcement;
  for (const listener of listeners) listener();
  if (announcement) void markRead(announcement);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOpened = (): Announcement | undefined => useSyncExternalStore(subscribe, () => opened);

let writing = 0;

/** Prevents automatic opening while somebody writes an announcement, so that authors do not see their own open. */
export const pauseAutoOpen = (): (() => void) => {
  writing += 1;
  return () => {
    writing -= 1;
  };
};
export const isHeld = (): boolean => writing > 0;
