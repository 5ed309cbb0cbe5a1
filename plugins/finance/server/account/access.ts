import { companyAccess, type Scope } from '@balcao/sdk/server';
import { accountOf, daysOverdue } from './account.ts';

/** Warned when more days than this have gone, locked out when more than that. */
export const warnAfter = 1;
export const lockAfter = 5;

/** Closes a company that owes too long to everything but paying, and opens it again. */
export const keepAccess = async (scope: Scope): Promise<void> => {
  const late = daysOverdue(await accountOf(scope), scope);
  const access = scope.use(companyAccess);
  if (late > lockAfter)
    await access.restrict({ code: 'ERR_INVOICE_OVERDUE', plugins: ['finance'], permission: 'financeiro:view' });
  else await access.lift();
};
