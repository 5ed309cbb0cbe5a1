import type { AppStartDecisionProps } from '@balcao/sdk/client';

/** The start page is the dashboard of everybody who may see it. */
export function StartsWithDashboard({ children }: AppStartDecisionProps) {
  return children(true);
}
