import {
  forbidden,
  notFound,
  tenants,
  weeklyHours,
  z,
  type Host,
  type PlatformScope,
  type Scope,
  type Tenant,
} from '@balcao/sdk/server';
import { companyHours } from '../contract.ts';
import type manifest from '../manifest.ts';
import { saveHours } from './hours.ts';
import { firstSettings, moduleFields, moduleKeys, modulesOf, switchModules, type Modules } from './modules.ts';
import * as rules from './rules.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
const search = z.object({
  searchParam: z.string().max(200).default(''),
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
const details = z.object({
  name: rules.name,
  email: rules.email,
  phone: rules.phone,
  status: z.boolean().nullish(),
  ...moduleFields,
});
const creation = details.extend({ password: rules.password, userName: rules.name.nullish() });
const change = details.partial().extend({ schedules: weeklyHours.optional() });

const company = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.boolean(),
  language: z.string(),
  timeZone: z.string(),
  createdAt: z.date(),
  schedules: weeklyHours.optional(),
  ...Object.fromEntries(moduleKeys.map((key) => [key, z.boolean().optional()])),
});

type Super = Scope & Pick<PlatformScope, 'inCompany'>;
const withModules = async (tenant: Tenant, scope: Super): Promise<Tenant & Modules> => ({
  ...tenant,
  ...(await scope.inCompany(tenant.id, modulesOf)),
});

const all = async (scope: Scope): Promise<Tenant[]> => {
  const found: Tenant[] = [];
  for (let page = 1; ; page += 1) {
    const { tenants: some, hasMore } = await scope.use(tenants).list({ page, pageSize: 500 });
    found.push(...some);
    if (!hasMore) return found;
  }
};

export const companyRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/companies', {
    access: 'super',
    summary: 'Companies of the platform, 20 a page.',
    input: { query: search },
    output: z.object({ companies: z.array(company), hasMore: z.boolean() }),
    handle: async ({ query }, scope) => {
      const { tenants: found, hasMore } = await scope
        .use(tenants)
        .list({ search: query.searchParam, page: query.pageNumber });
      return { companies: await Promise.all(found.map((tenant) => withModules(tenant, scope))), hasMore };
    },
  });
  host.route('GET', '/companies/list', {
    access: 'super',
    summary: 'Every company, for choosing one.',
    output: z.array(company.pick({ id: true, name: true, email: true, phone: true, status: true, createdAt: true })),
    handle: async (_request, scope) =>
      (await all(scope)).map(({ id, name, email, phone, status, createdAt }) => ({
        id,
        name,
        email,
        phone,
        status,
        createdAt,
      })),
  });
  host.route('GET', '/companies/:id', {
    access: 'signed-in',
    summary: 'One’s own company; any for a super user.',
    input: { params },
    output: company,
    handle: async (request, scope) => {
      const { id } = request.params;
      if (id !== scope.company.id && !scope.user.super) throw forbidden();
      const tenant = await scope.use(tenants).find(id);
      if (!tenant) throw notFound('ERR_NO_COMPANY_FOUND');
      if (id !== scope.company.id) return tenant;
      return { ...tenant, ...(await modulesOf(scope)), schedules: await scope.use(companyHours).find() };
    },
  });
  host.route('POST', '/companies', {
    access: 'super',
    summary: 'Makes a company; e-mail and password are its first admin’s.',
    input: { body: creation },
    output: company,
    handle: async ({ body }, scope) => {
      const { name, email, phone, password, userName, status, ...rest } = body;
      const service = scope.use(tenants);
      const made = await service.create({
        name,
        email,
        ...(phone && { phone }),
        admin: { name: userName ?? name, email, password },
        settings: await firstSettings(rest, scope),
      });
      const tenant = status === false ? await service.update(made.company.id, { status: false }) : made.company;
      return withModules(tenant, scope);
    },
  });
  host.route('PUT', '/companies/:id', {
    access: 'super',
    input: { params, body: change },
    output: company,
    handle: async (request, scope) => {
      const { name, email, phone, status, schedules, ...rest } = request.body;
      const { id } = request.params;
      await scope.inCompany(id, async (inner) => {
        await switchModules(rest, inner);
        if (schedules) await saveHours(schedules, inner);
      });
      const tenant = await scope.use(tenants).update(id, { name, email, phone, status: status ?? undefined });
      return withModules(tenant, scope);
    },
  });
  host.route('DELETE', '/companies/:id', {
    access: 'super',
    summary: 'Removes a company with everything it has.',
    input: { params },
    handle: (request, scope) => scope.use(tenants).remove(request.params.id),
  });
};
