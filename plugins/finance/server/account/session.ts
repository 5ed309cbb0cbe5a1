import type { SessionExtra } from '@balcao/sdk/server';
import { accountOf, daysOverdue } from './account.ts';
import { lockAfter, warnAfter } from './access.ts';

/** What the browser of whoever may pay knows from the start: when it is due, and whether it is late. */
export const subscriptionExtra: SessionExtra = {
  id: 'subscription',
  extra: async (_user, scope) => {
    const account = await accountOf(scope);
    const late = daysOverdue(account, scope);
    const { dueDate, recurrence, trialExpiration } = account;
    return {
      company: { dueDate, recurrence, trialExpiration },
      ...(scope.can('financeiro:view') && {
        subscription: {
          dueDate,
          daysOverdue: late > warnAfter ? late : 0,
          isLocked: late > lockAfter,
        },
      }),
    };
  },
};
