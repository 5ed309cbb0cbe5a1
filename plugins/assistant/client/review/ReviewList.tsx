import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useShortcut, useT } from '@balcao/sdk/client';
import { ext, useRovingFocus } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  sides: { display: 'flex', height: '100%', '@media (max-width: 859px)': { flexDirection: 'column', height: 'auto' } },
  list: {
    width: '400px',
    flexShrink: 0,
    overflowY: 'auto',
    padding: '12px 8px',
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 1199px)': { width: '320px' },
    '@media (max-width: 859px)': { width: 'auto', borderRight: 'none', overflowY: 'visible' },
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '4px 12px',
    width: '100%',
    minHeight: '60px',
    padding: '8px 12px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { backgroundColor: ext.selected, ':hover': { backgroundColor: ext.selectedHover } },
  title: {
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  count: {
    gridRow: '1 / 3',
    gridColumn: 2,
    alignSelf: 'center',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  head: {
    display: 'flex',
    justifyContent: 'space-between',
    margin: '0 12px 8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  foot: { margin: '12px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  detail: {
    flexGrow: 1,
    minWidth: 0,
    overflowY: 'auto',
    padding: '20px 32px',
    '@media (max-width: 859px)': {
      padding: '16px 12px',
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      overflowY: 'visible',
    },
  },
});

export interface ReviewRow {
  id: number;
  title: string;
  /** The second line of the row. */
  line: ReactNode;
  /** How many customers asked it. */
  count: number;
}

interface ReviewListProps<T extends ReviewRow> {
  label: string;
  rows: readonly T[];
  /** Captions above the titles and above the counts. */
  head: readonly [left: string, right: string];
  foot?: string;
  children(row: T): ReactNode;
}

/** A list of questions to review, and the chosen one beside it. `j` and `k` choose the next and the previous one. */
export function ReviewList<T extends ReviewRow>({ label, rows, head, foot, children }: ReviewListProps<T>) {
  const t = useT();
  const styles = useStyles();
  const walk = useRovingFocus<HTMLDivElement>('vertical');
  const [chosen, setChosen] = useState<number>();
  const chosenIndex = rows.findIndex(({ id }) => id === chosen);
  // When the chosen row was settled and is gone, the row that took its place is shown.
  const lastIndex = useRef(0);
  const index = chosenIndex >= 0 ? chosenIndex : Math.min(lastIndex.current, rows.length - 1);
  const current = rows[index];
  const currentId = current?.id;
  useEffect(() => {
    lastIndex.current = Math.max(0, index);
    // The row that is being read stays, whatever arrives above it.
    if (currentId !== undefined) setChosen(currentId);
  }, [index, currentId]);
  const step = (by: 1 | -1) => () => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index + by))];
    if (!next) return;
    setChosen(next.id);
    walk.ref.current?.querySelector<HTMLElement>(`[data-id="${next.id}"]`)?.focus();
  };
  useShortcut('j', step(1), { label: t('review.next'), group: label });
  useShortcut('k', step(-1), { label: t('review.previous'), group: label });
  return (
    <div className={styles.sides}>
      <div className={styles.list}>
        <div className={styles.head}>
          <span>{head[0]}</span>
          <span>{head[1]}</span>
        </div>
        <div {...walk} role="group" aria-label={label}>
          {rows.map((row) => (
            <button
              key={row.id}
              type="button"
              data-id={row.id}
              className={mergeClasses(styles.row, row.id === current?.id && styles.chosen)}
              aria-current={row.id === current?.id ? 'true' : undefined}
              onClick={() => setChosen(row.id)}
            >
              <span className={styles.title} title={row.title}>
                {row.title}
              </span>
              <span className={styles.line}>{row.line}</span>
              <span className={styles.count}>{row.count}</span>
            </button>
          ))}
        </div>
        {foot !== undefined && <p className={styles.foot}>{foot}</p>}
      </div>
      <div className={styles.detail}>{current && children(current)}</div>
    </div>
  );
}
