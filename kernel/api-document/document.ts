import type { Language, OpenApiDocument, Scope } from '@balcao/sdk/server';
import type { KernelRoute } from '../auth/kernel-route.ts';
import type { RouteEntry } from '../host/ledger.ts';
import type { Registry } from '../host/registry.ts';
import type { Switches } from '../host/switches.ts';
import { componentsIn } from './components.ts';
import { operationOf, type DescribedRoute } from './operation.ts';

interface DocumentParts {
  registry: Registry;
  switches: Switches;
  kernelRoutes(): readonly KernelRoute[];
  translate(plugin: string, language: Language, key: string): string;
}

/** Returns undefined for routes that providers call, which are not part of the API. */
const describedPlugin = ({ plugin, method, path, definition }: RouteEntry): DescribedRoute | undefined => {
  const { access, summary, input, output, rate } = definition;
  const entry = { plugin, method, path, shown: path, summary, input, output, rate };
  if (typeof access === 'string')
    return { ...entry, access: 'session', ...(access !== 'signed-in' && { permission: access }) };
  if ('token' in access) return { ...entry, access: 'token', reason: access.token };
  return access.webhook ? undefined : { ...entry, access: 'public', reason: access.public };
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

/** OpenAPI treats paths that differ only in parameter names as one, so all of them are written as the first. */
const unifyPaths = (routes: readonly DescribedRoute[]): DescribedRoute[] => {
  const first = new Map<string, string>();
  return routes.map((route) => {
    const shape = route.path.replace(/:[a-zA-Z]+/g, ':');
    const shown = first.get(shape) ?? route.path;
    first.set(shape, shown);
    return { ...route, shown };
  });
};

const byPath = (one: DescribedRoute, other: DescribedRoute): number => one.path.localeCompare(other.path, 'en');

/** Replaces locale keys of the plugin by their texts; other sentences are kept as they are. */
const withTexts = <T>(part: T, textOf: (text: string) => string): T => {
  if (Array.isArray(part)) return part.map((one: unknown) => withTexts(one, textOf)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]: [string, unknown]) => [
    key,
    (key === 'summary' || key === 'description') && typeof value === 'string'
      ? textOf(value)
      : withTexts(value, textOf),
  ]);
  return Object.fromEntries(entries) as T;
};

/**
 * Builds the document of the API for one caller, without modules that are off and operations the caller has no
 * permission for.
 */
export const openApiDocument = (
  parts: DocumentParts,
  scope: Scope,
  server: string,
  language = scope.language,
): OpenApiDocument => {
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
  for (const route of unifyPaths(routes)) {
    const path = route.shown.replace(/:([a-zA-Z]+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: withTexts(operationOf(route), (text) =>
        parts.translate(route.plugin, language, text),
      ),
    };
  }
  const titleOf = (plugin: string): string => {
    const manifest = registry.plugins.get(plugin)?.source.manifest;
    return manifest ? parts.translate(plugin, language, manifest.title) : 'Balcão';
  };
  const described = [...new Set(routes.map(({ plugin }) => plugin))];
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: server }],
    tags: described.map((plugin) => ({ name: plugin, description: titleOf(plugin) })),
    paths,
    components: componentsIn(language),
  };
};
