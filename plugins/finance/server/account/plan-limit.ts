import { sql, type ResourceLimit } from '@balcao/sdk/server';

/** The limits of the company’s plan; without a plan, as during the trial, there are none. */
export const planLimit: ResourceLimit = {
  id: 'plan',
  max: async (resource, scope) => {
    const plan = await scope.sql.one<Record<string, number>>(
      sql`select p.users, p.connections, p.queues from finance.account a join finance.plan p on p.id = a.plan_id`,
    );
    return plan?.[resource];
  },
};
