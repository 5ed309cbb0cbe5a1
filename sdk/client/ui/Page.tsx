import type { ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowLeft20Regular } from '@fluentui/react-icons';
import { IconButton } from './IconButton.tsx';
import { ext } from './tokens.ts';

export interface PageProps {
  title: string;
  /** Total number, shown beside the title. */
  count?: number | string;
  /** Secondary text beside the title. */
  subtitle?: ReactNode;
  /** An arrow before the title, which leads to the page above this one; `label` is the arrow's name. */
  back?: { label: string; onClick(): void };
  /** Content at the right end of the header: at most one primary button. */
  actions?: ReactNode;
  /** A `Tabs` row under the header. */
  tabs?: ReactNode;
  /** Uses the canvas (boards, dashboards) as background instead of the sheet. */
  canvas?: boolean;
  /** The content fills the page to its edges and scrolls by itself. */
  bare?: boolean;
  children: ReactNode;
}

const useStyles = makeStyles({
  page: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, minWidth: 0 },
  header: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    paddingInline: '24px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
    // The title keeps its width; whatever does not fit beside it wraps to the next line.
    '@media (max-width: 859px)': { flexWrap: 'wrap', paddingBlock: '6px', rowGap: '6px' },
    '@media (max-width: 599px)': { paddingInline: '12px' },
  },
  heading: {
    display: 'flex',
    alignItems: 'baseline',
    columnGap: '12px',
    minWidth: 0,
    flexGrow: 1,
    '@media (max-width: 599px)': { flexWrap: 'wrap' },
  },
  title: {
    margin: 0,
    flexShrink: 0,
    maxWidth: '100%',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase300,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  subtitle: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    '@media (max-width: 599px)': { whiteSpace: 'normal' },
  },
  actions: { display: 'flex', alignItems: 'center', gap: '8px', flexShrink: 0, flexWrap: 'wrap' },
  tabs: {
    paddingInline: '14px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
    overflowX: 'auto',
    scrollbarWidth: 'none',
    '@media (max-width: 599px)': { paddingInline: '2px' },
  },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', position: 'relative' },
  canvas: { backgroundColor: ext.canvas },
  content: {
    maxWidth: '1600px',
    padding: '24px',
    '@media (max-width: 599px)': { padding: '12px' },
  },
});

/** A page of the work sheet: a header of 56 px, optional tabs, and scrolling content at most 1600 px wide. */
export function Page({ title, count, subtitle, back, actions, tabs, canvas, bare, children }: PageProps) {
  const styles = useStyles();
  return (
    <section className={styles.page} aria-label={title}>
      <header className={styles.header}>
        {back && <IconButton icon={<ArrowLeft20Regular />} label={back.label} onClick={back.onClick} />}
        <div className={styles.heading}>
          <h1 className={styles.title} title={title}>
            {title}
          </h1>
          {count !== undefined && <span className={styles.quiet}>{count}</span>}
          {subtitle && <span className={mergeClasses(styles.quiet, styles.subtitle)}>{subtitle}</span>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {tabs && <div className={styles.tabs}>{tabs}</div>}
      <div className={mergeClasses(styles.body, canvas && styles.canvas)} data-scroll="page">
        {bare ? children : <div className={styles.content}>{children}</div>}
      </div>
    </section>
  );
}
