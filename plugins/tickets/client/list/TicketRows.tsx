import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowUp16Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { MouseEvent, RefObject } from 'react';
import { useShortcut, useT, useViewport } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import type { TicketActions } from '../data/useTicketActions.ts';
import type { TicketDialog } from '../dialogs/ticket-dialogs.ts';
import type { RowMenuAt } from './RowMenu.tsx';
import type { ListSelection } from './selection/useSelection.ts';
import { TicketRow } from './TicketRow.tsx';
import { storedOffset, useScrollAnchor } from './useScrollAnchor.ts';
import { useLongPress } from './useLongPress.ts';
import { useRovingRow } from './useRovingRow.ts';
import { useRowKeys } from './useRowKeys.ts';
import { steadyArea, useSteadyRows } from './useSteadyRows.ts';

/** Height of a row in pixels; constant, so that the height of any list is known. */
const rowHeight = 76;
const touchRowHeight = 84;
/** Approximate height in pixels of everything above and below the list. */
const roundList = 240;
/** Milliseconds after which the keyboard counts as resting on a row: a held key moves on every 30 ms. */
const keyRest = 60;

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
  // Over the rows: neither new rows nor this notice may push them down.
  held: {
    position: 'absolute',
    top: '4px',
    left: '50%',
    transform: 'translateX(-50%)',
    zIndex: 1,
    borderRadius: tokens.borderRadiusCircular,
    boxShadow: tokens.shadow8,
  },
  failed: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    flexShrink: 0,
    padding: '6px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
  },
});

export interface TicketRowsProps {
  /** Identifies the list; its scroll position is stored under this name. */
  name: string;
  label: string;
  rows: readonly TicketView[];
  total: number;
  openUuid: string | undefined;
  hasMore: boolean;
  /** Loading the next page failed. */
  hasFailed: boolean;
  onMore(): void;
  onOpen(ticket: TicketView): void;
  onMenu(at: RowMenuAt): void;
  onPeek(ticket: TicketView): void;
  /** Resolves, after the questions required by the company. */
  onResolve(ticket: TicketView): void;
  onDialog(dialog: TicketDialog): void;
  selection: ListSelection;
  actions: TicketActions;
  /** The element that handles keys, so that the focus can return to it. */
  box: RefObject<HTMLDivElement | null>;
}

/** True without hover: a tap on a row in selection mode selects it too. */
const hoversNothing = (): boolean => matchMedia('(hover: none)').matches;

/** The rows of the list: only visible ones are rendered, and keyboard navigation keeps its position. */
export function TicketRows(props: TicketRowsProps) {
  const { name, openUuid, hasMore, hasFailed, onMore, onOpen, onMenu, onPeek, selection, actions, box } = props;
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  const client = useQueryClient();
  const [hasFocus, setFocus] = useState(false);
  const height = touch ? touchRowHeight : rowHeight;
  const { rows, gone, held, release, hold, leave } = useSteadyRows(props.rows);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    paddingEnd: 8,
    initialOffset: () => storedOffset(name),
    // Until it is measured: with an estimate the rows are rendered in the first pass.
    initialRect: { width: 0, height: Math.max(height, innerHeight - roundList) },
  });
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const keepScroll = useScrollAnchor(name, ids, height, box);
  useEffect(() => virtual.measure(), [height, virtual]);

  const show = useCallback((index: number) => virtual.scrollToIndex(index, { align: 'auto' }), [virtual]);
  const { active, index, moveTo, moveBy, choose } = useRovingRow(rows, openUuid, show);

  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !hasFailed && rows.length > 0 && last >= rows.length - 2) onMore();
  }, [hasFailed, hasMore, last, onMore, rows.length]);

  const { isOn: isSelecting, toggle, rangeTo, clear } = selection;
  const wasSelecting = useRef(false);
  useEffect(() => {
    // The selection bar that had the focus is gone.
    if (wasSelecting.current && !isSelecting && document.activeElement === document.body) box.current?.focus();
    wasSelecting.current = isSelecting;
  }, [box, isSelecting]);

  const open = useCallback(
    (ticket: TicketView) => {
      choose(ticket.uuid);
      // The selection and the open conversation must not be confused.
      clear();
      onOpen(ticket);
    },
    [choose, clear, onOpen],
  );
  const pick = useCallback(
    (ticket: TicketView, { shiftKey }: Pick<MouseEvent, 'shiftKey'>) => {
      choose(ticket.uuid);
      if (shiftKey) rangeTo(ticket.id);
      else toggle(ticket.id);
    },
    [choose, rangeTo, toggle],
  );
  const press = useCallback(
    (ticket: TicketView, event: MouseEvent) => {
      const isMeant = event.ctrlKey || event.metaKey || event.shiftKey || (isSelecting && hoversNothing());
      if (isMeant) pick(ticket, event);
      else open(ticket);
    },
    [isSelecting, open, pick],
  );
  const approach = useCallback(
    async ({ id }: Pick<TicketView, 'id'>) => (await import('../data/useMessages.ts')).prefetchMessages(client, id),
    [client],
  );
  // The row under the keyboard or the pointer is usually opened next, so it is prefetched.
  const restsOn = active && active.uuid !== openUuid ? active.id : undefined;
  useEffect(() => {
    if (restsOn === undefined) return;
    const timer = setTimeout(() => void approach({ id: restsOn }), keyRest);
    return () => clearTimeout(timer);
  }, [approach, restsOn]);
  const accept = useCallback((ticket: TicketView) => void actions.accept(ticket), [actions]);
  const more = useCallback(
    (ticket: TicketView, at: Element) => {
      choose(ticket.uuid);
      const { left, bottom } = at.getBoundingClientRect();
      onMenu({ ticket, x: left, y: bottom });
    },
    [choose, onMenu],
  );
  const menuOn = (ticket: TicketView): void => {
    // Opened by the keyboard, the menu is positioned at the row.
    const row = document.getElementById(`ticket-row-${ticket.id}`)?.getBoundingClientRect();
    onMenu({ ticket, x: (row?.left ?? 0) + 64, y: (row?.top ?? 0) + height / 2 });
  };

  const walk = (step: number) => {
    box.current?.focus({ preventScroll: true });
    moveBy(step);
  };
  const isFree = () => document.activeElement === box.current || document.activeElement === document.body;
  const group = t('shortcut.group');
  // With nothing open, keys act on the active row wherever the focus is; beside a conversation, only while the list has
  // the focus.
  const isMeant = () => active !== undefined && openUuid === undefined && isFree();
  useShortcut('j', () => walk(1), { label: t('shortcut.next'), group });
  useShortcut('k', () => walk(-1), { label: t('shortcut.previous'), group });
  useShortcut('Enter', () => active && open(active), {
    label: t('shortcut.open'),
    group,
    when: () => active !== undefined && isFree(),
  });
  useShortcut('a', () => active && accept(active), {
    label: t('action.accept'),
    group,
    when: () => active?.status === 'pending' && !isSelecting && (hasFocus || isMeant()),
  });
  useShortcut('x', () => active && toggle(active.id), {
    label: t('bulk.choose'),
    group,
    when: () => active !== undefined && isFree(),
  });
  useShortcut('p', () => active && onPeek(active), { label: t('peek.action'), group, when: isMeant });
  useShortcut('e', () => active && props.onResolve(active), {
    label: t('action.resolve'),
    group,
    when: () => isMeant() && !isSelecting && active?.status !== 'closed',
  });
  useShortcut('t', () => active && props.onDialog({ kind: 'transfer', ticket: active }), {
    label: t('action.transfer'),
    group,
    when: () => isMeant() && !isSelecting && active?.status !== 'closed',
  });

  const onKeyDown = useRowKeys({
    active,
    index,
    count: rows.length,
    page: Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height) - 1),
    moveTo,
    open,
    toggle: (ticket) => toggle(ticket.id),
    extendTo(target) {
      const row = rows[Math.max(0, Math.min(rows.length - 1, target))];
      if (!row) return;
      if (!isSelecting && active) toggle(active.id);
      rangeTo(row.id);
      moveTo(target);
    },
    all: selection.all,
    clear,
    menu: menuOn,
    peek: onPeek,
    accept,
    resolve: props.onResolve,
    transfer: (ticket) => props.onDialog({ kind: 'transfer', ticket }),
    isSelecting,
  });

  const rowAt = (target: Element): TicketView | undefined => {
    const row = target.closest<HTMLElement>('[data-ticket]');
    return row ? rows.find((each) => each.uuid === row.dataset.ticket) : undefined;
  };
  const longPress = useLongPress((target) => {
    const ticket = rowAt(target);
    if (ticket) toggle(ticket.id);
  });
  const onContextMenu = (event: MouseEvent): void => {
    const ticket = rowAt(event.target as Element) ?? active;
    if (!ticket) return;
    event.preventDefault();
    if (longPress.wasLong() || (event.nativeEvent as PointerEvent).pointerType === 'touch') return;
    choose(ticket.uuid);
    if (event.clientX === 0 && event.clientY === 0) menuOn(ticket);
    else onMenu({ ticket, x: event.clientX, y: event.clientY });
  };

  return (
    <>
      {held > 0 && (
        <Button
          size="small"
          appearance="primary"
          className={styles.held}
          icon={<ArrowUp16Regular />}
          {...{ [steadyArea]: true }}
          onPointerLeave={leave}
          onClick={() => {
            release();
            virtual.scrollToOffset(0);
          }}
        >
          {t('list.held', { count: held })}
        </Button>
      )}
      <div
        ref={box}
        className={styles.box}
        role="listbox"
        tabIndex={0}
        aria-label={props.label}
        {...(isSelecting ? { 'aria-multiselectable': true } : {})}
        {...(active && items.some((item) => item.index === index)
          ? { 'aria-activedescendant': `ticket-row-${active.id}` }
          : {})}
        onKeyDown={(event) => {
          // A key determines the active row.
          release();
          onKeyDown(event);
        }}
        onFocus={(event) => setFocus(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocus(false)}
        onScroll={keepScroll}
        onContextMenu={onContextMenu}
        {...longPress.handlers}
        {...{ [steadyArea]: true }}
        onPointerMove={hold}
        onPointerLeave={leave}
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
                  isSelecting={isSelecting}
                  isChosen={selection.ids.has(ticket.id)}
                  isGone={gone.has(ticket.id)}
                  onPress={press}
                  onChoose={pick}
                  onMore={more}
                  onAccept={accept}
                  onApproach={approach}
                />
              )
            );
          })}
        </div>
      </div>
      {hasFailed && (
        <div className={styles.failed} role="alert">
          {t('list.moreFailed')}
          <Button size="small" onClick={onMore}>
            {t('list.moreAgain')}
          </Button>
        </div>
      )}
    </>
  );
}
