import type { z } from 'zod';
import type { TestHost } from '../host.ts';

/** What calls can name: ids and other scalars, by the name that parameters and fields give them. */
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

/** Every call that the server answers, the kernel's own first, as they are matched. */
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

/** `/books/:id` speaks of a book, however the path puts it. */
const singulars = (segment: string): string[] => [
  segment,
  segment.replace(/ies$/, 'y'),
  segment.replace(/es$/, ''),
  segment.replace(/s$/, ''),
];
const camel = (text: string): string => text.replace(/[-_]([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

/** What a path's parameter means among what is known: `known['/books/:id']` says it outright. */
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

/** The path with its parameters, encoded; `change` replaces some of them by text as it goes into the address. */
export const pathWith = (route: Route, known: Known, change: Readonly<Record<string, string>> = {}): string =>
  route.path.replace(
    /:([a-zA-Z]+)/g,
    (_all, name: string) => change[name] ?? encodeURIComponent(String(known[meaningOf(route, name, known)] ?? 1)),
  );
