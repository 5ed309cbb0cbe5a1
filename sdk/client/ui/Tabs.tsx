import { useEffect, useRef, type ReactElement } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Count } from './marks.tsx';
import { useRovingFocus } from './roving-focus.ts';

export interface TabOption<V extends string> {
  value: V;
  label: string;
  count?: number;
  icon?: ReactElement;
}

export interface TabsProps<V extends string> {
  /** Name of the tabs for screen readers. */
  label: string;
  value: V;
  onChange(value: V): void;
  options: readonly TabOption<V>[];
}

const useStyles = makeStyles({
  list: { display: 'flex', height: '44px', gap: '2px', minWidth: 0 },
  tab: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '6px',
    flexShrink: 0,
    minHeight: '44px',
    paddingInline: '10px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '@media (max-width: 599px)': { minWidth: '44px' },
    ':hover': { color: tokens.colorNeutralForeground2Hover },
    ':hover::after': { backgroundColor: tokens.colorNeutralStroke1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '::after': {
      content: '""',
      position: 'absolute',
      insetInline: '10px',
      bottom: 0,
      height: tokens.strokeWidthThicker,
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: 'transparent',
      transitionProperty: 'background-color',
      transitionDuration: tokens.durationFaster,
    },
  },
  chosen: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { color: tokens.colorNeutralForeground1Hover },
    '::after': { backgroundColor: tokens.colorCompoundBrandStroke },
    ':hover::after': { backgroundColor: tokens.colorCompoundBrandStrokeHover },
    '@media (forced-colors: active)': { '::after': { backgroundColor: 'Highlight' } },
  },
  icon: { display: 'inline-flex' },
  // As wide as when selected, so that selecting moves nothing.
  text: {
    display: 'inline-grid',
    '::after': {
      content: 'attr(data-text)',
      height: 0,
      overflow: 'hidden',
      visibility: 'hidden',
      fontWeight: tokens.fontWeightSemibold,
    },
  },
});

/** Tabs of a page or panel: the selected one is underlined. Arrow keys move, Enter and Space select. */
export function Tabs<V extends string>({ label, value, onChange, options }: TabsProps<V>) {
  const styles = useStyles();
  const walk = useRovingFocus<HTMLDivElement>('horizontal', { circular: true });
  const chosenTab = useRef<HTMLButtonElement>(null);
  // On a narrow screen the row is wider than the page: the selected tab is scrolled into view, also when tabs are
  // added.
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
    void chosenTab.current?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' });
  }, [value, options.length]);
  return (
    <div {...walk} className={styles.list} role="tablist" aria-label={label}>
      {options.map((option) => {
        const chosen = option.value === value;
        return (
          <button
            key={option.value}
            ref={chosen ? chosenTab : null}
            type="button"
            role="tab"
            aria-selected={chosen}
            className={mergeClasses(styles.tab, chosen && styles.chosen)}
            onClick={() => onChange(option.value)}
          >
            {option.icon && <span className={styles.icon}>{option.icon}</span>}
            <span className={styles.text} data-text={option.label}>
              {option.label}
            </span>
            {option.count !== undefined && <Count value={option.count} />}
          </button>
        );
      })}
    </div>
  );
}
