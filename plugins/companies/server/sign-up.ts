import {
  AppError,
  conflict,
  forbidden,
  networkOf,
  tenants,
  z,
  type Host,
  type PlatformScope,
  type Scope,
} from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { validateRecords } from './company-routes.ts';
import {
  initialise,
  initialiseConfirmed,
  initialiseOnceConfirmed,
  switchModulesOnFirst,
  visitorValues,
  type Wishes,
} from './initialise.ts';
import * as rules from './rules.ts';

const form = z.looseObject({
  /** The person's name, and the company's too unless it has its own. */
  name: rules.name,
  email: rules.email,
  password: rules.password,
  companyName: z.union([z.literal('').transform(() => undefined), rules.name]).nullish(),
  phone: rules.phone,
  /** Id of the company whose referral link was used. */
  companyId: z.coerce.number().int().positive().max(2_147_483_647).nullish().catch(null),
});
const languages = ['pt', 'en', 'es'] as const;

/** The values stored of a form until it is confirmed: nothing large, and no password. */
const valuesToStore = ({ password: _secret, ...body }: Wishes): Wishes =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= 100)
      .slice(0, 30),
  );

/** A company costs the platform rows and mails, so sign-ups are limited per network, per address and in total. */
const countSignUp = async ({ attempts }: PlatformScope, ip: string, email: string): Promise<void> => {
  const hour = 3600;
  await attempts.count('sign-up-network', networkOf(ip), { max: 10, seconds: hour });
  await attempts.count('sign-up-network-day', networkOf(ip), { max: 30, seconds: 24 * hour });
  await attempts.count('sign-up-address', email, { max: 4, seconds: 24 * hour });
  await attempts.count('sign-up', 'all', { max: 1000, seconds: 24 * hour });
};

const askForConfirmation = async (token: string, email: string, wishes: Wishes, inner: Scope): Promise<void> => {
  // Faults are reported now, and not by a link that does not work.
  await validateRecords(visitorValues(wishes, inner), inner, false);
  await inner.tx(async (scope) => {
    await initialiseOnceConfirmed(wishes, scope);
    await scope.mail.send({
      to: email,
      subject: scope.t('confirm.subject'),
      title: scope.t('confirm.title'),
      parts: [
        { text: scope.t('confirm.text') },
        // The token is in the fragment, which browsers do not send, so no log contains it.
        { button: scope.t('confirm.button'), href: `/signup#confirm=${token}` },
        { text: scope.t('confirm.note'), quiet: true },
      ],
    });
  });
};

export const signUpRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/companies/cadastro', {
    access: { public: 'Whoever signs up has no account yet.' },
    rate: 10,
    summary:
      'Creates a company with its first admin. `confirm`: the company is off until the mailed link is opened (setting SIGNUP).',
    input: { body: form },
    output: z.object({ id: z.number(), name: z.string(), confirm: z.boolean() }),
    handle: async ({ body, language, ip }, scope) => {
      const { name, email, password, phone } = body;
      const service = scope.use(tenants);
      if (service.signUp === 'closed') throw forbidden('ERR_SIGNUP_CLOSED');
      await countSignUp(scope, ip, email);
      // A referral link names its company; an unknown number is ignored silently.
      const sponsor = body.companyId ? await service.find(body.companyId) : undefined;
      const wishes = valuesToStore({ ...body, companyId: sponsor?.status ? sponsor.id : undefined });
      const asked = {
        name: body.companyName ?? name,
        uniqueName: true,
        email,
        ...(phone && { phone }),
        // The language of the page becomes the language of the person's mails.
        language: languages.find((known) => known === language) ?? 'pt',
        admin: { name, email, password },
      };
      const isOpen = service.signUp === 'open';
      // Also without a mail it is confirmed last: a sign-up that was interrupted does not block its address.
      const { company, token } = await service.createUnconfirmed(asked);
      try {
        await scope.inCompany(company.id, async (inner) => {
          await switchModulesOnFirst(inner);
          await (isOpen ? initialise(wishes, inner) : askForConfirmation(token, email, wishes, inner));
        });
        if (isOpen && !(await service.confirm(token))) throw conflict('ERR_EMAIL_IN_USE');
      } catch (error) {
        // A second sign-up of the address replaced this one.
        if (!(await service.find(company.id))) throw conflict('ERR_EMAIL_IN_USE');
        await service.remove(company.id);
        throw error;
      }
      return { id: company.id, name: company.name, confirm: !isOpen };
    },
  });

  host.route('POST', '/companies/cadastro/confirm', {
    access: { public: 'Whoever confirms an address has no account yet.' },
    rate: 20,
    summary: 'Confirms the address of a sign-up by the mailed token. `active`: people may log in now.',
    input: { body: z.object({ token: z.string().max(200) }) },
    output: z.object({ email: z.string().nullable(), active: z.boolean() }),
    handle: async ({ body }, scope) => {
      const company = await scope.use(tenants).confirm(body.token);
      if (!company) throw new AppError(404, 'ERR_SIGNUP_LINK');
      // Its job does what fails here.
      await scope
        .inCompany(company.id, initialiseConfirmed)
        .catch((err: unknown) => scope.log.error({ err, companyId: company.id }, 'confirmed company not initialised'));
      return { email: company.email, active: company.status };
    },
  });
};
