import { useState, type CSSProperties } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { axisOf, chartFill } from './chart-fill.ts';
import { useRovingFocus } from './roving-focus.ts';
import { ext } from './tokens.ts';

export interface ChartSeries {
  id: string;
  label: string;
  /** A CSS colour: `ext.chart`. */
  color: string;
}
export interface ChartPoint {
  id: string;
  /** Below the bar. */
  label: string;
  /** In the card and for screen readers, where the label is too short. */
  name?: string;
  /** One value for each series, in their order. */
  values: readonly number[];
  /** It is not over yet: the bar is half transparent and its label bold. */
  isPartial?: boolean;
  /** A last line of the card. */
  note?: string;
}
export interface BarChartProps {
  label: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** `stacked`: above each other; `behind`: the second series, the usual value, wider and behind the first. */
  kind: 'stacked' | 'behind';
  format(value: number): string;
  /** Every how many points have a label; absent: each. */
  labelEvery?: number;
  height?: number;
}

const useStyles = makeStyles({
  chart: { position: 'relative', display: 'flex', paddingInlineStart: 'var(--axis)', marginTop: '8px' },
  line: {
    position: 'absolute',
    insetInlineStart: 'var(--axis)',
    insetInlineEnd: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  mark: {
    position: 'absolute',
    insetInlineStart: 'calc(-1 * var(--axis))',
    width: 'calc(var(--axis) - 8px)',
    whiteSpace: 'nowrap',
    transform: 'translateY(-50%)',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase100,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
  },
  bars: { position: 'relative', display: 'flex', flex: '1 1 0', minWidth: 0, containerType: 'inline-size' },
  point: {
    position: 'relative',
    flex: '1 1 0',
    minWidth: 0,
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    cursor: 'default',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  column: {
    position: 'absolute',
    bottom: 0,
    insetInlineStart: '50%',
    transform: 'translateX(-50%)',
    display: 'flex',
    flexDirection: 'column-reverse',
    gap: '2px',
    width: '56%',
    maxWidth: '32px',
    height: '100%',
  },
  wide: { width: '80%', maxWidth: '36px' },
  bar: { flexShrink: 0, borderRadius: '3px 3px 0 0', printColorAdjust: 'exact' },
  partial: { opacity: 0.6 },
  label: {
    position: 'absolute',
    top: 'calc(100% + 4px)',
    insetInlineStart: '50%',
    transform: 'translateX(-50%)',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase100,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  // Where many points share little room, a third of the labels remain.
  sparse: { '@container (max-width: 479px)': { display: 'none' } },
  now: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  card: {
    position: 'absolute',
    zIndex: 1,
    bottom: 'calc(100% - 24px)',
    minWidth: '140px',
    padding: '8px 12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow8,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
    textAlign: 'start',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  cardTitle: { display: 'block', marginBottom: '4px', fontWeight: tokens.fontWeightSemibold },
  cardLine: { display: 'flex', justifyContent: 'space-between', gap: '16px', fontVariantNumeric: 'tabular-nums' },
});

/** Bars of one or more series. Arrows move between them, and each reads its values; the pointer shows them in a card. */
export function BarChart({ label, series, points, kind, format, labelEvery = 1, height = 160 }: BarChartProps) {
  const styles = useStyles();
  const { ref, ...keys } = useRovingFocus<HTMLDivElement>('horizontal');
  const [shown, setShown] = useState<string>();
  const total = ({ values }: ChartPoint): number =>
    kind === 'stacked' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  const axis = axisOf(Math.max(0, ...points.map(total)));
  const top = axis.at(-1) ?? 1;
  // Sums of money are wider than counts, and must not lie over the bars.
  const longest = Math.max(...axis.map((value) => format(value).length));
  const axisWidth = { '--axis': `${Math.max(36, 10 + longest * 6)}px` } as CSSProperties;
  const isCrowded = points.length / labelEvery > 8;
  const share = (value: number): string => `${value <= 0 ? 0 : Math.max(1, (value / top) * 100)}%`;
  const words = ({ name, label: short, values, note }: ChartPoint): string =>
    [`${name ?? short}: ${series.map((one, at) => `${one.label} ${format(values[at] ?? 0)}`).join(', ')}`, note]
      .filter(Boolean)
      .join('. ');

  return (
    <div className={styles.chart} style={{ height: `${height}px`, marginBottom: '24px', ...axisWidth }}>
      <div aria-hidden="true">
        {axis.map((value) => (
          <div key={value} className={styles.line} style={{ bottom: `${(value / top) * 100}%` }}>
            <span className={styles.mark}>{format(value)}</span>
          </div>
        ))}
      </div>
      <div ref={ref} {...keys} className={styles.bars} role="group" aria-label={label}>
        {points.map((point, at) => (
          <button
            key={point.id}
            type="button"
            className={styles.point}
            aria-label={words(point)}
            onMouseEnter={() => setShown(point.id)}
            onMouseLeave={() => setShown(undefined)}
            onFocus={() => setShown(point.id)}
            onBlur={() => setShown(undefined)}
          >
            {kind === 'behind' && (
              <span className={mergeClasses(styles.column, styles.wide)}>
                <span
                  className={styles.bar}
                  style={{ height: share(point.values[1] ?? 0), background: series[1]?.color }}
                />
              </span>
            )}
            <span className={mergeClasses(styles.column, point.isPartial && styles.partial)}>
              {(kind === 'behind' ? point.values.slice(0, 1) : point.values).map((value, of) => (
                <span
                  key={series[of]?.id}
                  className={styles.bar}
                  style={{ height: share(value), background: chartFill(series[of]?.color ?? '', of) }}
                />
              ))}
            </span>
            {(at % labelEvery === 0 || point.isPartial) && (
              <span
                className={mergeClasses(
                  styles.label,
                  point.isPartial ? styles.now : isCrowded && at % (3 * labelEvery) > 0 && styles.sparse,
                )}
              >
                {point.label}
              </span>
            )}
            {shown === point.id && (
              <span
                className={styles.card}
                style={at < points.length / 2 ? { insetInlineStart: '50%' } : { insetInlineEnd: '50%' }}
              >
                <span className={styles.cardTitle}>{point.name ?? point.label}</span>
                {series.map((one, of) => (
                  <span key={one.id} className={styles.cardLine}>
                    <span>{one.label}</span>
                    <strong>{format(point.values[of] ?? 0)}</strong>
                  </span>
                ))}
                {point.note && <span className={styles.cardLine}>{point.note}</span>}
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}
