import { makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useShortcut, useT, useViewport } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import { prefetchMessages } from '../data/useMessages.ts';
import { RowMenu } from '../pages/later.ts';
import type { RowMenuAt } from './RowMenu.tsx';
import { TicketRow } from './TicketRow.tsx';
import { keptOffset, useKeptScroll } from './useKeptScroll.ts';
import { useRovingRow } from './useRovingRow.ts';

/** Pixels of a row; constant, so that a list of any length knows its height. */
const rowHeight = 76;
const touchRowHeight = 84;

const useStyles = makeStyles({
  box: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    outline: 'none',
    contain: 'strict',
  },
  rows: { position: 'relative', width: '100%' },
});

export interface TicketRowsProps {
  /** Tells this list from others: where it was scrolled to is kept under it. */
  name: string;
  label: string;
  rows: readonly TicketView[];
  total: number;
  openUuid: string | undefined;
  hasMore: boolean;
  onMore(): void;
  onOpen(ticket: TicketView): void;
  actions: TicketActions;
}

/** The rows: as many as there are, drawing only those in sight; walked by keys without losing the place. */
export function TicketRows(props: TicketRowsProps) {
  const { name, rows, openUuid, hasMore, onMore, onOpen, actions } = props;
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const [hasFocus, setFocus] = useState(false);
  const [menu, setMenu] = useState<RowMenuAt>();
  const height = touch ? touchRowHeight : rowHeight;

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    paddingEnd: 8,
    initialOffset: () => keptOffset(name),
  });
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const keepScroll = useKeptScroll(name, ids, height, box);
  useEffect(() => virtual.measure(), [height, virtual]);

  const show = useCallback((index: number) => virtual.scrollToIndex(index, { align: 'auto' }), [virtual]);
  const { active, index, moveTo, moveBy, choose } = useRovingRow(rows, openUuid, show);

  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && rows.length > 0 && last >= rows.length - 2) onMore();
  }, [hasMore, last, onMore, rows.length]);

  const open = useCallback(
    (ticket: TicketView) => {
      choose(ticket.uuid);
      onOpen(ticket);
    },
    [choose, onOpen],
  );
  const approach = useCallback((ticket: TicketView) => prefetchMessages(client, ticket.id), [client]);
  const accept = useCallback((ticket: TicketView) => void actions.accept(ticket), [actions]);

  const walk = (step: number) => {
    box.current?.focus({ preventScroll: true });
    moveBy(step);
  };
  const isFree = () => document.activeElement === box.current || document.activeElement === document.body;
  useShortcut('j', () => walk(1), { label: t('shortcut.next'), group: t('shortcut.group') });
  useShortcut('k', () => walk(-1), { label: t('shortcut.previous'), group: t('shortcut.group') });
  useShortcut('Enter', () => active && open(active), {
    label: t('shortcut.open'),
    group: t('shortcut.group'),
    when: () => active !== undefined && isFree(),
  });
  useShortcut('a', () => active && accept(active), {
    when: () => active?.status === 'pending' && (hasFocus || openUuid === undefined),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height) - 1);
    const target = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
  };
  const onContextMenu = (event: MouseEvent): void => {
    const row = (event.target as Element).closest<HTMLElement>('[data-ticket]');
    const ticket = row ? rows.find((each) => each.uuid === row.dataset.ticket) : active;
    if (!ticket) return;
    event.preventDefault();
    choose(ticket.uuid);
    const rowId = document.getElementById(`ticket-row-${ticket.id}`)?.getBoundingClientRect();
    // Opened by the keyboard there is no pointer: the menu hangs from the row.
    const byKeys = event.clientX === 0 && event.clientY === 0;
    setMenu({
      ticket,
      x: byKeys ? (rowId?.left ?? 0) + 64 : event.clientX,
      y: byKeys ? (rowId?.top ?? 0) + height / 2 : event.clientY,
    });
  };

  return (
    <>
      <div
        ref={box}
        className={styles.box}
        role="listbox"
        tabIndex={0}
        aria-label={props.label}
        {...(active && items.some((item) => item.index === index)
          ? { 'aria-activedescendant': `ticket-row-${active.id}` }
          : {})}
        onKeyDown={onKeyDown}
        onFocus={(event) => setFocus(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocus(false)}
        onScroll={keepScroll}
        onContextMenu={onContextMenu}
      >
        <div className={styles.rows} style={{ height: virtual.getTotalSize() }} role="presentation">
          {items.map((item) => {
            const ticket = rows[item.index];
            return (
              ticket && (
                <TicketRow
                  key={item.key}
                  id={`ticket-row-${ticket.id}`}
                  ticket={ticket}
                  top={item.start}
                  height={height}
                  position={item.index + 1}
                  total={props.total}
                  isCurrent={ticket.uuid === openUuid}
                  isActive={item.index === index}
                  hasFocus={hasFocus}
                  onOpen={open}
                  onAccept={accept}
                  onApproach={approach}
                />
              )
            );
          })}
        </div>
      </div>
      <Suspense fallback={null}>
        {menu && <RowMenu at={menu} onOpen={open} onClose={() => setMenu(undefined)} actions={actions} />}
      </Suspense>
    </>
  );
}
