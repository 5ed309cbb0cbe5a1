import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSession, useT } from '@balcao/sdk/client';
import { ErrorState } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { useOutbox } from '../data/outboxes.ts';
import { useTyping } from '../data/typing.ts';
import type { useMessages } from '../data/useMessages.ts';
import { MessageMenu } from '../message/MessageMenu.tsx';
import type { MessageMenuAt } from '../message/MessageMenu.tsx';
import { MessageRow } from '../message/MessageRow.tsx';
import { OutgoingRow } from '../message/OutgoingRow.tsx';
import type { OutboxEntry } from '../model/outbox.ts';
import { firstUnread, threadRows } from '../model/thread.ts';
import type { ThreadRow } from '../model/thread.ts';
import { DayLine, UnreadLine } from './lines.tsx';
import { NewestPill } from './NewestPill.tsx';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';
import { TypingDots } from './TypingDots.tsx';
import { useDayLabels } from './useDayLabels.ts';

/** Pixels from the top at which older messages are fetched. */
const olderWithin = 600;
/** Pixels from the end that still count as reading the newest. */
const endWithin = 96;
/** More unread ones than fit: then the screen starts where they begin. */
const manyUnread = 6;
/** Pages that a jump to an old message may load. */
const farthest = 50;

const useStyles = makeStyles({
  frame: { position: 'relative', flexGrow: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
  box: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    overscrollBehavior: 'contain',
    overflowAnchor: 'none',
    display: 'flex',
    flexDirection: 'column',
    outline: 'none',
  },
  /** Until the first rows are measured nothing is shown: a conversation opens at its end and never slides there. */
  settling: { visibility: 'hidden' },
  rows: { position: 'relative', width: '100%', flexShrink: 0, marginTop: 'auto' },
  row: { position: 'absolute', left: 0, right: 0, top: 0 },
  inner: {
    maxWidth: '960px',
    marginInline: 'auto',
    paddingInline: '24px',
    '@media (max-width: 599px)': { paddingInline: '12px' },
  },
});

export interface ThreadProps {
  ticket: TicketView;
  conversation: ReturnType<typeof useMessages>;
  /** A message to go to, however far back. */
  target: number | undefined;
  onTargetShown(): void;
  /** Asks for such a jump: to what a message answers. */
  onGo(messageId: number): void;
  /** Undefined where nothing can be answered. */
  onReply: ((message: MessageView) => void) | undefined;
  /** Something unsent was called back by the writer. */
  onTakeBack(entry: OutboxEntry): void;
  /** A colleague who is writing here too. */
  writer: string | undefined;
}

const estimate = (row: ThreadRow | undefined): number => {
  if (row?.kind === 'day' || row?.kind === 'unread') return 44;
  const message = row?.kind === 'message' ? row.message : undefined;
  const kind = message?.mediaType ?? (row?.kind === 'outgoing' ? row.entry.file?.kind : undefined);
  if (kind === 'image' || kind === 'video') return 220;
  if (kind) return 76;
  const length = message?.body.length ?? (row?.kind === 'outgoing' ? row.entry.body.length : 0);
  return 42 + Math.floor(length / 64) * 20;
};

/** What was said: newest at the end, older ones as one goes up, drawing only what is in sight. */
export function Thread({
  ticket,
  conversation,
  target,
  onTargetShown,
  onGo,
  onReply,
  onTakeBack,
  writer,
}: ThreadProps) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const { dayOf, label } = useDayLabels();
  const { outbox, entries } = useOutbox(ticket.id);
  const typing = useTyping(ticket.id);
  const box = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<MessageMenuAt>();
  const [isSettled, setSettled] = useState(false);
  const [isAtEnd, setAtEnd] = useState(true);
  const [seenUntil, setSeenUntil] = useState(0);
  const [flashed, setFlashed] = useState<number>();
  const { messages, fetchNextPage, hasNextPage, isFetchingNextPage } = conversation;

  // Reading clears the count on the server at once; the mark stays where this visit found it.
  const [unreadAtOpening] = useState(ticket.unreadMessages);
  const [unreadFrom, setUnreadFrom] = useState<ReturnType<typeof firstUnread>>();
  const isLoaded = !conversation.isPending;
  useLayoutEffect(() => {
    if (isLoaded) setUnreadFrom(firstUnread(messages, unreadAtOpening));
    // Only once, when the conversation is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isLoaded]);

  const rows = useMemo(
    () => threadRows(messages, entries, { dayOf, unreadFrom }),
    [dayOf, entries, messages, unreadFrom],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    paddingStart: 8,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endWithin,
    onChange: (instance) => setAtEnd(instance.isAtEnd(endWithin)),
  });

  // Where the reader is, told by scrolling alone: a box that shrinks under a growing answer moves nobody.
  const readsNewest = useRef(true);
  const toEnd = useCallback(() => {
    readsNewest.current = true;
    virtual.scrollToEnd();
  }, [virtual]);
  const isLogThere = !conversation.isPending && (!conversation.isError || messages.length > 0);
  useEffect(() => {
    const element = box.current;
    if (!element || !isLogThere) return;
    let height = element.clientHeight;
    const watch = new ResizeObserver(() => {
      if (element.clientHeight !== height && readsNewest.current) virtual.scrollToEnd();
      height = element.clientHeight;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [isLogThere, virtual]);

  // First sight: the end, or where the unread ones begin when they would not fit.
  useLayoutEffect(() => {
    if (isSettled || !isLoaded || rows.length === 0) return;
    const mark = rows.findIndex((row) => row.kind === 'unread');
    if (mark >= 0 && (unreadFrom?.count ?? 0) > manyUnread) virtual.scrollToIndex(mark, { align: 'start' });
    else virtual.scrollToEnd();
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setSettled(true)));
    return () => cancelAnimationFrame(frame);
  }, [isLoaded, isSettled, rows, unreadFrom, virtual]);

  // What I say is always seen.
  const sent = entries.at(-1)?.clientId;
  const lastSent = useRef(sent);
  useLayoutEffect(() => {
    if (sent && sent !== lastSent.current) toEnd();
    lastSent.current = sent;
  }, [sent, toEnd]);

  const newest = messages.at(-1)?.id ?? 0;
  useEffect(() => {
    if (isAtEnd) setSeenUntil(newest);
  }, [isAtEnd, newest]);
  const unseen = isAtEnd ? 0 : messages.filter((message) => message.id > seenUntil && !message.fromMe).length;

  const older = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const onScroll = () => {
    if (isSettled) readsNewest.current = virtual.isAtEnd(endWithin);
    if (isSettled && (box.current?.scrollTop ?? Infinity) < olderWithin) older();
  };
  // A short first page leaves nothing to scroll, so nothing would ever ask for more.
  useEffect(() => {
    if (isSettled && virtual.getTotalSize() < (box.current?.clientHeight ?? 0) + olderWithin) older();
  }, [isSettled, older, rows.length, virtual]);

  // A jump loads page after page until the message is there.
  const pages = conversation.data?.pages.length ?? 0;
  useEffect(() => {
    if (target === undefined || !isSettled) return;
    const index = rows.findIndex((row) => row.kind === 'message' && row.message.id === target);
    if (index >= 0) {
      virtual.scrollToIndex(index, { align: 'center' });
      setFlashed(target);
      onTargetShown();
    } else if (hasNextPage && pages < farthest) older();
    else onTargetShown();
  }, [hasNextPage, isSettled, older, onTargetShown, pages, rows, target, virtual]);
  useEffect(() => {
    if (flashed === undefined) return;
    const timer = setTimeout(() => setFlashed(undefined), 1600);
    return () => clearTimeout(timer);
  }, [flashed]);

  const onMenu = useCallback((at: MessageMenuAt) => setMenu(at), []);

  if (conversation.isPending) return <ThreadSkeleton />;
  if (conversation.isError && messages.length === 0) {
    return <ErrorState error={conversation.error} onRetry={() => void conversation.refetch()} />;
  }
  const draw = (row: ThreadRow) => {
    if (row.kind === 'day') return <DayLine>{label(row.date)}</DayLine>;
    if (row.kind === 'unread') return <UnreadLine count={row.count} />;
    if (row.kind === 'outgoing') {
      return (
        <OutgoingRow entry={row.entry} outbox={outbox} ticket={ticket} starts={row.starts} onTakeBack={onTakeBack} />
      );
    }
    return (
      <MessageRow
        message={row.message}
        ticket={ticket}
        starts={row.starts}
        isFlashed={row.message.id === flashed}
        isOwn={row.message.user?.id === user.id}
        onReply={onReply}
        onMenu={onMenu}
        onQuoted={onGo}
      />
    );
  };
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={mergeClasses(styles.box, !isSettled && rows.length > 0 && styles.settling)}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('chat.messages')}
        aria-busy={isFetchingNextPage}
      >
        <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  className={styles.row}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <div className={styles.inner}>{draw(row)}</div>
                </div>
              )
            );
          })}
        </div>
      </div>
      {typing && <TypingDots name={ticket.contact.name} state={typing} />}
      {writer && !typing && <TypingDots name={writer} state="colleague" />}
      {!isAtEnd && isSettled && <NewestPill count={unseen} onClick={toEnd} />}
      {menu && <MessageMenu at={menu} ticket={ticket} onReply={onReply} onClose={() => setMenu(undefined)} />}
    </div>
  );
}
