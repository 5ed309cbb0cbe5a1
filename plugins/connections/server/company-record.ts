import type { CompanyRecord } from '@balcao/companies/contract';
import { connections } from '../contract.ts';

/** How a company's connections stand, in the super user's lists. They are changed on their own pages. */
export const companyConnections: CompanyRecord = {
  id: 'connections',
  fields: {},
  load: async (scope) => ({
    connections: (await scope.use(connections).list()).map(({ id, name, channel, status }) => ({
      id,
      name,
      channel,
      status,
    })),
  }),
  save: async () => undefined,
};
