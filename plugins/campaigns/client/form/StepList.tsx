import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark16Filled } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

export type Step = 'audience' | 'messages' | 'send';
export const steps: readonly Step[] = ['audience', 'messages', 'send'];

const useStyles = makeStyles({
  row: { flexDirection: 'row' },
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: '4px' },
  step: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '12px',
    width: '100%',
    padding: '10px 12px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  narrow: { alignItems: 'center', gap: '8px', minHeight: '44px', padding: '4px 8px' },
  part: { flex: '1 1 auto', minWidth: 0 },
  here: { backgroundColor: ext.selected },
  disc: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '24px',
    height: '24px',
    borderRadius: '50%',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStrokeAccessible}`,
  },
  done: { backgroundColor: ext.okBg, color: ext.ok, boxShadow: 'none' },
  now: { backgroundColor: tokens.colorBrandBackground, color: tokens.colorNeutralForegroundOnBrand, boxShadow: 'none' },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  below: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export interface StepListProps {
  step: Step;
  done: Readonly<Record<Step, boolean>>;
  facts: Readonly<Record<Step, string>>;
  onChoose(step: Step): void;
  /** Beside each other, without the decisions. */
  isRow: boolean;
}

/** The three steps with what is decided in each. */
export function StepList({ step, done, facts, onChoose, isRow }: StepListProps) {
  const t = useT();
  const styles = useStyles();
  return (
    <ol className={mergeClasses(styles.list, isRow && styles.row)} aria-label={t('form.steps')}>
      {steps.map((one, index) => (
        <li key={one} className={isRow ? styles.part : undefined}>
          <button
            type="button"
            className={mergeClasses(styles.step, isRow && styles.narrow, one === step && styles.here)}
            {...(one === step && { 'aria-current': 'step' as const })}
            onClick={() => onChoose(one)}
          >
            <span
              className={mergeClasses(styles.disc, done[one] && styles.done, one === step && styles.now)}
              aria-hidden="true"
            >
              {done[one] && one !== step ? <Checkmark16Filled /> : index + 1}
            </span>
            <span>
              <span className={styles.name}>{t(`form.step.${one}`)}</span>
              {!isRow && <span className={styles.below}>{facts[one]}</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
