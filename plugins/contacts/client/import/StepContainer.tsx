import { useEffect, useRef, type ReactNode } from 'react';
import { makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { Step } from './ImportSteps.tsx';

const useStyles = makeStyles({ container: { outline: 'none' } });

/** The container of a step. The button that led here is gone, so the focus moves to the beginning of the step. */
export function StepContainer({ step, children }: { step: Step; children: ReactNode }) {
  const t = useT();
  const styles = useStyles();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div ref={container} role="group" aria-label={t(`import.step.${step}`)} tabIndex={-1} className={styles.container}>
      {children}
    </div>
  );
}
