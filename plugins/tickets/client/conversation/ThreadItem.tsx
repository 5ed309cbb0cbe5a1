import { makeStyles, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import type { MessageView, TicketView } from '../../contract.ts';
import type { MessageMenuAt } from '../message/MessageMenu.tsx';
import { SelectableMessage } from '../message/selection/SelectableMessage.tsx';
import { MessageRow } from '../message/MessageRow.tsx';
import { OutgoingRow } from '../message/OutgoingRow.tsx';
import { messagesIn } from '../model/albums.ts';
import type { Outbox, OutboxEntry } from '../model/outbox.ts';
import type { ThreadRow } from '../model/thread-row.ts';
import { DayLine, UnreadLine } from './lines.tsx';

const useStyles = makeStyles({
  row: {
    position: 'absolute',
    left: 0,
    right: 0,
    top: 0,
    outline: 'none',
    ':focus-visible [data-bubble]': { boxShadow: `0 0 0 2px ${tokens.colorStrokeFocus2}` },
  },
  inner: {
    maxWidth: '960px',
    marginInline: 'auto',
    paddingInline: '24px',
    '@media (max-width: 599px)': { paddingInline: '12px' },
  },
});

/** Shared props of all rows of one conversation; the same object until one of them changes. */
export interface ThreadContext {
  ticket: TicketView;
  userId: number;
  outbox: Outbox;
  dayLabel(date: string): string;
  labelOf(message: MessageView): string;
  onReply: ((message: MessageView) => void) | undefined;
  onMenu(at: MessageMenuAt): void;
  onReact: ((message: MessageView, emoji: string) => void) | undefined;
  onPickReaction: ((at: MessageMenuAt) => void) | undefined;
  onQuoted(messageId: number): void;
  onRestore(entry: OutboxEntry): void;
  /** The selected messages, in selection mode. */
  selectedIds: ReadonlySet<number> | undefined;
  onToggle(messages: readonly MessageView[]): void;
  /** Text for screen readers on a selected message. */
  selectedWord: string;
  /** Label of an album with this number of files. */
  albumWord(count: number): string;
}

export interface ThreadItemProps {
  row: ThreadRow;
  index: number;
  start: number;
  measure(element: HTMLElement | null): void;
  isActive: boolean;
  isFlashed: boolean;
  context: ThreadContext;
}

/** One row in its position. It is rendered only when it changes: scrolling moves hundreds of them. */
export const ThreadItem = memo(function ThreadItem(props: ThreadItemProps) {
  const { row, index, start, measure, isActive, context } = props;
  const styles = useStyles();
  const isMessage = row.kind === 'message';
  return (
    <div
      ref={measure}
      data-index={index}
      className={styles.row}
      style={{ transform: `translateY(${start}px)` }}
      role="listitem"
      {...(isMessage ? { 'data-row': row.key, tabIndex: isActive ? 0 : -1, 'aria-label': nameOf(row, context) } : {})}
    >
      <div className={styles.inner}>
        <Row {...props} />
      </div>
    </div>
  );
});

type MessageRowOf = Extract<ThreadRow, { kind: 'message' }>;

/** The selection is part of the label, because a list of messages has no state for it. */
const nameOf = (row: MessageRowOf, { labelOf, selectedIds, selectedWord, albumWord }: ThreadContext): string =>
  [
    messagesIn(row).every(({ id }) => selectedIds?.has(id)) ? selectedWord : '',
    row.album ? albumWord(row.album.length + (row.pending?.length ?? 0)) : '',
    labelOf(row.message),
  ]
    .filter(Boolean)
    .join(', ');

function Row({ row, isActive, isFlashed, context }: ThreadItemProps) {
  const { ticket } = context;
  switch (row.kind) {
    case 'day':
      return <DayLine>{context.dayLabel(row.date)}</DayLine>;
    case 'unread':
      return <UnreadLine count={row.count} />;
    case 'outgoing':
      return (
        <OutgoingRow
          entry={row.entry}
          album={row.album}
          outbox={context.outbox}
          ticket={ticket}
          starts={row.starts}
          onRestore={context.onRestore}
        />
      );
    case 'message': {
      const { message } = row;
      const all = messagesIn(row);
      const { selectedIds, onToggle } = context;
      const drawn = (
        <MessageRow
          message={message}
          album={row.album}
          pending={row.pending}
          outbox={context.outbox}
          ticket={ticket}
          starts={row.starts}
          isActive={isActive && !selectedIds}
          isFlashed={isFlashed}
          isOwn={message.user?.id === context.userId}
          onReply={context.onReply}
          onMenu={context.onMenu}
          onReact={context.onReact}
          onPickReaction={context.onPickReaction}
          onQuoted={context.onQuoted}
        />
      );
      return selectedIds && !message.isDeleted ? (
        <SelectableMessage
          isSelected={all.every(({ id }) => selectedIds.has(id))}
          label={context.labelOf(message)}
          onToggle={() => onToggle(all)}
        >
          {drawn}
        </SelectableMessage>
      ) : (
        drawn
      );
    }
  }
}
