import { makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { StepProgress } from '@balcao/sdk/ui';

const steps = ['file', 'columns', 'check', 'result'] as const;
export type Step = (typeof steps)[number];

const useStyles = makeStyles({ list: { marginBottom: '24px' } });

/** The steps of an import with the current one. */
export function ImportSteps({ step }: { step: Step }) {
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.list}>
      <StepProgress
        label={t('import.steps')}
        steps={steps.map((one) => t(`import.step.${one}`))}
        current={steps.indexOf(step)}
        doneText={t('import.stepDone')}
      />
    </div>
  );
}
