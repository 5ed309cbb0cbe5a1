import { z, type Host, type Scope } from '@balcao/sdk/server';
import { daily } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { withDailyWork } from '../billing/billing-state.ts';
import { changeBilling } from '../billing/ledger.ts';
import { sendReminderMails } from './reminder-mails.ts';

export const dailyWork = async (scope: Scope): Promise<void> => {
  await changeBilling(withDailyWork, scope);
  await sendReminderMails(scope);
};

export const dailyJob = (host: Host<typeof manifest>): void => {
  // Every hour: the day begins at another hour in each time zone, and a node may have been off at that hour.
  host.job(daily, { data: z.object({}), every: '1 hour', handle: (_data, scope) => dailyWork(scope) });
};
