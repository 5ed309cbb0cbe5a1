import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Ref } from 'react';
import { usePreload, useSession, useT } from '@balcao/sdk/client';
import { ErrorState } from '@balcao/sdk/ui';
import { NewestPill } from '@balcao/sdk/chat';
import type { MessageView, TicketView } from '../../contract.ts';
import { useOutbox } from '../data/outboxes.ts';
import { useTyping } from '../data/typing.ts';
import { useCapabilities } from '../data/useDirectory.ts';
import type { useMessages } from '../data/useMessages.ts';
import { useSteadyTicket } from '../data/useSteadyTicket.ts';
import { DeleteDialog, EditDialog, MessageMenu, ReactionPicker } from '../message/lazy-parts.ts';
import { useMessageSelection } from '../message/selection/useMessageSelection.ts';
import { replyingAtom } from '../message/media/replying.ts';
import { mayEdit } from '../message/may-change.ts';
import { useMessageActions } from '../message/useMessageActions.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import { noteSeen, shows } from '../model/albums.ts';
import type { SeenPictures } from '../model/albums.ts';
import { threadRows } from '../model/thread.ts';
import { useViewStore } from '../view/scope.ts';
import { DayAbove } from './DayAbove.tsx';
import { MessageOverlays } from './MessageOverlays.tsx';
import type { MessageOverlay } from './MessageOverlays.tsx';
import { ThreadItem } from './ThreadItem.tsx';
import type { ThreadContext } from './ThreadItem.tsx';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';
import { TypingDots } from './TypingDots.tsx';
import { useDayLabels } from './useDayLabels.ts';
import { useJumpToMessage } from './useJumpToMessage.ts';
import { useMessageKeys } from './useMessageKeys.ts';
import { useMessageLabel } from './useMessageLabel.ts';
import type { Viewer } from './useTicketRoom.ts';
import { useThreadScroll } from './useThreadScroll.ts';
import { useUnreadMark } from './useUnreadMark.ts';

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
  /** Hidden until the first rows are measured, so that a conversation opens at its end without visible scrolling. */
  settling: { visibility: 'hidden' },
  rows: { position: 'relative', width: '100%', flexShrink: 0, marginTop: 'auto' },
  again: { position: 'absolute', top: '8px', left: '50%', transform: 'translateX(-50%)', zIndex: 2 },
});

export interface ThreadHandle {
  /** Moves the focus to the messages. */
  focus(): void;
  /** Opens this person's newest editable message, or internal note; returns false when there is none. */
  editLast(isNote: boolean): boolean;
  /** Handles an inbound message: readers further up are shown the number of new ones. */
  arrived(): void;
}

export interface ThreadProps {
  ref?: Ref<ThreadHandle>;
  ticket: TicketView;
  conversation: ReturnType<typeof useMessages>;
  /** A message to scroll to, however far back. */
  target: number | undefined;
  onTargetShown(): void;
  /** Requests such a jump, to a quoted message. */
  onGo(messageId: number): void;
  /** Undefined where answering is not possible. */
  onReply: ((message: MessageView) => void) | undefined;
  /** Called when the writer cancels an unsent message. */
  onRestore(entry: OutboxEntry): void;
  /** Returns the focus to the composer. */
  onLeave(): void;
  /** Opens a message of this person for editing; undefined where writing is not possible. */
  onEdit: ((message: MessageView) => void) | undefined;
  /** Colleagues who are typing here too. */
  writers: readonly Viewer[];
}

/** The messages: newest at the end, older and newer pages loaded on scrolling, and only visible rows rendered. */
export function Thread(props: ThreadProps) {
  const { conversation, target, onTargetShown, onGo, onReply, onRestore, onLeave, onEdit, writers } = props;
  const ticket = useSteadyTicket(props.ticket);
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  const { dayOf, label } = useDayLabels();
  const { outbox, entries } = useOutbox(ticket.id);
  const typing = useTyping(ticket.id);
  const capabilities = useCapabilities(ticket.whatsappId);
  const actions = useMessageActions();
  const labelOf = useMessageLabel(ticket.contact.name);
  const box = useRef<HTMLDivElement>(null);
  const [overlay, setOverlay] = useState<MessageOverlay>();
  const { messages, data, hasNextPage, hasPreviousPage } = conversation;
  const { selectedIds, toggle, forward } = useMessageSelection(ticket.id);
  const edit = useCallback(
    (message: MessageView) => (onEdit ? onEdit(message) : setOverlay({ kind: 'edit', message })),
    [onEdit],
  );
  usePreload(MessageMenu, ReactionPicker, EditDialog, DeleteDialog);

  const isLoaded = !conversation.isPending;
  const [unreadAtOpening] = useState(props.ticket.unreadMessages);
  const sending = entries.at(-1)?.clientId;
  const unreadFrom = useUnreadMark({
    isLoaded,
    messages,
    firstUnreadId: data?.pages[0]?.firstUnreadId,
    unreadAtOpening,
    userId: user.id,
    sending,
  });
  // Outgoing messages follow the newest one, so they are hidden while newer pages are not loaded.
  const outgoing = hasPreviousPage ? undefined : entries;
  const [seen] = useState<SeenPictures>(() => new Map());
  const rows = useMemo(() => {
    // Messages sent together stay grouped, even if the reader was elsewhere and some are sent already.
    noteSeen(threadRows([], entries, { dayOf, seen }), seen);
    return threadRows(messages, outgoing ?? [], { dayOf, unreadFrom, beginsInside: hasNextPage, seen });
  }, [dayOf, entries, hasNextPage, messages, outgoing, seen, unreadFrom]);
  // A message counts as seen after one frame, which only a visible window draws.
  useEffect(() => {
    const frame = requestAnimationFrame(() => noteSeen(rows, seen));
    return () => cancelAnimationFrame(frame);
  }, [rows, seen]);

  const { virtual, isSettled, isAtEnd, show, goTo, toNewest, onScroll } = useThreadScroll({
    box,
    ticketId: ticket.id,
    conversation,
    rows,
    sending,
    isJumping: target !== undefined,
    activeRow: () => keys.activeIndex,
  });
  const [missed, setMissed] = useState(0);
  const atEnd = useRef(isAtEnd);
  useEffect(() => {
    atEnd.current = isAtEnd;
    if (isAtEnd) setMissed(0);
  }, [isAtEnd]);

  const mayReact = Boolean(capabilities.reactions) && ticket.status === 'open';
  const mayReply = capabilities.quotes === false ? undefined : onReply;
  const setReplying = useSetAtom(replyingAtom, useViewStore());
  useEffect(() => {
    setReplying(mayReply && { ticketId: ticket.id, reply: mayReply });
    return () => setReplying(undefined);
  }, [mayReply, setReplying, ticket.id]);
  const context = useMemo<ThreadContext>(
    () => ({
      ticket,
      userId: user.id,
      outbox,
      dayLabel: label,
      labelOf,
      onReply: mayReply,
      onMenu: (at) => setOverlay({ kind: 'menu', at }),
      onReact: mayReact ? (message, emoji) => void actions.react(message, emoji) : undefined,
      onPickReaction: mayReact ? (at) => setOverlay({ kind: 'reaction', at }) : undefined,
      onQuoted: onGo,
      onRestore,
      selectedIds,
      onToggle: toggle,
      selectedWord: t('choose.chosen'),
      albumWord: (count) => t('media.album', { count }),
    }),
    [actions, toggle, selectedIds, label, labelOf, mayReact, mayReply, onGo, onRestore, outbox, t, ticket, user.id],
  );
  const keys = useMessageKeys({
    box,
    rows,
    userId: user.id,
    lastSeen: useCallback(() => virtual.range?.endIndex ?? rows.length - 1, [rows.length, virtual]),
    show,
    onMenu: context.onMenu,
    onReply: context.onReply,
    onPickReaction: context.onPickReaction,
    onForward: forward,
    onToggle: toggle,
    isSelecting: selectedIds !== undefined,
    onLeave,
  });
  const { ref } = props;
  useImperativeHandle(
    ref,
    () => ({
      focus: () => box.current?.focus({ preventScroll: true }),
      editLast: (isNote) => {
        const message = messages.findLast(
          (each) =>
            each.onlyInternal === isNote && mayEdit({ message: each, isOwn: each.user?.id === user.id }, capabilities),
        );
        if (!message) return false;
        isFromField.current = !onEdit;
        edit(message);
        return true;
      },
      arrived: () => atEnd.current || setMissed((count) => count + 1),
    }),
    [capabilities, edit, messages, onEdit, user.id],
  );
  const flashed = useJumpToMessage({ ticketId: ticket.id, rows, target, isSettled, show: goTo, onDone: onTargetShown });
  const { back } = keys;
  const hadOverlay = useRef(false);
  const isFromField = useRef(false);
  useEffect(() => {
    if (hadOverlay.current && !overlay) {
      // A reader who came from the field returns to it.
      if (isFromField.current) requestAnimationFrame(onLeave);
      else back();
      isFromField.current = false;
    }
    hadOverlay.current = overlay !== undefined;
  }, [back, onLeave, overlay]);

  if (conversation.isPending) return <ThreadSkeleton />;
  if (conversation.isError && messages.length === 0) {
    return <ErrorState error={conversation.error} onRetry={() => void conversation.refetch()} />;
  }
  const top = rows[virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0];
  const topDate = top?.kind === 'message' ? top.message.createdAt : undefined;
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={mergeClasses(styles.box, !isSettled && rows.length > 0 && styles.settling)}
        onScroll={onScroll}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        onPointerDown={keys.onPointerDown}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('chat.messages')}
        aria-busy={conversation.isFetchingNextPage || conversation.isFetchingPreviousPage}
      >
        <div
          className={styles.rows}
          style={{ height: virtual.getTotalSize() }}
          {...(rows.length > 0 ? { role: 'list', 'aria-label': t('chat.messages') } : {})}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <ThreadItem
                  key={item.key}
                  row={row}
                  index={item.index}
                  start={item.start}
                  measure={virtual.measureElement}
                  isActive={row.key === keys.active}
                  isFlashed={flashed !== undefined && shows(row, flashed)}
                  context={context}
                />
              )
            );
          })}
        </div>
      </div>
      <DayAbove
        label={topDate ? label(topDate) : ''}
        isShown={topDate !== undefined && virtual.isScrolling && !isAtEnd}
      />
      {conversation.isFetchNextPageError && (
        <Button size="small" className={styles.again} onClick={() => void conversation.fetchNextPage()}>
          {t('thread.olderAgain')}
        </Button>
      )}
      {typing && <TypingDots names={[ticket.contact.name]} state={typing} />}
      {writers.length > 0 && <TypingDots names={writers.map(({ name }) => name)} state="colleague" />}
      {!isAtEnd && isSettled && (
        <NewestPill
          count={missed}
          label={missed > 0 ? t('chat.newestWith', { count: missed }) : t('chat.newest')}
          text={t('chat.newestShort')}
          onClick={toNewest}
        />
      )}
      {overlay && (
        <MessageOverlays
          overlay={overlay}
          onChange={setOverlay}
          ticket={ticket}
          capabilities={capabilities}
          actions={actions}
          onReply={mayReply}
          mayReact={mayReact}
          asItIs={(known) => messages.find(({ id }) => id === known.id) ?? known}
          onForward={(message) => forward([message])}
          onSelect={(message) => toggle([message])}
          onEdit={(message) => {
            setOverlay(undefined);
            edit(message);
          }}
        />
      )}
    </div>
  );
}
