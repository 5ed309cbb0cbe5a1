import {
  AppError,
  forbidden,
  networkOf,
  tenants,
  z,
  type Host,
  type PlatformScope,
  type Scope,
} from '@balcao/sdk/server';
import { signUpChoice } from '../contract.ts';
import type manifest from '../manifest.ts';
import { validateRecords } from './company-routes.ts';
import { switchFirstChannelOn, switchModules, type Modules } from './modules.ts';
import * as rules from './rules.ts';

/** The modules that a new company starts with. */
const firstModules: Modules = { campaignsEnabled: true, kanbanEnabled: true };

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
type Wishes = Readonly<Record<string, unknown>>;

const languages = ['pt', 'en', 'es'] as const;

/** The values a visitor may choose for a company; for example, not its expiry. */
const visitorValues = (wishes: Wishes, scope: Scope): Record<string, unknown> => ({
  ...Object.fromEntries(scope.items(signUpChoice).map(({ field }) => [field, wishes[field]])),
  ...(wishes['companyId'] ? { origin: `signup:${Number(wishes['companyId'])}` } : {}),
});

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

/** Creates the records, the first mail without any text of the visitor, and the first modules. */
const initialiseCompany = async (
  company: { id: number; email: string | null },
  wishes: Wishes,
  scope: PlatformScope,
): Promise<void> => {
  await scope.inCompany(company.id, async (inner) => {
    const save = await validateRecords(visitorValues(wishes, inner), inner, false);
    await save(inner, true);
    if (company.email === null) return;
    await inner.mail.send({
      to: company.email,
      subject: inner.t('welcome.subject'),
      title: inner.t('welcome.title'),
      parts: [{ text: inner.t('welcome.text') }, { button: inner.t('welcome.button'), href: '/login' }],
    });
  });
  // The company exists: a module that could not be switched on is left to its admin, and the sign-up succeeds.
  await scope
    .inCompany(company.id, async (inner) => {
      await switchFirstChannelOn(inner);
      await switchModules(firstModules, inner);
    })
    .catch((err: unknown) =>
      scope.log.error({ err, companyId: company.id }, 'first modules of a company could not be switched on'),
    );
};

const askForConfirmation = (token: string, email: string, wishes: Wishes) => async (inner: Scope) => {
  // Faults are reported now, and not by a link that does not work.
  await validateRecords(visitorValues(wishes, inner), inner, false);
  await inner.mail.send({
    to: email,
    subject: inner.t('confirm.subject'),
    title: inner.t('confirm.title'),
    parts: [
      { text: inner.t('confirm.text') },
      // The token is in the fragment, which browsers do not send, so no log contains it.
      { button: inner.t('confirm.button'), href: `/signup#confirm=${token}` },
      { text: inner.t('confirm.note'), quiet: true },
    ],
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
      const { company, token } = isOpen
        ? { ...(await service.create(asked)), token: '' }
        : await service.createUnconfirmed(asked, wishes);
      try {
        if (isOpen) await initialiseCompany(company, wishes, scope);
        else await scope.inCompany(company.id, askForConfirmation(token, email, wishes));
      } catch (error) {
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
      const confirmed = await scope.use(tenants).confirm(body.token);
      if (!confirmed) throw new AppError(404, 'ERR_SIGNUP_LINK');
      const { company, kept: values } = confirmed;
      await initialiseCompany(company, values, scope);
      return { email: company.email, active: company.status };
    },
  });
};
