import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useViewport } from '@balcao/sdk/client';
import { steps, type Step } from './StepList.tsx';

const stepOfFault = (name: string): Step => {
  if (['scheduledAt', 'legalBasis', 'pace'].includes(name)) return 'send';
  return /message|template|flowId|file|media/i.test(name) ? 'messages' : 'audience';
};

/**
 * The step that the form shows, kept in the address as `?step=`. The first two share a page and follow the scroll; on a
 * phone each is a page of its own. A fault leads to its step.
 */
export function useSteps(firstFault: string | undefined) {
  const { touch } = useViewport();
  const [address, setAddress] = useSearchParams();
  const [near, setNear] = useState<Step>('audience');
  const wanted = steps.find((one) => one === address.get('step')) ?? 'audience';
  const step = wanted === 'send' || touch ? wanted : near;

  const show = (next: Step, replace: boolean): void => {
    setNear(next);
    setAddress(
      (before) => {
        if (next === 'send' || (touch && next === 'messages')) before.set('step', next);
        else before.delete('step');
        return before;
      },
      { replace },
    );
  };
  useEffect(() => {
    if (firstFault) show(stepOfFault(firstFault), true);
    // Only a new fault leads away from the step that a person chose.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [firstFault]);

  return {
    step,
    /** One step a page. */
    isSingle: touch,
    choose(next: Step): void {
      show(next, false);
      if (next === 'send' || touch) return;
      requestAnimationFrame(() => document.getElementById(next)?.scrollIntoView({ block: 'start' }));
    },
  };
}
