import { z } from 'zod';
import { forbidden, notFound } from '@balcao/sdk/server';
import type { Company, CurrentUser, Language } from '@balcao/sdk/server';
import { adminOnly, callerRoute } from '../auth/kernel-route.ts';
import type { KernelRoute } from '../auth/kernel-route.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Tenants } from '../tenants/tenants.ts';
import type { DeclaredSetting, SettingValue } from './declared.ts';
import { withKeeperValues, type SettingKeepers } from './setting-keepers.ts';
import type { CompanySettings } from './settings.ts';
import type { ShownSetting } from './shown-setting.ts';

const key = z.string().min(1).max(100);
const value = z.union([z.string(), z.number(), z.boolean()]);
const known = value
  .optional()
  .describe(
    'The value when it was read: if another one was saved since, the answer is 409. Absent: it is written in any case.',
  );
const companyId = z.coerce.number().int().positive().max(2_147_483_647);

const languageNamed = (language: string): Language => (language === 'en' || language === 'es' ? language : 'pt');

const asObject = (settings: readonly ShownSetting[]): Record<string, unknown> =>
  Object.fromEntries(settings.map((setting) => [setting.key, setting.value]));

/** Returns the effect of a change that needs a day; undefined: unknown. */
export type SettingEffectPort = (
  about: { key: string; value: string | number | boolean; language: Language },
  user: CurrentUser,
  company: Company,
) => Promise<string | undefined>;

export function settingRoutes({
  settings,
  permissions,
  tenants,
  effect,
  kept,
}: {
  settings: CompanySettings;
  permissions: Permissions;
  tenants: Tenants;
  effect: SettingEffectPort;
  kept: SettingKeepers;
}): KernelRoute[] {
  const holds = (user: CurrentUser, ofCompany: number, { schema }: Pick<DeclaredSetting, 'schema'>): boolean => {
    const { permission = 'settings:view' } = schema;
    // The plugin that declares it may not be installed, and somebody of the company must be able to change the
    // setting.
    if (!permissions.isDeclared(permission)) return user.super || user.profile === 'admin';
    return permissions.can(user, ofCompany, permission);
  };
  const mayChange = (user: CurrentUser, ofCompany: number, name: string): void => {
    const setting = settings.visible(name, user.super);
    if (setting.schema.superOnly && !user.super) throw forbidden();
    if (setting.switches !== undefined) adminOnly(user);
    else if (!holds(user, ofCompany, setting)) throw forbidden();
  };
  /** Returns the caller's own company, or any for a super user. */
  const companyFor = async (user: CurrentUser, own: Company, wanted: number = own.id): Promise<Company> => {
    if (wanted === own.id) return own;
    if (!user.super) throw forbidden();
    await tenants.require(wanted);
    const known = tenants.company(wanted);
    if (!known) throw notFound('ERR_NO_COMPANY_FOUND');
    return known;
  };
  const keptIn = <T extends ShownSetting>(shown: readonly T[], user: CurrentUser, company: Company): Promise<T[]> =>
    withKeeperValues(shown, kept, settings, { user, company });
  const change = async (
    user: CurrentUser,
    company: Company,
    key: string,
    { value, known, field }: { value: SettingValue; known?: SettingValue | undefined; field: string },
  ): Promise<ShownSetting> => {
    if (!kept.isKept(key, company))
      return settings.change(company.id, key, value, { field, askedBy: user.name, known });
    await kept.write(key, settings.checked(key, value, field), user, company);
    const [shown] = await keptIn([settings.shownOne(company.id, key, user.super)], user, company);
    return shown ?? { key, value: '' };
  };

  return [
    callerRoute({
      method: 'GET',
      path: '/settings',
      summary: "Lists settings of the product's appearance and behaviour.",
      access: 'signed-in',
      handle: async ({ user, company }) => keptIn(settings.shown(company.id, user.super), user, company),
    }),
    callerRoute({
      method: 'GET',
      path: '/settings/schema',
      summary: 'Lists the settings with their forms; secret ones for people who may change them.',
      access: 'signed-in',
      handle: async ({ user, company }) => {
        const fields = await keptIn(settings.fields(company.id, user.super), user, company);
        if (!permissions.can(user, company.id, 'settings:view'))
          return fields.filter(({ schema }) => schema.secret !== true);
        const pending = await settings.pending(company.id);
        return fields.map((field) => ({
          ...field,
          ...(!holds(user, company.id, field) && { mayChange: false }),
          ...(pending.has(field.key) && { pending: pending.get(field.key) }),
        }));
      },
    }),
    callerRoute({
      method: 'PUT',
      path: '/settings/:key',
      summary: 'Changes one setting, or switches a module on or off.',
      access: 'signed-in',
      audit: ({ params }) => ({ action: 'settings.changed', subject: (params as { key: string }).key }),
      input: { params: z.object({ key }), body: z.object({ key: key.optional(), value, known }) },
      handle: async ({ params, body, user, company }) => {
        mayChange(user, company.id, params.key);
        return change(user, company, params.key, { value: body.value, known: body.known, field: 'value' });
      },
    }),
    callerRoute({
      method: 'DELETE',
      path: '/settings/:key/pending',
      summary: 'Cancels a change of a setting that has not taken effect yet.',
      access: 'signed-in',
      audit: ({ params }) => ({ action: 'settings.taken-back', subject: (params as { key: string }).key }),
      input: { params: z.object({ key }) },
      handle: async ({ params, user, company }) => {
        mayChange(user, company.id, params.key);
        return settings.cancelPending(company.id, params.key);
      },
    }),
    callerRoute({
      method: 'GET',
      path: '/settings/:key/effect',
      summary: 'Describes in a sentence what a change of a setting would do today.',
      access: 'signed-in',
      rate: 30,
      input: { params: z.object({ key }), query: z.object({ value: z.string().max(2000) }) },
      handle: async ({ params, query, user, company, language }) => {
        mayChange(user, company.id, params.key);
        const value = settings.checked(params.key, query.value);
        return {
          text: (await effect({ key: params.key, value, language: languageNamed(language) }, user, company)) ?? null,
        };
      },
    }),
    callerRoute({
      method: 'GET',
      path: '/companySettings/:id',
      summary: 'Lists all settings of the company.',
      access: 'signed-in',
      input: { params: z.object({ id: companyId }) },
      handle: async ({ params, user, company }) => {
        const of = await companyFor(user, company, params.id);
        return asObject(await keptIn(settings.shown(of.id, user.super), user, of));
      },
    }),
    callerRoute({
      method: 'GET',
      path: '/companySettingOne',
      summary: 'Shows one setting of the company by its name.',
      access: 'signed-in',
      input: { query: z.object({ column: key }) },
      handle: async ({ query, user, company }) =>
        asObject(await keptIn([settings.shownOne(company.id, query.column, user.super)], user, company)),
    }),
    callerRoute({
      method: 'PUT',
      path: '/companySettings',
      summary: 'Changes one setting of the company.',
      access: 'signed-in',
      audit: ({ body }) => {
        const { column, companyId: of } = body as { column: string; companyId?: number };
        return { action: 'settings.changed', subject: column, ...(of && { detail: { companyId: of } }) };
      },
      input: { body: z.object({ column: key, data: value, known, companyId: companyId.optional() }) },
      handle: async ({ body, user, company }) => {
        const of = await companyFor(user, company, body.companyId);
        mayChange(user, of.id, body.column);
        const { column, data, known: was } = body;
        return asObject([await change(user, of, column, { value: data, known: was, field: 'data' })]);
      },
    }),
  ];
}
