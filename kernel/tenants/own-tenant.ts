import { forbidden } from '@balcao/sdk/server';
import type { Scope, Tenants } from '@balcao/sdk/server';

const refused = async (): Promise<never> => {
  throw forbidden();
};

/** What a scope of one company sees of the platform's companies when no super user asks: its own, to read. */
export const ownTenant = (all: Pick<Tenants, 'find'>, { company }: Pick<Scope, 'company'>): Tenants => ({
  find: async (id) => (id === company.id ? all.find(id) : refused()),
  create: refused,
  list: refused,
  update: refused,
  remove: refused,
  // What a stranger may do is asked by public routes alone.
  signUp: 'closed',
  createUnconfirmed: refused,
  confirm: refused,
});
