import type { z } from 'zod';
import type { TestHost } from '../host.ts';

/** Values for calls: ids and other scalars, by the names that parameters and fields use. */
export type Known = Readonly<Record<string, string | number | boolean>>;

/** A call that the server answers. */
export interface Route {
  plugin: string;
  method: string;
  /** Without `/api`. */
  path: string;
  access: unknown;
  input: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType; files?: object };
}

/** Returns every call of the server in the order of matching, the kernel's first. */
export const routesOf = ({ kernel }: TestHost): Route[] => [
  ...kernel.routes.map(({ method, path, access, input = {} }) => ({ plugin: 'kernel', method, path, access, input })),
  ...kernel.registry.routes.map(({ plugin, method, path, definition: { access, input = {} } }) => ({
    plugin,
    method,
    path,
    access,
    input,
  })),
];

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;
export const isPublic = ({ access }: Route): boolean => typeof access === 'object';

export const parametersOf = ({ path }: Route): string[] =>
  [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name ?? '');

/** Returns possible singulars of a path segment: `/books/:id` names a book. */
const singulars = (segment: string): string[] => [
  segment,
  segment.replace(/ies$/, 'y'),
  segment.replace(/es$/, ''),
  segment.replace(/s$/, ''),
];
const camel = (text: string): string => text.replace(/[-_]([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

/** Returns the known name of a path's parameter; `known['/books/:id']` takes precedence. */
export const meaningOf = ({ path }: Route, parameter: string, known: Known): string => {
  const upTo = path.slice(0, path.indexOf(`:${parameter}`) + parameter.length + 1);
  if (known[upTo] !== undefined) return upTo;
  if (parameter !== 'id') return parameter;
  const segment = upTo.split('/').at(-2) ?? '';
  return (
    singulars(camel(segment))
      .find((name) => known[`${name}Id`] !== undefined)
      ?.concat('Id') ?? 'id'
  );
};

/** Returns the path with encoded parameters; `change` replaces some of them by literal text. */
export const pathWith = (route: Route, known: Known, change: Readonly<Record<string, string>> = {}): string =>
  route.path.replace(
    /:([a-zA-Z]+)/g,
    (_all, name: string) => change[name] ?? encodeURIComponent(String(known[meaningOf(route, name, known)] ?? 1)),
  );
