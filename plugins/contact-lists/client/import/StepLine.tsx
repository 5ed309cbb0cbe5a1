import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark16Filled, ChevronRight12Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden, ext } from '@balcao/sdk/ui';

export type Step = 'file' | 'columns' | 'result';
const steps: readonly Step[] = ['file', 'columns', 'result'];

const useStyles = makeStyles({
  list: { display: 'flex', alignItems: 'center', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  step: { display: 'flex', alignItems: 'center', gap: '8px', color: tokens.colorNeutralForeground2 },
  here: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  disc: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '20px',
    height: '20px',
    borderRadius: '50%',
    fontSize: tokens.fontSizeBase200,
    boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStrokeAccessible}`,
  },
  done: { backgroundColor: ext.okBg, color: ext.ok, boxShadow: 'none' },
  now: {
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    boxShadow: 'none',
  },
  name: { '@media (max-width: 859px)': { display: 'none' } },
  shown: { '@media (max-width: 859px)': { display: 'inline' } },
  between: { display: 'inline-flex', color: tokens.colorNeutralForeground3 },
});

/** The steps of the import in the header, with the current one. */
export function StepLine({ step }: { step: Step }) {
  const t = useT();
  const styles = useStyles();
  const at = steps.indexOf(step);
  return (
    <ol className={styles.list} aria-label={t('import.steps')}>
      {steps.map((one, index) => (
        <li
          key={one}
          className={mergeClasses(styles.step, index === at && styles.here)}
          {...(index === at && { 'aria-current': 'step' as const })}
        >
          {index > 0 && <ChevronRight12Regular className={styles.between} aria-hidden="true" />}
          <span
            className={mergeClasses(styles.disc, index < at && styles.done, index === at && styles.now)}
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
