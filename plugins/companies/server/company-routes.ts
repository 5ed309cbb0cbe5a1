import {
  AppError,
  forbidden,
  invalid,
  limits,
  faultCode,
  mergeEdit,
  notFound,
  tenants,
  weeklyHours,
  weeklyHoursInput,
  z,
  type Host,
  type Scope,
} from '@balcao/sdk/server';
import { companyHours, companyRecord } from '../contract.ts';
import type manifest from '../manifest.ts';
import { listCompanies, fullCompany, fullCompanies, type Super } from './all-companies.ts';
import { saveHours } from './hours.ts';
import { moduleFields, moduleKeys, moduleSettings, modulesOf } from './modules.ts';
import * as rules from './rules.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
const search = z.object({
  searchParam: z.string().max(200).default(''),
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});
const details = z.looseObject({
  name: rules.name,
  email: rules.email,
  phone: rules.phone,
  status: z.boolean().nullish(),
  ...moduleFields,
});
const creation = details.extend({ password: rules.password, userName: rules.name.nullish() });
const change = details.partial().extend({
  schedules: weeklyHoursInput.optional(),
  known: z
    .record(z.string().max(100), z.unknown())
    .optional()
    .describe('What the fields that are sent held when they were read. Absent: they are written in any case.'),
});

const company = z.looseObject({
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
const brief = company.pick({ id: true, name: true, email: true, phone: true, status: true, createdAt: true });

type SaveRecords = (inner: Scope, begins?: boolean) => Promise<void>;

/** Returns the field faults of an error; rethrows any other error. */
const fieldsIn = (error: unknown): Readonly<Record<string, string>> => {
  if (error instanceof AppError && error.fields) return error.fields;
  throw error;
};

/**
 * Validates the values of plugins by their own schemas, before anything is stored; the plugins' own code saves them.
 */
export const validateRecords = async (
  body: Readonly<Record<string, unknown>>,
  scope: Scope,
  creates: boolean,
): Promise<SaveRecords> => {
  const checked = new Map<string, Record<string, unknown>>();
  const fields: Record<string, string> = {};
  for (const { id, fields: schemas, check } of scope.items(companyRecord)) {
    const values: Record<string, unknown> = {};
    const wrong: Record<string, string> = {};
    for (const [key, schema] of Object.entries(schemas)) {
      if (body[key] === undefined) continue;
      const value = schema.safeParse(body[key], { error: faultCode });
      if (value.success) values[key] = value.data;
      else wrong[key] = value.error.issues[0]?.message ?? 'ERR_INVALID_VALUE';
    }
    try {
      await check?.(values, creates);
    } catch (error) {
      // A field that was sent and is invalid must not count as absent.
      Object.assign(fields, fieldsIn(error));
    }
    Object.assign(fields, wrong);
    checked.set(id, values);
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return (outer, begins = false) =>
    outer.tx(async (inner) => {
      for (const { item, scope: own } of inner.contributions(companyRecord)) {
        const values = checked.get(item.id) ?? {};
        if (begins && item.initialise) await item.initialise(values, own);
        else await item.save(values, own);
      }
    });
};

/** Accepts a form as it was sent: its faults are reported together with those of the fields that other plugins add. */
const withoutChecks = (form: z.ZodObject) => {
  const { $schema: _version, ...known } = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' });
  return z.looseObject({}).meta(known);
};

/** Validates the form by its own rules and those of other plugins; one error names every invalid field. */
const validateForm = async <F extends z.ZodObject>(
  form: F,
  body: Readonly<Record<string, unknown>>,
  scope: Scope,
  creates: boolean,
): Promise<{ values: z.output<F>; saveRecords: SaveRecords }> => {
  const own = form.safeParse(body, { error: faultCode });
  const fields = Object.fromEntries(
    (own.error?.issues ?? []).map(({ path, message }) => [path.map(String).join('.') || 'body', message]),
  );
  const saveRecords = await validateRecords(body, scope, creates).catch((error: unknown) => {
    throw invalid({ ...fieldsIn(error), ...fields });
  });
  if (!own.success) throw invalid(fields);
  return { values: own.data, saveRecords };
};

const listRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/companies', {
    access: 'super',
    summary: 'Companies of the platform, 20 a page.',
    input: { query: search },
    output: z.object({ companies: z.array(company), hasMore: z.boolean() }),
    handle: async ({ query }, scope) => {
      const { tenants: found, hasMore } = await scope
        .use(tenants)
        .list({ search: query.searchParam, page: query.pageNumber, pageSize: query.pageSize });
      return { companies: await fullCompanies(found, scope), hasMore };
    },
  });
  host.route('GET', '/companies/list', {
    access: 'super',
    summary: 'Every company, for choosing one.',
    output: z.array(brief),
    handle: async (_request, scope) =>
      (await listCompanies(scope)).map(({ id, name, email, phone, status, createdAt }) => ({
        id,
        name,
        email,
        phone,
        status,
        createdAt,
      })),
  });
  host.route('GET', '/companies/list-all', {
    access: 'super',
    summary: 'Every company that matches a search, with all its data.',
    input: { query: search.pick({ searchParam: true }) },
    output: z.array(company),
    handle: async ({ query }, scope) => fullCompanies(await listCompanies(scope, query.searchParam), scope),
  });
  host.route('GET', '/companies/:id', {
    access: 'signed-in',
    summary: 'The caller’s own company; for a super user any company, with all its data.',
    input: { params },
    output: company,
    handle: async (request, scope) => {
      const { id } = request.params;
      if (id !== scope.company.id && !scope.user.super) throw forbidden();
      const tenant = await scope.use(tenants).find(id);
      if (!tenant) throw notFound('ERR_NO_COMPANY_FOUND');
      const { inCompany } = scope;
      if (scope.user.super && inCompany) return fullCompany(tenant, { inCompany });
      return { ...tenant, ...(await modulesOf(scope)), schedules: await scope.use(companyHours).find() };
    },
  });
};

/** Returns the fields to write; 409 when somebody else changed the same fields meanwhile. */
const mergeChanges = async (
  id: number,
  body: z.output<typeof change>,
  scope: Super,
): Promise<z.output<typeof change>> => {
  const tenant = await scope.use(tenants).find(id);
  const row = tenant && (await fullCompany(tenant, scope));
  return mergeEdit(scope, {
    table: 'companies.company',
    id,
    row: row && { ...row, email: row.email ?? '', phone: row.phone ?? '' },
    missing: 'ERR_NO_COMPANY_FOUND',
    body,
  });
};

export const companyRoutes = (host: Host<typeof manifest>): void => {
  listRoutes(host);
  host.route('POST', '/companies', {
    access: 'super',
    summary: 'Creates a company; e-mail and password are those of its first admin.',
    input: { body: withoutChecks(creation) },
    output: company,
    handle: async ({ body }, scope) => {
      const { values, saveRecords } = await validateForm(creation, body, scope, true);
      const { name, email, phone, password, userName, status } = values;
      const service = scope.use(tenants);
      const made = await service.create({
        name,
        uniqueName: true,
        email,
        ...(phone && { phone }),
        admin: { name: userName ?? name, email, password },
        settings: await moduleSettings(values, scope),
      });
      const { id } = made.company;
      try {
        await scope.inCompany(id, (inner) => saveRecords(inner));
        const tenant = status === false ? await service.update(id, { status: false }) : made.company;
        return await fullCompany(tenant, scope);
      } catch (error) {
        // A form that is sent again must not meet the partly created company.
        await service.remove(id);
        throw error;
      }
    },
  });
  host.route('PUT', '/companies/:id', {
    access: 'super',
    summary: 'Changes a company.',
    input: { params, body: withoutChecks(change) },
    output: company,
    handle: async (request, scope) => {
      const { id } = request.params;
      const { values } = await validateForm(change, request.body, scope, false);
      const body = await mergeChanges(id, values, scope);
      const { name, email, phone, status, schedules } = body;
      const saveRecords = await validateRecords(body, scope, false);
      const input = {
        name,
        email,
        phone,
        status: status ?? undefined,
        uniqueName: true,
        settings: await moduleSettings(body, scope),
      };
      const tenant = await scope.use(tenants).update(id, input, () =>
        scope.inCompany(id, (outer) =>
          outer.tx(async (inner) => {
            if (schedules) await saveHours(schedules, inner);
            await saveRecords(inner);
          }),
        ),
      );
      return fullCompany(tenant, scope);
    },
  });
  host.route('GET', '/companies/:id/contents', {
    access: 'super',
    summary: 'Counts of the data that is deleted with a company.',
    input: { params },
    output: z.object({ users: z.number(), connections: z.number(), queues: z.number(), tickets: z.number() }),
    handle: (request, scope) =>
      scope.inCompany(request.params.id, async (inner) => {
        const { held: count } = inner.use(limits);
        return {
          users: (await count('users')) ?? 0,
          connections: (await count('connections')) ?? 0,
          queues: (await count('queues')) ?? 0,
          tickets: (await count('tickets')) ?? 0,
        };
      }),
  });
  host.route('DELETE', '/companies/:id', {
    access: 'super',
    summary: 'Deletes a company with all its data.',
    input: { params },
    handle: (request, scope) => scope.use(tenants).remove(request.params.id),
  });
};
