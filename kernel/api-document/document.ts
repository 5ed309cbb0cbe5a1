import type { OpenApiDocument, Scope } from '@balcao/sdk/server';
import type { KernelRoute } from '../auth/kernel-route.ts';
import type { RouteEntry } from '../host/ledger.ts';
import type { Registry } from '../host/registry.ts';
import type { Switches } from '../host/switches.ts';
import { operationOf, type DescribedRoute } from './operation.ts';

interface DocumentParts {
  registry: Registry;
  switches: Switches;
  kernelRoutes(): readonly KernelRoute[];
  translate(plugin: string, language: 'pt' | 'en' | 'es', key: string): string;
}

/** A route that providers call is no part of the API; undefined for it. */
const describedPlugin = ({ plugin, method, path, definition }: RouteEntry): DescribedRoute | undefined => {
  const { access, summary, input, output, rate } = definition;
  const said = { plugin, method, path, shown: path, summary, input, output, rate };
  if (typeof access === 'string')
    return { ...said, access: 'session', ...(access !== 'signed-in' && { permission: access }) };
  if ('token' in access) return { ...said, access: 'token', reason: access.token };
  return access.webhook ? undefined : { ...said, access: 'public', reason: access.public };
};

const describedKernel = ({ method, path, access, summary, input, rate }: KernelRoute): DescribedRoute => ({
  plugin: 'kernel',
  method,
  path,
  shown: path,
  summary,
  input,
  rate,
  access: access === 'public' ? 'public' : 'session',
  ...(access !== 'public' && access !== 'signed-in' && { permission: access }),
});

const error = (description: string): object => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const components = {
  securitySchemes: {
    session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'POST /auth/login' },
    token: { type: 'http', scheme: 'bearer', description: 'A token of the messages API' },
  },
  schemas: {
    Error: {
      type: 'object',
      required: ['error'],
      properties: {
        error: { type: 'string', description: 'A code that does not change, such as ERR_VALIDATION.' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'The inputs that were wrong, each with its reason.',
        },
        context: { type: 'object', additionalProperties: true },
      },
    },
  },
  responses: {
    Invalid: error('ERR_VALIDATION: `fields` names what is wrong'),
    Unauthorized: error('No session or token, or one that ended'),
    Forbidden: error('ERR_NO_PERMISSION, or ERR_SESSION_EXPIRED'),
    NotFound: error('There is no such thing, or its module is off'),
    TooMany: {
      ...error('ERR_TOO_MANY_REQUESTS'),
      headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
    },
  },
};

/** Of paths that differ only in the names of their parameters the first is written for all: they are one to OpenAPI. */
const oneShape = (routes: readonly DescribedRoute[]): DescribedRoute[] => {
  const first = new Map<string, string>();
  return routes.map((route) => {
    const shape = route.path.replace(/:[a-zA-Z]+/g, ':');
    const shown = first.get(shape) ?? route.path;
    first.set(shape, shown);
    return { ...route, shown };
  });
};

const byPath = (one: DescribedRoute, other: DescribedRoute): number => one.path.localeCompare(other.path, 'en');

/** The API as one caller may use it: of modules that are off, and of permissions not held, nothing is said. */
export const openApiDocument = (parts: DocumentParts, scope: Scope, server: string): OpenApiDocument => {
  const { registry, switches } = parts;
  const { company, user } = scope;
  const mayUse = ({ permission }: DescribedRoute): boolean =>
    permission === undefined || (permission === 'super' ? user?.super === true : scope.can(permission));
  const routes = [
    ...registry.routes.filter(({ plugin }) => switches.isOn(plugin, company.id)).map(describedPlugin),
    ...parts.kernelRoutes().map(describedKernel),
  ]
    .filter((route) => route !== undefined)
    .filter(mayUse)
    .toSorted(byPath);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of oneShape(routes)) {
    const path = route.shown.replace(/:([a-zA-Z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  const titleOf = (plugin: string): string => {
    const manifest = registry.plugins.get(plugin)?.source.manifest;
    return manifest ? parts.translate(plugin, company.language, manifest.title) : 'Balcão';
  };
  const described = [...new Set(routes.map(({ plugin }) => plugin))];
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: server }],
    tags: described.map((plugin) => ({ name: plugin, description: titleOf(plugin) })),
    paths,
    components,
  };
};
