import { mergeClasses } from '@fluentui/react-components';
import { Bot12Regular, Eye16Regular, Location16Regular, MoreHorizontal20Regular } from '@fluentui/react-icons';
import { memo, useEffect, useRef, useState } from 'react';
import { mediaUrl, useFormat, useT } from '@balcao/sdk/client';
import { isMediaKind, mediaIcons } from '@balcao/sdk/chat';
import { Avatar, Count, RelativeTime } from '@balcao/sdk/ui';
import { nobody, type PanelRow } from '../../panel.ts';
import type { Entry } from '../model/entry.ts';
import { previewOf } from '../model/preview.ts';
import { usePanelTools } from '../page/panel-context.ts';
import { dragRow } from './drag.ts';
import { useRowStyles } from './row-styles.ts';

/** Minutes after which a wait is marked, as in the list of tickets. */
const longWait = 10;
export const isLongWait = (waitingAt: number, now: number): boolean =>
  waitingAt > 0 && now - waitingAt > longWait * 60_000;

interface RowProps {
  entry: Entry;
  id: string;
  top: number;
  height: number;
  position: number;
  total: number;
  isActive: boolean;
  hasFocus: boolean;
  /** It left the list while the pointer is over it: it keeps its place, without actions. */
  isGone: boolean;
  /** The present minute, for the colour of long waits. */
  now: number;
}

/** One conversation: who, the last words, and where it came from. */
export const Row = memo(function Row(props: RowProps) {
  const { entry, id, top, height, position, total, isActive, hasFocus, isGone } = props;
  const styles = useRowStyles();
  const element = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const { row } = entry;
  const latest = useRef(row);
  latest.current = row;
  const isDraggable = row !== undefined && !isGone;
  useEffect(() => {
    const { current } = element;
    if (!current || !isDraggable) return;
    return dragRow(current, () => latest.current, setDragged);
  }, [isDraggable]);
  return (
    // The listbox around it handles the keys, and sets the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive && hasFocus}
      aria-posinset={position}
      aria-setsize={total}
      {...(isGone || !row ? { 'aria-disabled': true } : {})}
      data-row={entry.id}
      className={mergeClasses(
        styles.row,
        isActive && hasFocus && styles.active,
        isGone && styles.gone,
        isDragged && styles.dragged,
      )}
      style={{ height: height - 2, transform: `translateY(${top}px)` }}
    >
      {row ? <Content {...props} row={row} /> : <span className={styles.bone} aria-hidden="true" />}
    </div>
  );
});

function Content({ entry, row, now, isGone }: RowProps & { row: PanelRow }) {
  const styles = useRowStyles();
  const t = useT();
  const { mayPeek } = usePanelTools();
  const waits = entry.waitingAt > 0;
  const isUnowned = entry.ownerId === nobody;
  const isLong = isLongWait(entry.waitingAt, now);
  const time = <RowTime row={row} isElapsed={isUnowned && waits} now={now} />;
  return (
    <>
      <span
        className={styles.mark}
        style={row.queue ? { backgroundColor: row.queue.color } : undefined}
        title={row.queue?.name ?? t('row.noQueue')}
      />
      <Avatar
        name={row.contact.name}
        picture={row.contact.profilePicUrl && mediaUrl(row.contact.profilePicUrl)}
        size={36}
        square={row.isGroup}
        channel={row.channel}
        ring="var(--rowGround)"
        decorative
      />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={mergeClasses(styles.name, waits && styles.strong)} title={row.contact.name}>
            {row.contact.name}
          </span>
          <span data-time className={mergeClasses(styles.time, isLong && styles.long)}>
            {time}
          </span>
        </span>
        <span className={styles.line}>
          <Words row={row} isTyping={entry.isTyping} />
          {entry.unread > 0 && (
            <span data-count>
              <Count value={entry.unread} unread label={t('row.unread', { count: entry.unread })} />
            </span>
          )}
        </span>
        <span className={mergeClasses(styles.line, styles.origin)}>
          <span data-below className={mergeClasses(styles.below, isLong && styles.long)} aria-hidden="true">
            {time}
            {' · '}
          </span>
          {row.chatbot && (
            <span className={styles.bot}>
              <Bot12Regular aria-hidden="true" />
              {t('row.chatbot')}
            </span>
          )}
          <span className={styles.words}>
            {[row.queue?.name ?? t('row.noQueue'), row.whatsapp.name].filter(Boolean).join(' · ')}
          </span>
        </span>
      </span>
      {!isGone && (
        // For the pointer: an option contains no controls, and the keyboard has `p`, `t` and the menu key.
        <span className={styles.tools} data-tools aria-hidden="true">
          {mayPeek && (
            <span className={styles.tool} data-does="peek" title={t('row.peek')}>
              <Eye16Regular />
            </span>
          )}
          <span className={mergeClasses(styles.tool, styles.more)} data-does="menu" title={t('row.more')}>
            <MoreHorizontal20Regular />
          </span>
          <span className={styles.give} data-does="assign">
            {t(isUnowned ? 'row.assign' : 'row.handOver')}
          </span>
        </span>
      )}
    </>
  );
}

/** Of today the time, else the day; of a customer whom nobody attends how long they wait. */
function RowTime({ row, isElapsed, now }: { row: PanelRow; isElapsed: boolean; now: number }) {
  const format = useFormat();
  if (isElapsed && row.waitingSince !== null) return <RelativeTime date={row.waitingSince} elapsed />;
  const isToday = format.date(row.updatedAt) === format.date(now);
  return (
    <time dateTime={row.updatedAt} title={format.dateTime(row.updatedAt)}>
      {isToday ? format.clock(row.updatedAt) : format.date(row.updatedAt)}
    </time>
  );
}

function Words({ row, isTyping }: { row: PanelRow; isTyping: boolean }) {
  const styles = useRowStyles();
  const t = useT();
  if (isTyping) return <span className={mergeClasses(styles.words, styles.typing)}>{t('row.typing')}</span>;
  const { text, kind } = previewOf(row);
  const Icon = kind === 'location' ? Location16Regular : kind && isMediaKind(kind) ? mediaIcons[kind] : undefined;
  return (
    <span className={mergeClasses(styles.preview, row.unreadMessages > 0 && styles.fresh)}>
      {Icon && <Icon className={styles.icon} aria-hidden="true" />}
      <span className={styles.words}>{text ?? t(`kind.${kind ?? 'none'}`)}</span>
    </span>
  );
}
