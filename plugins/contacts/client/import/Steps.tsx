import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark16Filled } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden } from '@balcao/sdk/ui';

const steps = ['file', 'columns', 'check', 'result'] as const;
export type Step = (typeof steps)[number];

const useStyles = makeStyles({
  list: { display: 'flex', alignItems: 'center', gap: '8px', margin: '0 0 24px', padding: 0, listStyleType: 'none' },
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
      '@media (max-width: 599px)': { width: '12px' },
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
  // On a phone only the current step shows its name.
  name: { '@media (max-width: 599px)': { display: 'none' } },
  shown: { '@media (max-width: 599px)': { display: 'inline' } },
});

/** The list of steps with the current one. */
export function Steps({ step }: { step: Step }) {
  const t = useT();
  const styles = useStyles();
  const at = steps.indexOf(step);
  return (
    <ol className={styles.list} aria-label={t('import.steps')}>
      {steps.map((one, index) => (
        <li
          key={one}
          className={mergeClasses(styles.step, index === at && styles.current)}
          {...(index === at ? { 'aria-current': 'step' as const } : {})}
        >
          <span
            className={mergeClasses(styles.mark, index < at && styles.done, index === at && styles.now)}
            aria-hidden="true"
          >
            {index < at ? <Checkmark16Filled /> : index + 1}
          </span>
          <span className={mergeClasses(styles.name, index === at && styles.shown)}>{t(`import.step.${one}`)}</span>
          {index < at && <VisuallyHidden>{t('import.stepDone')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
