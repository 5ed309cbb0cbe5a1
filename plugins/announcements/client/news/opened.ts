import { useSyncExternalStore } from 'react';
import type { Announcement } from '../../contract.ts';
import { markRead } from '../useAnnouncements.ts';

/** The announcement that stands open: by itself or because somebody chose it, and never two. */
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

/** While somebody writes an announcement none opens by itself: they would be the first to read their own. */
export const holdNews = (): (() => void) => {
  writing += 1;
  return () => {
    writing -= 1;
  };
};
export const isHeld = (): boolean => writing > 0;
