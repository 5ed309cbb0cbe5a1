import { useEffect, useState } from 'react';
import { lazyPart, useRoom, whenIdle } from '@balcao/sdk/client';
import { announcementsRoom } from '../../contract.ts';
import { announcementsKey, refetchAnnouncements, useNews } from '../useAnnouncements.ts';
import { lastSeen, publicationOf, storeLastSeen } from './last-seen.ts';
import { isHeld, openAnnouncement, useOpened } from './opened.ts';

const AnnouncementDialog = lazyPart(() => import('./AnnouncementDialog.tsx'));

const isTyping = (): boolean =>
  document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false;

/** Follows announcements live and opens the newest one once per browser, but never while the person is typing. */
export function LiveNews() {
  const [quiet, setQuiet] = useState(false);
  const [idle, setIdle] = useState(0);
  const { news, isKnown } = useNews(quiet);
  const opened = useOpened();
  const [newest] = news;

  useEffect(() => whenIdle(() => setQuiet(true)), []);
  useRoom(
    announcementsRoom,
    {},
    {
      create: () => void refetchAnnouncements(),
      update: () => void refetchAnnouncements(),
      delete: () => void refetchAnnouncements(),
    },
    { queryKeys: [announcementsKey] },
  );

  // An older one is the newest again when the one after it was deleted or taken back.
  const isNew = isKnown && newest !== undefined && publicationOf(newest) > lastSeen();
  useEffect(() => {
    if (!isNew || opened || isHeld()) return undefined;
    if (isTyping()) {
      // The focus has moved only after the event.
      const recheck = () => setTimeout(() => setIdle((count) => count + 1));
      document.addEventListener('focusout', recheck, { once: true });
      return () => document.removeEventListener('focusout', recheck);
    }
    storeLastSeen(newest);
    openAnnouncement(newest);
    return undefined;
  }, [isNew, newest, opened, idle]);

  return opened ? <AnnouncementDialog announcement={opened} onClose={() => openAnnouncement(undefined)} /> : null;
}
