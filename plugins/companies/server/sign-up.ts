import { tenants, z, type Host, type Scope } from '@balcao/sdk/server';
import { signUpChoice } from '../contract.ts';
import type manifest from '../manifest.ts';
import { checkedRecords } from './company-routes.ts';
import { switchModules, type Modules } from './modules.ts';
import * as rules from './rules.ts';

/** What a new company starts with. */
const firstModules: Modules = { campaignsEnabled: true, kanbanEnabled: true };

const form = z.looseObject({
  /** The person's, and the company's too unless it has its own. */
  name: rules.name,
  email: rules.email,
  password: rules.password,
  companyName: z.union([z.literal('').transform(() => undefined), rules.name]).nullish(),
  phone: rules.phone,
  /** The company whose link led here. */
  companyId: z.coerce.number().int().positive().max(2_147_483_647).nullish().catch(null),
});

const languages = ['pt', 'en', 'es'] as const;
const chosen = (body: Readonly<Record<string, unknown>>, scope: Scope): Record<string, unknown> =>
  Object.fromEntries(scope.items(signUpChoice).map(({ field }) => [field, body[field]]));

export const signUpRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/companies/cadastro', {
    access: { public: 'Whoever signs up has no account yet.' },
    rate: 10,
    summary: 'Makes a company with its first admin.',
    input: { body: form },
    output: z.object({ id: z.number(), name: z.string() }),
    handle: async ({ body, language }, scope) => {
      const { name, email, password, phone, companyId } = body;
      const service = scope.use(tenants);
      const { company } = await service.create({
        name: body.companyName ?? name,
        email,
        ...(phone && { phone }),
        // The page's: whoever signed up in it is written to in it.
        language: languages.find((known) => known === language) ?? 'pt',
        admin: { name, email, password },
      });
      try {
        await scope.inCompany(company.id, async (inner) => {
          // Only what a visitor may say of a company: how long it may stay is not theirs to choose.
          const begin = await checkedRecords(
            { ...chosen(body, inner), ...(companyId && { origin: `signup:${companyId}` }) },
            inner,
            false,
          );
          await begin(inner, true);
          await inner.mail.send({
            to: email,
            subject: inner.t('welcome.subject'),
            title: inner.t('welcome.title', { name }),
            parts: [
              { text: inner.t('welcome.text', { company: company.name }) },
              { button: inner.t('welcome.button'), href: '/login' },
            ],
          });
        });
      } catch (error) {
        await service.remove(company.id);
        throw error;
      }
      // The company stands: a module that could not be switched on is its admin's to switch, not a failed sign-up.
      await scope
        .inCompany(company.id, (inner) => switchModules(firstModules, inner))
        .catch((err: unknown) => scope.log.error({ err, companyId: company.id }, 'first modules were not switched on'));
      return { id: company.id, name: company.name };
    },
  });
};
