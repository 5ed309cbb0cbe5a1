import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { Checkbox, Spinner, mergeClasses } from '@fluentui/react-components';
import { useT, type Translate } from '../index.ts';
import { SkeletonRows } from './states.tsx';
import { useTableStyles } from './table-styles.ts';
import { useRowWindow } from './row-window.ts';
import { useCards } from './use-cards.ts';

export interface DataColumn<T> {
  id: string;
  header: string;
  cell(row: T): ReactNode;
  /** CSS width: '30%', 120. */
  width?: number | string;
  align?: 'start' | 'center' | 'end';
  /**
   * Layout when a row is shown as a card: `title` heads it, `hide` omits the column, otherwise header and value share a
   * line.
   */
  touch?: 'title' | 'hide' | 'line' | 'actions';
  /** Shows the header to screen readers only (a column of buttons). */
  hiddenHeader?: boolean;
}

/** Selection of rows by checkboxes. The page stores it; a search may hide selected rows. */
export interface RowSelection<T> {
  isTicked(row: T): boolean;
  /** Selects or deselects one row, or all loaded rows when the checkbox in the head is pressed. */
  tick(rows: readonly T[], isTicked: boolean): void;
  /** Returns the name of a row for its checkbox. */
  nameOf(row: T): string;
}

export interface DataTableProps<T> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly DataColumn<T>[];
  rows: readonly T[];
  rowKey(row: T): string | number;
  loading?: boolean;
  /** Shown in place of the rows if there are none. */
  empty?: ReactNode;
  /** Called on a click, Enter or Space on a row. */
  onRowClick?: (row: T) => void;
  /** 44 for one line, 64 for two. */
  rowHeight?: 44 | 64;
  hasMore?: boolean;
  /** Called within 100 px of the end. */
  onMore?: () => void;
  /** Highlights a row that has a problem. */
  rowTone?(row: T): 'bad' | 'warn' | undefined;
  /** Adds a checkbox to each row, and one for all in the head. */
  selection?: RowSelection<T> | undefined;
}

/**
 * A table with a sticky head, virtualised rows, and navigation by arrows, Home, End and Enter. Under 600 px, and where
 * the container is too narrow for the columns, each row is a card.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const {
    label,
    rows,
    rowKey,
    loading,
    empty,
    onRowClick,
    rowHeight = 44,
    hasMore,
    onMore,
    rowTone,
    selection,
  } = props;
  const t = useT('shell');
  const styles = useTableStyles();
  const table = useRef<HTMLTableElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const form = useCards(table, end, props.columns.length, rows.length > 0);
  const isCards = form !== 'table';
  const isWide = form === 'wide-cards';
  const more = useRef(onMore);
  more.current = onMore;
  const [current, setCurrent] = useState(0);
  const shown = useRowWindow(table, rows.length, isCards ? 120 : rowHeight, isCards);

  useEffect(() => {
    if (!hasMore || loading || !end.current) return undefined;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current?.(), {
      root: end.current.closest('[data-scroll]'),
      rootMargin: '0px 0px 100px 0px',
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [hasMore, loading, rows.length]);

  const focusRow = (index: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, index));
    setCurrent(at);
    shown.reveal(at);
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number, row: T) => {
    if (event.target !== event.currentTarget) return;
    const page = 10;
    const target = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: index + page,
      PageUp: index - page,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      focusRow(target);
    } else if (onRowClick && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onRowClick(row);
    }
  };

  const all = selection && <TickAll rows={rows} selection={selection} labelled={isCards} />;
  const columns = selection ? [tickColumn(selection, t), ...props.columns] : props.columns;

  if (loading && rows.length === 0) return <SkeletonRows rows={8} height={rowHeight} />;
  if (rows.length === 0) return <>{empty}</>;

  return (
    // One element, whatever the layout of the page around it.
    <div className={styles.root}>
      {isCards && all && <div className={styles.allLine}>{all}</div>}
      <table
        ref={table}
        role="table"
        className={mergeClasses(styles.table, isCards && styles.cards)}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
      >
        <thead role="rowgroup" className={mergeClasses(isCards && styles.heardOnly)}>
          <tr role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <th
                key={column.id}
                role="columnheader"
                scope="col"
                className={mergeClasses(
                  styles.head,
                  column.align && styles[column.align],
                  column.align === 'end' && !isCards && styles.apart,
                  column.id === tickId && styles.tick,
                )}
                style={widthOf(column.width)}
              >
                <span className={mergeClasses(column.hiddenHeader && styles.heardOnly)}>{column.header}</span>
                {column.id === tickId && !isCards && all}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.before > 0 && <Space height={shown.before} columns={columns.length} />}
          {shown.indexes.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            const tone = rowTone?.(row);
            return (
              <tr
                key={rowKey(row)}
                role="row"
                ref={shown.measure}
                data-index={index}
                data-row={index}
                aria-rowindex={index + 2}
                className={mergeClasses(
                  styles.row,
                  onRowClick && styles.clickable,
                  tone && styles[tone],
                  isCards && styles.card,
                  isCards && selection && styles.pickable,
                  isWide && styles.wideCard,
                )}
                style={isCards ? {} : { height: rowHeight }}
                {...(onRowClick
                  ? {
                      tabIndex: index === current ? 0 : -1,
                      onFocus: () => setCurrent(index),
                      onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onKeyDown(event, index, row),
                      onClick: (event) => {
                        // Buttons and links inside a row handle their own clicks; selecting text is no click either.
                        const target = event.target as HTMLElement;
                        if (target.closest('button, a, input, label, [role="menuitem"]')) return;
                        if (window.getSelection()?.toString()) return;
                        onRowClick(row);
                      },
                    }
                  : {})}
              >
                {columns.map((column) => (
                  <td
                    key={column.id}
                    role="cell"
                    data-quiet={column.touch === 'actions' && !isCards ? '' : undefined}
                    className={mergeClasses(
                      styles.cell,
                      column.align && styles[column.align],
                      isCards && styles.line,
                      column.align === 'end' && !isCards && styles.apart,
                      column.id === tickId && styles.tick,
                      isWide && styles.wideLine,
                      isCards && column.id === tickId && (isWide ? styles.wideTickLine : styles.tickLine),
                      isCards && column.touch === 'title' && (isWide ? styles.wideTitleLine : styles.titleLine),
                      isCards && column.touch === 'actions' && (isWide ? styles.wideActionsLine : styles.actionsLine),
                      isCards && column.touch === 'hide' && styles.hidden,
                    )}
                  >
                    {isCards && column.id !== tickId && (column.touch ?? 'line') === 'line' && (
                      <span className={styles.lineName} aria-hidden="true">
                        {column.header}
                      </span>
                    )}
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {shown.after > 0 && <Space height={shown.after} columns={columns.length} />}
        </tbody>
      </table>
      <div ref={end} className={styles.after}>
        {hasMore && loading && <Spinner size="tiny" label={t('ui.loadingMore')} />}
      </div>
    </div>
  );
}

const tickId = ' tick';

const tickColumn = <T,>(selection: RowSelection<T>, t: Translate): DataColumn<T> => ({
  id: tickId,
  header: t('ui.choice'),
  hiddenHeader: true,
  width: 40,
  cell: (row) => (
    <Checkbox
      aria-label={t('ui.choose', { name: selection.nameOf(row) })}
      checked={selection.isTicked(row)}
      onChange={(_, { checked }) => selection.tick([row], checked === true)}
    />
  ),
});

/** Selects all loaded rows, or none. It has a label where there is no table head. */
function TickAll<T>({
  rows,
  selection,
  labelled,
}: Pick<DataTableProps<T>, 'rows'> & { selection: RowSelection<T>; labelled: boolean }) {
  const t = useT('shell');
  const count = rows.filter((row) => selection.isTicked(row)).length;
  const words = t('ui.chooseAll');
  return (
    <Checkbox
      {...(labelled ? { label: words } : { 'aria-label': words })}
      checked={count === 0 ? false : count === rows.length || 'mixed'}
      onChange={() => selection.tick(rows, count < rows.length)}
    />
  );
}

/** A width in pixels is the column's minimum; a percentage gives way to it. */
const widthOf = (width: number | string | undefined): CSSProperties =>
  typeof width === 'number' ? { width, minWidth: width } : width === undefined ? {} : { width };

/** Replaces rows that are not in the page. */
function Space({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={columns} style={{ padding: 0, border: 0 }} />
    </tr>
  );
}
