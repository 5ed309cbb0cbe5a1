import { makeStyles, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import type { MessageView, TicketView } from '../../contract.ts';
import type { MessageMenuAt } from '../message/MessageMenu.tsx';
import { MessageRow } from '../message/MessageRow.tsx';
import { OutgoingRow } from '../message/OutgoingRow.tsx';
import type { Outbox, OutboxEntry } from '../model/outbox.ts';
import type { ThreadRow } from '../model/thread.ts';
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

/** What every row of one conversation is given; the same object as long as nothing in it changed. */
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
  onTakeBack(entry: OutboxEntry): void;
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

/** One row at its place. Drawn again only when something of it changed: a scroll moves hundreds of them. */
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
      {...(isMessage
        ? { 'data-row': row.key, tabIndex: isActive ? 0 : -1, 'aria-label': context.labelOf(row.message) }
        : {})}
    >
      <div className={styles.inner}>
        <Row {...props} />
      </div>
    </div>
  );
});

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
          outbox={context.outbox}
          ticket={ticket}
          starts={row.starts}
          onTakeBack={context.onTakeBack}
        />
      );
    case 'message':
      return (
        <MessageRow
          message={row.message}
          ticket={ticket}
          starts={row.starts}
          isActive={isActive}
          isFlashed={isFlashed}
          isOwn={row.message.user?.id === context.userId}
          onReply={context.onReply}
          onMenu={context.onMenu}
          onReact={context.onReact}
          onPickReaction={context.onPickReaction}
          onQuoted={context.onQuoted}
        />
      );
  }
}
