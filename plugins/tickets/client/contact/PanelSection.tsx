import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useT } from '@balcao/sdk/client';
import { useSectionOpen } from './useSectionOpen.ts';

const useStyles = makeStyles({
  section: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  head: { display: 'flex', alignItems: 'center', gap: '8px', height: '36px', padding: '0 10px 0 16px' },
  title: { margin: 0, flexGrow: 1, minWidth: 0, font: 'inherit' },
  fold: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    maxWidth: '100%',
    minHeight: '28px',
    margin: '0 -6px',
    padding: '0 6px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (max-width: 599px)': { minHeight: '40px' },
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  count: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
  },
  chevron: {
    color: tokens.colorNeutralForeground3,
    flexShrink: 0,
    transitionProperty: 'transform',
    transitionDuration: tokens.durationFaster,
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0ms' },
  },
  folded: { transform: 'rotate(-90deg)' },
  body: { padding: '0 16px 12px' },
});

/** The `height` of a section whose content may be one line, such as the text that nothing is there. */
export const oneLine = 20;

export interface PanelSectionProps {
  /** Identifies the section on this device, which remembers whether it is open. */
  name: string;
  /** Locale key of the plugin that contributes the section. */
  label: string;
  /** Number of items, where it is known; 0 is not shown. */
  count?: number | undefined;
  /** Content at the right end of the header, shown also while the section is collapsed. */
  aside?: ReactNode;
  /** True: open until the person changes that; default true. */
  isFirstOpen?: boolean;
  /** Least height in pixels, reserved so that the sections below do not move when the content arrives. */
  height?: number | undefined;
  children: ReactNode;
}

/** A collapsible section of the contact panel. The content of a collapsed one is not rendered, so it loads nothing. */
export function PanelSection(props: PanelSectionProps) {
  const { name, label, count, aside, isFirstOpen = true, height, children } = props;
  const styles = useStyles();
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useSectionOpen(name, isFirstOpen);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span id={id} className={styles.name}>
              {t(label)}
            </span>
            {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
            <ChevronDown12Regular
              className={mergeClasses(styles.chevron, !isOpen && styles.folded)}
              aria-hidden="true"
            />
          </button>
        </h3>
        {aside}
      </div>
      {isOpen && (
        <div className={styles.body}>
          <div style={{ minHeight: height }}>{children}</div>
        </div>
      )}
    </section>
  );
}
