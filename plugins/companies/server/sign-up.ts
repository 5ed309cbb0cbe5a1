import { tenants, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { switchModules, type Modules } from './modules.ts';
import * as rules from './rules.ts';

/** What a new company starts with. */
const firstModules: Modules = { campaignsEnabled: true, kanbanEnabled: true };

const form = z.object({
  /** The person's, and the company's too unless it has its own. */
  name: rules.name,
  email: rules.email,
  password: rules.password,
  companyName: z.union([z.literal('').transform(() => undefined), rules.name]).nullish(),
  phone: rules.phone,
});

export const signUpRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/companies/cadastro', {
    access: { public: 'Whoever signs up has no account yet.' },
    rate: 10,
    summary: 'Makes a company with its first admin.',
    input: { body: form },
    output: z.object({ id: z.number(), name: z.string() }),
    handle: async ({ body }, scope) => {
      const { name, email, password, phone } = body;
      const { company } = await scope.use(tenants).create({
        name: body.companyName ?? name,
        email,
        ...(phone && { phone }),
        admin: { name, email, password },
      });
      // The company stands: a module that could not be switched on is its admin's to switch, not a failed sign-up.
      await scope
        .inCompany(company.id, (inner) => switchModules(firstModules, inner))
        .catch((err: unknown) => scope.log.error({ err, companyId: company.id }, 'first modules were not switched on'));
      return { id: company.id, name: company.name };
    },
  });
};
