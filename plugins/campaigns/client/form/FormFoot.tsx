import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowLeft20Regular, ArrowRight20Regular, CalendarClock20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useT } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
import { steps, type Step } from './StepList.tsx';

const useStyles = makeStyles({
  foot: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    marginTop: 'auto',
    padding: '8px 12px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
  },
  buttons: { display: 'flex', gap: '8px', '& > button': { minHeight: '44px' } },
  onward: { flexGrow: 1 },
});

export interface FormFootProps {
  step: Step;
  isBusy: boolean;
  readOnly: boolean;
  /** Whom it reaches, how long it takes. */
  children: ReactNode;
  onChoose(step: Step): void;
  onContinue(): void;
  onSchedule(): void;
  /** Keeps it inactive. */
  onSave(): void;
}

/** The end of a step on a phone: what the campaign would do so far, and the way on. */
export function FormFoot({
  step,
  isBusy,
  readOnly,
  children,
  onChoose,
  onContinue,
  onSchedule,
  onSave,
}: FormFootProps) {
  const t = useT();
  const styles = useStyles();
  const before = steps[steps.indexOf(step) - 1];
  const after = steps[steps.indexOf(step) + 1];
  return (
    <div className={styles.foot}>
      {children}
      <div className={styles.buttons}>
        {before && (
          <IconButton
            appearance="secondary"
            icon={<ArrowLeft20Regular />}
            label={t('form.previous')}
            onClick={() => onChoose(before)}
          />
        )}
        {after ? (
          <Button
            className={styles.onward}
            appearance="primary"
            icon={<ArrowRight20Regular />}
            iconPosition="after"
            onClick={readOnly ? () => onChoose(after) : onContinue}
          >
            {t('form.continue')}
          </Button>
        ) : (
          !readOnly && (
            <>
              <Button disabledFocusable={isBusy} onClick={() => !isBusy && onSave()}>
                {t('form.saveShort')}
              </Button>
              <Button
                className={styles.onward}
                appearance="primary"
                icon={<CalendarClock20Regular />}
                disabledFocusable={isBusy}
                onClick={() => !isBusy && onSchedule()}
              >
                {t('form.scheduleShort')}
              </Button>
            </>
          )
        )}
      </div>
    </div>
  );
}
