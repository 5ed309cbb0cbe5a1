import { tenants, z, type Host } from '@balcao/sdk/server';
import { signUpChoice } from '../contract.ts';
import type manifest from '../manifest.ts';

const choices = z.array(
  z.object({
    field: z.string(),
    label: z.string(),
    options: z.array(
      z.object({ value: z.string(), label: z.string(), note: z.string().optional(), detail: z.string().optional() }),
    ),
  }),
);

/** Registers the choices of the sign-up page. */
export const signUpChoices = (host: Host<typeof manifest>): void => {
  host.route('GET', '/companies/cadastro', {
    access: { public: 'Whoever signs up sees what there is to choose from.' },
    rate: 60,
    summary: 'Choices offered at sign-up.',
    output: z.object({ choices }),
    handle: async (_request, scope) => {
      // The options belong to the platform, so any company's scope returns the same.
      const { tenants: some } = await scope.use(tenants).list({ pageSize: 1 });
      if (!some[0]) return { choices: [] };
      return scope.inCompany(some[0].id, async (inner) => {
        const offered: z.infer<typeof choices> = [];
        for (const { item, scope: own } of inner.contributions(signUpChoice)) {
          const options = await item.options(own);
          if (options.length > 0) offered.push({ field: item.field, label: own.t(item.label), options: [...options] });
        }
        return { choices: offered };
      });
    },
  });
};
