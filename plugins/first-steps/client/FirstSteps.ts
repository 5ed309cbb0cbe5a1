import { createElement } from 'react';
import { lazyPart, type AppStartDecisionProps } from '@balcao/sdk/client';
import { useFirstSteps } from './use-first-steps.ts';

const Pill = lazyPart(() => import('./FirstStepsPill.tsx'));

/** The start page is a company's list as long as it has one. */
export function AreSteps({ children }: AppStartDecisionProps) {
  const { steps, isKnown } = useFirstSteps();
  return children(isKnown ? steps.length > 0 : undefined);
}

/** The pill's code comes only where there are steps. */
export function FirstSteps() {
  const { steps } = useFirstSteps();
  return steps.length > 0 ? createElement(Pill, { steps }) : null;
}
