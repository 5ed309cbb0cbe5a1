import type { CompanyRecord } from '@balcao/companies/contract';
import { connections } from '../contract.ts';

/** The status of a company’s connections, in the super users’ lists. They are changed on their own pages. */
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
