import { createElement } from 'react';
import { lazyPart, type AppStartDecisionProps } from '@balcao/sdk/client';
import { useFirstSteps } from './use-first-steps.ts';

const Pill = lazyPart(() => import('./FirstStepsPill.tsx'));

/** Decides that the start page is the list as long as the company has one. */
export function AreSteps({ children }: AppStartDecisionProps) {
  const { steps, isKnown } = useFirstSteps();
  return children(isKnown ? steps.length > 0 : undefined);
}

/** Loads the pill's code only if there are steps. */
export function FirstSteps() {
  const { steps } = useFirstSteps();
  return steps.length > 0 ? createElement(Pill, { steps }) : null;
}
