import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { pictureSize, useToasts } from '@balcao/sdk/client';
import { dropOldPages, showPosition, cancelJump } from '../data/useMessages.ts';
import type { useMessages } from '../data/useMessages.ts';
import { pictureShape } from '@balcao/sdk/chat';
import type { ThreadRow } from '../model/thread-row.ts';
import { useStickToEnd } from './useStickToEnd.ts';

/** Pixels from either end of the loaded part at which more is loaded. */
const loadWithin = 600;
/** Pixels from the end that still count as the end. */
const endWithin = 96;
/** Duration of a jump, in ms. */
const jumpMs = 400;
/** Number of unread messages above which the first of them is shown at the top. */
const manyUnread = 6;

const estimate = (row: ThreadRow | undefined): number => {
  if (row?.kind === 'day' || row?.kind === 'unread') return 44;
  const message = row?.kind === 'message' ? row.message : undefined;
  if (message?.dataJson?.kind === 'location') return 220;
  if (message?.dataJson) return 100;
  if (message && message.files.length > 1) {
    const pictures = message.files.filter(({ type }) => type === 'image').length;
    return 60 + (pictures > 1 ? 316 : pictures * 220) + (message.files.length - pictures) * 54;
  }
  const kind = message?.isDeleted
    ? undefined
    : (message?.mediaType ?? (row?.kind === 'outgoing' ? row.entry.file?.kind : undefined));
  if ((row?.kind === 'message' || row?.kind === 'outgoing') && row.album) return 316;
  if (kind === 'image' && message) return pictureShape(pictureSize(message.mediaUrl)).height + (message.body ? 40 : 12);
  if (kind === 'image' || kind === 'video') return 220;
  if (kind === 'sticker') return 170;
  if (kind) return 76;
  const length = message?.body.length ?? (row?.kind === 'outgoing' ? row.entry.body.length : 0);
  return 42 + Math.floor(length / 64) * 20;
};

export interface ThreadScrollInput {
  box: RefObject<HTMLDivElement | null>;
  ticketId: number;
  conversation: ReturnType<typeof useMessages>;
  rows: readonly ThreadRow[];
  /** The newest outgoing message: one's own message is always scrolled to. */
  sending: string | undefined;
  /** A jump is running: pages loaded meanwhile would move its target. */
  isJumping: boolean;
  /** The focused row stays rendered, or the focus would be lost; -1: none. */
  activeRow(): number;
}

/** The scroll position in a conversation, and the pages loaded as it changes. */
export function useThreadScroll(input: ThreadScrollInput) {
  const { box, ticketId, conversation, rows, sending, isJumping, activeRow } = input;
  const toasts = useToasts();
  const [isSettled, setSettled] = useState(false);
  const [isVirtualEnd, setVirtualEnd] = useState(true);
  const { fetchNextPage, fetchPreviousPage, hasNextPage, hasPreviousPage } = conversation;
  const isFetchingPage = conversation.isFetchingNextPage || conversation.isFetchingPreviousPage;
  const isLoaded = !conversation.isPending;
  const hasNewer = hasPreviousPage;

  // Rows loaded below while reading further up are no new messages: they must not scroll to the end.
  const hadNewer = useRef(hasNewer);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const active = activeRow();
      return active < 0 || active >= rows.length || drawn.includes(active)
        ? drawn
        : [...drawn, active].toSorted((one, other) => one - other);
    },
    overscan: 6,
    paddingStart: 8,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: !hasNewer && !hadNewer.current,
    scrollEndThreshold: endWithin,
    onChange: (instance) => setVirtualEnd(instance.isAtEnd(endWithin)),
  });
  useEffect(() => {
    hadNewer.current = hasNewer;
  }, [hasNewer, rows]);
  const isAtEnd = isVirtualEnd && !hasNewer;

  const isLogThere = isLoaded && (!conversation.isError || rows.length > 0);
  const scrollToEnd = useCallback(() => virtual.scrollToEnd(), [virtual]);
  const { onScrolled, setAtEnd } = useStickToEnd({
    box,
    isThere: isLogThere,
    hasNewer,
    within: endWithin,
    scrollToEnd,
  });
  const toEnd = useCallback(() => {
    setAtEnd(true);
    scrollToEnd();
  }, [setAtEnd, scrollToEnd]);
  const pendingEnd = useRef<symbol>(undefined);
  const toNewest = useCallback(() => {
    if (!hasNewer) {
      cancelJump();
      return toEnd();
    }
    const request = Symbol();
    pendingEnd.current = request;
    const giveUp = (): void => {
      if (pendingEnd.current === request) pendingEnd.current = undefined;
    };
    showPosition(ticketId, {}).then(
      (isShown) => isShown || giveUp(),
      (error: unknown) => {
        giveUp();
        toasts.error(error);
      },
    );
  }, [hasNewer, ticketId, toEnd, toasts]);
  useLayoutEffect(() => {
    if (!pendingEnd.current || hasNewer) return;
    pendingEnd.current = undefined;
    toEnd();
  }, [hasNewer, rows, toEnd]);

  // Initial position: the end, or the first unread message when they do not fit.
  useLayoutEffect(() => {
    if (isSettled || !isLoaded || rows.length === 0) return;
    const mark = rows.findIndex((row) => row.kind === 'unread');
    const unread = rows[mark];
    if (unread?.kind === 'unread' && unread.count > manyUnread) {
      setAtEnd(false);
      virtual.scrollToIndex(mark, { align: 'start' });
    } else virtual.scrollToEnd();
    // The rows are measured and positioned before the first frame, which shows them.
    const frame = requestAnimationFrame(() => flushSync(() => setSettled(true)));
    return () => cancelAnimationFrame(frame);
  }, [setAtEnd, isLoaded, isSettled, rows, virtual]);

  const lastSent = useRef(sending);
  useLayoutEffect(() => {
    if (sending && sending !== lastSent.current) toNewest();
    lastSent.current = sending;
  }, [sending, toNewest]);

  // Rows are measured when they become visible; until then positions are estimates.
  const [isArriving, setArriving] = useState(false);
  const goTo = useCallback(
    (index: number): void => {
      setAtEnd(false);
      setArriving(true);
      virtual.scrollToIndex(index, { align: 'center' });
    },
    [setAtEnd, virtual],
  );
  useEffect(() => {
    if (!isArriving) return;
    const timer = setTimeout(() => setArriving(false), jumpMs);
    return () => clearTimeout(timer);
  }, [isArriving]);

  const older = useCallback(() => {
    if (hasNextPage && !isFetchingPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingPage]);
  const newer = useCallback(() => {
    if (hasPreviousPage && !isFetchingPage) void fetchPreviousPage();
  }, [fetchPreviousPage, hasPreviousPage, isFetchingPage]);
  const fetchNear = useCallback(() => {
    const element = box.current;
    if (!element || !isSettled || isJumping || isArriving) return;
    if (element.scrollTop < loadWithin) older();
    else if (element.scrollHeight - element.clientHeight - element.scrollTop < loadWithin) newer();
  }, [box, isArriving, isJumping, isSettled, newer, older]);
  const onScroll = useCallback(() => {
    if (isSettled) onScrolled();
    fetchNear();
  }, [fetchNear, isSettled, onScrolled]);
  // A short page cannot be scrolled, so nothing else would load more.
  useEffect(fetchNear, [fetchNear, rows.length]);

  // A reader who stays at the end keeps a screen or two of older messages, not the whole day.
  useEffect(() => {
    if (isAtEnd && isSettled) dropOldPages(ticketId);
  }, [isAtEnd, isSettled, rows.length, ticketId]);

  const show = useCallback((index: number) => virtual.scrollToIndex(index, { align: 'auto' }), [virtual]);
  return { virtual, isSettled, isAtEnd, show, goTo, toNewest, onScroll };
}
