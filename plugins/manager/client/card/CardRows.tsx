import { makeStyles, tokens } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Entry } from '../model/entry.ts';
import { keysHintId, usePanelTools } from '../page/panel-context.ts';
import { Row } from './Row.tsx';
import { useSteadyEntries } from './useSteadyEntries.ts';

const rowHeight = 64;

const useStyles = makeStyles({
  box: {
    position: 'relative',
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    outline: 'none',
    contain: 'strict',
    borderRadius: `0 0 ${tokens.borderRadiusXLarge} ${tokens.borderRadiusXLarge}`,
  },
  rows: { position: 'relative', width: '100%' },
});

interface CardRowsProps {
  ownerId: number;
  label: string;
  entries: readonly Entry[];
  now: number;
}

/** The conversations of one card: only visible ones are rendered, and rows are asked for when they come into view. */
export function CardRows({ ownerId, label, entries: current, now }: CardRowsProps) {
  const styles = useStyles();
  const { actions, loader, focused } = usePanelTools();
  const box = useRef<HTMLDivElement>(null);
  const [activeId, setActive] = useState<number>();
  const [hasFocus, setFocus] = useState(false);
  const { entries, gone, hold, release } = useSteadyEntries(current);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => entries[index]?.id ?? index,
    overscan: 3,
    paddingStart: 4,
    paddingEnd: 4,
    initialRect: { width: 0, height: 350 },
  });
  const items = virtual.getVirtualItems();
  const missing = items.flatMap(({ index }) => (entries[index] && !entries[index].row ? [entries[index].id] : []));
  const missingKey = missing.join();
  useEffect(() => {
    if (missingKey) loader.want(missingKey.split(',').map(Number));
  }, [loader, missingKey]);

  const found = entries.findIndex(({ id }) => id === activeId);
  const index = found < 0 ? 0 : found;
  const active = entries[index];
  const rowId = (id: number) => `panel-${ownerId}-${id}`;
  const moveTo = (to: number): void => {
    const next = Math.max(0, Math.min(entries.length - 1, to));
    setActive(entries[next]?.id);
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  const isLive = (entry: Entry | undefined): entry is Entry & { row: NonNullable<Entry['row']> } =>
    entry?.row !== undefined && !gone.has(entry.id);
  const menuAt = (entry: Entry | undefined, x?: number, y?: number): void => {
    if (!isLive(entry)) return;
    const place = document.getElementById(rowId(entry.id))?.getBoundingClientRect();
    actions.menu({ row: entry.row, x: x ?? (place?.left ?? 0) + 56, y: y ?? (place?.top ?? 0) + rowHeight / 2 });
  };

  const target = { row: isLive(active) ? active.row : undefined, menu: () => menuAt(active) };
  const latest = useRef(target);
  latest.current = target;
  const [own] = useState(() => ({ row: () => latest.current.row, menu: () => latest.current.menu() }));
  useEffect(
    () => () => {
      if (focused.current === own) focused.current = undefined;
    },
    [focused, own],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: entries.length - 1,
    };
    const to = steps[event.key];
    const acts: Record<string, () => void> = {
      Enter: () => isLive(active) && actions.open(active.row),
      ' ': () => isLive(active) && actions.open(active.row),
      ContextMenu: () => menuAt(active),
    };
    const act = event.key === 'F10' && event.shiftKey ? acts.ContextMenu : acts[event.key];
    if (to === undefined && !act) return;
    event.preventDefault();
    event.stopPropagation();
    // A key means the list as it is now.
    release();
    if (to !== undefined) moveTo(to);
    else act?.();
  };
  const entryAt = (target: EventTarget): Entry | undefined => {
    const element = (target as Element).closest<HTMLElement>('[data-row]');
    return element ? entries.find(({ id }) => id === Number(element.dataset.row)) : undefined;
  };
  const onClick = (event: MouseEvent): void => {
    const entry = entryAt(event.target);
    if (!isLive(entry)) return;
    setActive(entry.id);
    const does = (event.target as Element).closest<HTMLElement>('[data-does]')?.dataset.does;
    if (does === 'peek') actions.peek(entry.row);
    else if (does === 'assign') actions.assign(entry.row);
    else if (does === 'menu') menuAt(entry, event.clientX, event.clientY);
    else actions.open(entry.row);
  };
  const onContextMenu = (event: MouseEvent): void => {
    const entry = entryAt(event.target) ?? active;
    if (!isLive(entry)) return;
    event.preventDefault();
    setActive(entry.id);
    if (event.clientX === 0 && event.clientY === 0) menuAt(entry);
    else menuAt(entry, event.clientX, event.clientY);
  };
  return (
    <div
      ref={box}
      className={styles.box}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-describedby={keysHintId}
      {...(active && items.some((item) => item.index === index) ? { 'aria-activedescendant': rowId(active.id) } : {})}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        focused.current = own;
        setFocus(event.currentTarget.matches(':focus-visible'));
      }}
      onBlur={() => {
        if (focused.current === own) focused.current = undefined;
        setFocus(false);
      }}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onPointerMove={hold}
      onPointerLeave={release}
    >
      <div className={styles.rows} style={{ height: virtual.getTotalSize() }} role="presentation">
        {items.map((item) => {
          const entry = entries[item.index];
          return (
            entry && (
              <Row
                key={item.key}
                id={rowId(entry.id)}
                entry={entry}
                top={item.start}
                height={rowHeight}
                position={item.index + 1}
                total={entries.length}
                isActive={item.index === index}
                hasFocus={hasFocus}
                isGone={gone.has(entry.id)}
                now={now}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
