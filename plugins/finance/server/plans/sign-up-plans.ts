import type { SignUpChoice } from '@balcao/companies/contract';
import { reais } from '../money.ts';
import { offeredPlans } from './plans.ts';

/** The offered plans in the sign-up form, cheapest first, with limits and prices. */
export const signUpPlans: SignUpChoice = {
  id: 'plan',
  field: 'planId',
  label: 'signUp.plan',
  options: async (scope) =>
    (await offeredPlans(scope)).map(({ id, name, valueCents, users, connections, queues }) => ({
      value: String(id),
      label: name,
      note: valueCents === 0 ? scope.t('signUp.free') : scope.t('subscription.perMonth', { price: reais(valueCents) }),
      detail: [
        scope.t('subscription.users', { count: users }),
        scope.t('subscription.connections', { count: connections }),
        scope.t('subscription.queues', { count: queues }),
      ].join(' · '),
    })),
};
