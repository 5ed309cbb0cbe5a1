import type { EntitySchema } from '@mikro-orm/core';
import { z } from 'zod';
import type { PluginManifest } from '../../shared/manifest.ts';
import { editOf } from '../edit.ts';
import { pageOutput, pageQuery } from '../pages.ts';
import type { Host, Method, RouteDefinition, RouteInput } from '../plugin.ts';
import type { Scope } from '../scope.ts';
import type { Resource, ResourceAction, ResourceDefinition } from './definition.ts';
import { storeOf, type AnyDefinition } from './store.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

type Route = (
  method: Method,
  path: string,
  action: ResourceAction | undefined,
  rest: Omit<RouteDefinition<string, RouteInput, z.ZodType>, 'access' | 'handle'>,
  handle: (
    request: { id: number; query: z.output<typeof pageQuery>; body: Record<string, unknown> },
    scope: Scope,
  ) => unknown,
) => void;

/** Returns true if the user may list the rows, and so may receive their changes. */
const mayJoin = (action: ResourceAction | undefined, scope: Scope): boolean => {
  if (!action) return false;
  if (action.access === 'signed-in') return true;
  return action.access === 'super' ? scope.user?.super === true : scope.can(action.access as string);
};

/**
 * Declares the routes of a plain table: a page of rows with a search, all rows, one row, create, update and delete,
 * each with its own access rule. Concurrent edits are merged (`mergeEdit`), duplicates and rows in use are answered
 * with 409 and your codes, changes are published in a room and recorded in the audit log like those of any route. Not
 * for tables that are written or read many times a second, nor for rows that only some of those who may list them may
 * see: write those routes yourself.
 * @example
 * resource(host, Supplier, {
 *   path: '/suppliers',
 *   form: z.object({ name: z.string().trim().min(1).max(100) }),
 *   output: z.object({ id: z.number(), name: z.string() }),
 *   search: ['name'],
 *   missing: 'ERR_NO_SUPPLIER_FOUND',
 *   taken: 'ERR_SUPPLIER_NAME_IN_USE',
 *   actions: {
 *     list: { access: 'signed-in' },
 *     create: { access: 'suppliers:edit' },
 *     update: { access: 'suppliers:edit' },
 *     remove: { access: 'suppliers:edit' },
 *   },
 * });
 */
export function resource<
  const M extends PluginManifest,
  E extends EntitySchema,
  F extends z.ZodRawShape,
  O extends z.ZodRawShape,
  G extends z.ZodRawShape = F,
>(
  host: Host<M>,
  entity: E,
  definition: ResourceDefinition<M, E, F, G, O>,
): Resource<z.output<z.ZodObject<O>>, z.output<z.ZodObject<F>>, z.output<ReturnType<typeof editOf<G>>>> {
  const { path, form, output, actions, room } = definition;
  const store = storeOf(entity, definition as unknown as AnyDefinition);
  const edit = editOf((definition.edit ?? form) as z.ZodObject);
  const route: Route = (method, at, action, rest, handle) => {
    if (!action) return;
    const { access, summary, audit } = action;
    (host as unknown as Host).route(method, at, {
      access: access as 'signed-in',
      ...(summary !== undefined && { summary }),
      ...(audit !== undefined && { audit }),
      ...rest,
      handle: ({ params: at, query, body }, scope) =>
        handle({ ...(at as { id: number }), query: query as never, body: body as never }, scope) as Promise<never>,
    });
  };
  const page = pageOutput(output);
  route('GET', path, actions.list, { input: { query: pageQuery }, output: page }, ({ query }, scope) =>
    store.page(scope, query.searchParam, query.pageNumber),
  );
  route('GET', `${path}/list`, actions.all, { output: z.array(output) }, (_request, scope) => store.all(scope));
  route('GET', `${path}/:id`, actions.read, { input: { params }, output }, ({ id }, scope) => store.require(scope, id));
  route('POST', path, actions.create, { input: { body: form }, output }, ({ body }, scope) =>
    store.create(scope, body),
  );
  route('PUT', `${path}/:id`, actions.update, { input: { params, body: edit }, output }, ({ id, body }, scope) =>
    store.update(scope, id, body),
  );
  route('DELETE', `${path}/:id`, actions.remove, { input: { params } }, ({ id }, scope) => store.remove(scope, id));
  if (room)
    host.room(room, { params: z.object({}), may: (_params, scope) => mayJoin(actions.list ?? actions.all, scope) });
  return store as never;
}
