import { useRef, type KeyboardEvent } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Count } from './marks.tsx';
import { ext } from './tokens.ts';

export interface SegmentOption<V extends string> {
  value: V;
  label: string;
  count?: number;
  /** True if the count is of unread items. */
  unread?: boolean;
}

export interface SegmentProps<V extends string> {
  /** Name of the choice for screen readers. */
  label: string;
  value: V;
  onChange(value: V): void;
  options: readonly SegmentOption<V>[];
  /** Id of the panel that the segment switches, if there is one. */
  controls?: string;
}

const useStyles = makeStyles({
  well: {
    display: 'flex',
    height: '32px',
    padding: '2px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    '@media (max-width: 599px)': { height: '40px' },
  },
  option: {
    flex: '1 1 0',
    minWidth: 0,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    paddingInline: '10px',
    // Leaves room for three long words on a phone.
    '@media (max-width: 599px)': { paddingInline: '6px' },
    // On the narrowest phones a long word takes room from a short one.
    '@media (max-width: 359px)': { flex: '1 1 auto' },
    border: '1px solid transparent',
    borderRadius: '5px',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    cursor: 'pointer',
    transitionProperty: 'background-color, color',
    transitionDuration: tokens.durationFaster,
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-1px' },
  },
  // With three long words each takes the room it needs instead of a third.
  several: { flexBasis: 'auto' },
  chosen: {
    backgroundColor: ext.segOn,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    boxShadow: tokens.shadow2,
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** A choice between two or three views of one list. Arrow keys move and select, as in any tab list. */
export function Segment<V extends string>({ label, value, onChange, options, controls }: SegmentProps<V>) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);

  const choose = (index: number) => {
    const option = options[(index + options.length) % options.length];
    if (!option) return;
    onChange(option.value);
    list.current?.querySelector<HTMLButtonElement>(`[data-value="${CSS.escape(option.value)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = options.findIndex((option) => option.value === value);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: options.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };

  return (
    <div ref={list} className={styles.well} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {options.map((option) => {
        const chosen = option.value === value;
        return (
          <button
            key={option.value}
            type="button"
            role="tab"
            data-value={option.value}
            aria-selected={chosen}
            tabIndex={chosen ? 0 : -1}
            {...(controls ? { 'aria-controls': controls } : {})}
            className={mergeClasses(styles.option, options.length > 2 && styles.several, chosen && styles.chosen)}
            onClick={() => onChange(option.value)}
          >
            <span className={styles.text}>{option.label}</span>
            {option.count !== undefined && <Count value={option.count} unread={option.unread === true} />}
          </button>
        );
      })}
    </div>
  );
}
