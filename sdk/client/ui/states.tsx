import type { ReactElement, ReactNode } from 'react';
import { Button, Skeleton, SkeletonItem, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowClockwise20Regular } from '@fluentui/react-icons';
import { useErrorText, useT } from '../index.ts';
import { ToneIcon, type Tone } from './marks.tsx';
import { Mark } from './Mark.tsx';
import { ext } from './tokens.ts';

const useStyles = makeStyles({
  empty: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    minHeight: '280px',
    height: '100%',
    padding: '24px',
    gap: '4px',
  },
  icon: { color: tokens.colorBrandForeground1, marginBottom: '16px', display: 'flex' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
  },
  text: { margin: 0, maxWidth: '420px', color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px', marginTop: '16px' },
  below: { marginTop: '32px' },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '40px',
    padding: '6px 8px 6px 14px',
    borderRadius: tokens.borderRadiusLarge,
    marginBottom: '8px',
  },
  barText: { flexGrow: 1, minWidth: 0, color: tokens.colorNeutralForeground1 },
  barIcon: { display: 'flex' },
  ok: { backgroundColor: ext.okBg },
  warn: { backgroundColor: ext.warnBg },
  bad: { backgroundColor: ext.badBg },
  info: { backgroundColor: ext.infoBg },
  neutral: { backgroundColor: tokens.colorNeutralBackground3 },
  okIcon: { color: ext.ok },
  warnIcon: { color: ext.warn },
  badIcon: { color: ext.bad },
  infoIcon: { color: ext.info },
  neutralIcon: { color: tokens.colorNeutralForeground3 },
  rows: { display: 'flex', flexDirection: 'column', width: '100%' },
  row: { display: 'flex', alignItems: 'center', gap: '16px', paddingInline: '8px' },
  late: {
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '1ms',
    animationDelay: '150ms',
    animationFillMode: 'both',
  },
});

export interface EmptyStateProps {
  /** The statement. */
  title: string;
  /** The next step, in a sentence. */
  text?: ReactNode;
  /** The only primary button. */
  action?: ReactNode;
  /** One plain button. */
  secondary?: ReactNode;
  /** A 40 px icon; the product's mark if absent. */
  icon?: ReactElement;
  /** Heading level: 1 if it is the whole page; 2 if absent. */
  level?: 1 | 2;
  /** Further content, such as shortcuts. */
  children?: ReactNode;
}

/** An empty state: a statement, the next step, and its button. */
export function EmptyState({ title, text, action, secondary, icon, level = 2, children }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const styles = useStyles();
  return (
    <div className={styles.empty}>
      <span className={styles.icon} aria-hidden="true">
        {icon ?? <Mark size={40} />}
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {(action || secondary) && (
        <div className={styles.actions}>
          {action}
          {secondary}
        </div>
      )}
      {children && <div className={styles.below}>{children}</div>}
    </div>
  );
}

/** A failed load: the title, the cause, and a button that retries. */
export function ErrorState({ title, error, onRetry }: { title?: string; error: unknown; onRetry?: () => void }) {
  const t = useT('shell');
  const textOf = useErrorText();
  const styles = useStyles();
  return (
    <div className={styles.empty} role="alert">
      <h2 className={styles.title}>{title ?? t('ui.loadFailed')}</h2>
      <p className={styles.text}>{textOf(error)}</p>
      {onRetry && (
        <div className={styles.actions}>
          <Button icon={<ArrowClockwise20Regular />} onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

export interface BarProps {
  tone: Tone;
  children: ReactNode;
  /** The button that solves the problem. */
  action?: ReactNode;
  /** Announced to screen readers at once: for problems that appear while the page is open. */
  alert?: boolean;
}

/** One line at a page's head: a problem with its cause and the button that solves it. */
export function Bar({ tone, children, action, alert }: BarProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.bar, styles[tone])} role={alert ? 'alert' : 'status'}>
      <span className={mergeClasses(styles.barIcon, styles[`${tone}Icon`])}>
        <ToneIcon tone={tone} />
      </span>
      <div className={styles.barText}>{children}</div>
      {action}
    </div>
  );
}

const widths = ['62%', '48%', '71%', '55%', '66%', '44%', '58%'];

/** Placeholders for rows that are being loaded, with their exact height; shown after 150 ms. */
export function SkeletonRows({ rows, height = 44, avatar }: { rows: number; height?: number; avatar?: boolean }) {
  const t = useT('shell');
  const styles = useStyles();
  return (
    <Skeleton className={mergeClasses(styles.rows, styles.late)} aria-label={t('ui.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} style={{ height }}>
          {avatar && <SkeletonItem shape="circle" size={40} />}
          <SkeletonItem size={12} style={{ width: widths[row % widths.length] }} />
          <SkeletonItem size={12} style={{ width: '18%' }} />
        </div>
      ))}
    </Skeleton>
  );
}
