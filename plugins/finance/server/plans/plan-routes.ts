import { notFound, tenants, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { accountOf } from '../account/account.ts';
import {
  editPlan,
  listPlans,
  offeredPlans,
  planEdit,
  planForm,
  removePlan,
  requirePlan,
  savePlan,
  shown,
  planOutput,
} from './plans.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

export const planRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/plans/list', {
    access: { public: 'Whoever signs up sees what there is to choose from.' },
    rate: 60,
    summary: 'Plans that can be subscribed to.',
    output: z.array(planOutput),
    handle: async (_request, scope) => {
      // Plans are stored for the platform: any company’s scope reads them.
      const { tenants: some } = await scope.use(tenants).list({ pageSize: 1 });
      return some[0] ? scope.inCompany(some[0].id, async (inner) => (await offeredPlans(inner)).map(shown)) : [];
    },
  });
  host.route('GET', '/plans/all', {
    access: 'super',
    output: z.array(planOutput),
    handle: async (_request, scope) => (await listPlans(scope)).map(shown),
  });
  host.route('GET', '/plans/:id', {
    access: 'signed-in',
    input: { params },
    output: planOutput,
    handle: async ({ params: { id } }, scope) => {
      const plan = await requirePlan(id, scope);
      if (plan.hidden && !scope.user?.super && (await accountOf(scope)).planId !== id)
        throw notFound('ERR_NO_PLAN_FOUND');
      return shown(plan);
    },
  });
  host.route('POST', '/plans', {
    access: 'super',
    input: { body: planForm },
    output: planOutput,
    handle: async ({ body }, scope) => shown(await savePlan(null, body, scope)),
  });
  host.route('PUT', '/plans/:id', {
    access: 'super',
    input: { params, body: planEdit },
    output: planOutput,
    handle: async (request, scope) => shown(await editPlan(request.params.id, request.body, scope)),
  });
  host.route('DELETE', '/plans/:id', {
    access: 'super',
    input: { params },
    handle: (request, scope) => removePlan(request.params.id, scope),
  });
};
