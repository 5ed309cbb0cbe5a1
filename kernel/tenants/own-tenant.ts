import { forbidden } from '@balcao/sdk/server';
import type { Scope, Tenants } from '@balcao/sdk/server';

const refused = async (): Promise<never> => {
  throw forbidden();
};

/** Returns the tenants service of a scope without a super user: its own company, read-only. */
export const ownTenant = (all: Pick<Tenants, 'find'>, { company }: Pick<Scope, 'company'>): Tenants => ({
  find: async (id) => (id === company.id ? all.find(id) : refused()),
  create: refused,
  list: refused,
  update: refused,
  remove: refused,
  // Public routes alone ask about the mode of sign-up.
  signUp: 'closed',
  createUnconfirmed: refused,
  confirm: refused,
});
