import { localDate, sql, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';

/** The first day of the company's present month. */
export const monthOf = (scope: Scope): string => `${localDate(new Date(), scope.company.timeZone).slice(0, 7)}-01`;

/** The company's budget of a month in micro-BRL; 0: none is set. */
const budgetOf = (scope: Scope): number => Math.round(scope.settings.get<number>('aiMonthlyBudget') * 1_000_000);

const spentOf = async (scope: Scope): Promise<number> =>
  (
    await scope.sql.one<{ spent: number }>(
      sql`select coalesce(sum(cost_micros), 0)::bigint as spent from chatai.usage_day where day >= ${monthOf(scope)}::date`,
    )
  )?.spent ?? 0;

export const isBudgetSpent = async (scope: Scope): Promise<boolean> => {
  const budget = budgetOf(scope);
  return budget > 0 && (await spentOf(scope)) >= budget;
};

/** Tells the admins once a month that 80 % of the budget, and then all of it, is spent. */
export const notifyOfBudget = async (scope: Scope): Promise<void> => {
  const budget = budgetOf(scope);
  if (budget === 0) return;
  const spent = await spentOf(scope);
  const level = spent >= budget ? 100 : spent >= budget * 0.8 ? 80 : 0;
  if (level === 0) return;
  const month = monthOf(scope);
  const isNew = await scope.sql.run(
    sql`insert into chatai.budget_notice (month, level) values (${month}::date, ${level}) on conflict do nothing`,
  );
  if (isNew === 0) return;
  await scope.find(notifications)?.notifyFrom<{ userId: number }>({
    id: `ai-budget:${month}:${level}`,
    kind: 'chatai.budget',
    people: sql`select u.id as "userId" from kernel."user" u where u.profile = 'admin'`,
    notice: () => ({
      title: scope.t(level === 100 ? 'budget.spent' : 'budget.warning'),
      body: scope.t(level === 100 ? 'budget.spentText' : 'budget.warningText'),
      path: '/ai/costs',
      tag: `ai-budget:${month}`,
    }),
  });
};
