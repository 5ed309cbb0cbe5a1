import { useId, useState, type ReactNode } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DataBarVertical20Regular, Table20Regular } from '@fluentui/react-icons';
import { useT } from '../index.ts';
import type { ChartSeries } from './BarChart.tsx';
import { chartFill } from './chart-fill.ts';
import { ext } from './tokens.ts';

const useStyles = makeStyles({
  frame: {
    margin: 0,
    padding: '12px 16px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
    minWidth: 0,
    '@media print': { breakInside: 'avoid' },
  },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: '32px',
    marginBottom: '8px',
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  end: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', marginInlineStart: 'auto' },
  entry: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  square: { width: '10px', height: '10px', borderRadius: '2px', printColorAdjust: 'exact' },
  scroll: { overflowX: 'auto', maxHeight: '320px', overflowY: 'auto' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': {
      padding: '6px 8px',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
      textAlign: 'end',
      fontWeight: tokens.fontWeightRegular,
    },
    '& th:first-child': { textAlign: 'start' },
    '& thead th': { fontWeight: tokens.fontWeightSemibold },
  },
});

export interface ChartTable {
  /** Names of the columns; the first is that of the row heads. */
  columns: readonly string[];
  rows: readonly { id: string; cells: readonly string[] }[];
}

export interface ChartFrameProps {
  title: string;
  /** A few words after the title: the period, or a sum. */
  note?: string;
  series?: readonly ChartSeries[];
  /** The same numbers as a table: for the switch, and for screen readers. */
  table: ChartTable;
  /** The drawing, such as `BarChart`. */
  children: ReactNode;
  className?: string;
}

/** The card of a chart: title, legend, and a switch that shows the same numbers as a table. */
export function ChartFrame({ title, note, series = [], table, children, className }: ChartFrameProps) {
  const t = useT('shell');
  const styles = useStyles();
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const [first, ...others] = table.columns;
  return (
    <figure className={mergeClasses(styles.frame, className)} aria-labelledby={id}>
      <figcaption className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {note && <span className={styles.note}>{note}</span>}
        <span className={styles.end}>
          {series.map((one, index) => (
            <span key={one.id} className={styles.entry}>
              <span className={styles.square} style={{ background: chartFill(one.color, index) }} aria-hidden="true" />
              {one.label}
            </span>
          ))}
          <Button
            size="small"
            appearance="subtle"
            icon={isTable ? <DataBarVertical20Regular /> : <Table20Regular />}
            onClick={() => setIsTable(!isTable)}
          >
            {t(isTable ? 'ui.chart.asChart' : 'ui.chart.asTable')}
          </Button>
        </span>
      </figcaption>
      {isTable ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table scrolls by keyboard
        <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby={id}>
          <table className={styles.table} aria-labelledby={id}>
            <thead>
              <tr>
                <th scope="col">{first}</th>
                {others.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(({ id: row, cells: [head, ...cells] }) => (
                <tr key={row}>
                  <th scope="row">{head}</th>
                  {cells.map((cell, at) => (
                    <td key={table.columns[at + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        children
      )}
    </figure>
  );
}
