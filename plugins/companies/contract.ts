/** What others may ask of the company itself. */
import { service } from '@balcao/sdk/contract';
import type { WeeklyHours } from '@balcao/sdk/server';

export interface CompanyHours {
  /** The company's hours, which count when its `scheduleType` is `company`; empty: always open. */
  find(): Promise<WeeklyHours>;
}
/** When the company as a whole is at work. */
export const companyHours = service<CompanyHours>('companies.hours');
