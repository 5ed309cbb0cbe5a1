import type { Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { dashboardCard, type DashboardCard, type DashboardCardProps } from '../../contract.ts';

/** The cards of other plugins, as components of this browser. */
export const dashboardCards = dashboardCard as PointRef<
  Omit<DashboardCard, 'component'> & { component: Part<DashboardCardProps> }
>;
