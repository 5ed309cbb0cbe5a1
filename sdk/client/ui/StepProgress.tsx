import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark16Filled } from '@fluentui/react-icons';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface StepProgressProps {
  /** Name of the list for screen readers. */
  label: string;
  /** The names of the steps in order. */
  steps: readonly string[];
  /** Index of the current step; those before it are done. */
  current: number;
  /** Said by screen readers after the name of a step that is done. */
  doneText: string;
}

const useStyles = makeStyles({
  list: { display: 'flex', alignItems: 'center', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  step: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    '&:not(:last-child)::after': {
      content: '""',
      width: '32px',
      height: '1px',
      backgroundColor: tokens.colorNeutralStroke1,
      '@media (max-width: 859px)': { width: '12px' },
    },
  },
  current: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  mark: {
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '24px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    boxSizing: 'border-box',
  },
  done: { color: tokens.colorBrandForeground1, border: `1px solid ${tokens.colorBrandForeground1}` },
  now: {
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
    border: `1px solid ${tokens.colorBrandBackground}`,
  },
  // In a narrow window only the current step shows its name.
  name: { '@media (max-width: 859px)': { display: 'none' } },
  shown: { '@media (max-width: 859px)': { display: 'inline' } },
});

/** The steps of a longer task, such as an import, with the current one. For instructions there is `Steps`. */
export function StepProgress({ label, steps, current, doneText }: StepProgressProps) {
  const styles = useStyles();
  return (
    <ol className={styles.list} aria-label={label}>
      {steps.map((name, index) => {
        const isCurrent = index === current;
        const isDone = index < current;
        return (
          <li
            key={name}
            className={mergeClasses(styles.step, isCurrent && styles.current)}
            {...(isCurrent && { 'aria-current': 'step' as const })}
          >
            <span
              className={mergeClasses(styles.mark, isDone && styles.done, isCurrent && styles.now)}
              aria-hidden="true"
            >
              {isDone ? <Checkmark16Filled /> : index + 1}
            </span>
            <span className={mergeClasses(styles.name, isCurrent && styles.shown)}>{name}</span>
            {isDone && <VisuallyHidden>{doneText}</VisuallyHidden>}
          </li>
        );
      })}
    </ol>
  );
}
