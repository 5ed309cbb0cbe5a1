import type { EntitySchema } from '@mikro-orm/core';
import type { z } from 'zod';
import type { PluginManifest } from '../../shared/manifest.ts';
import { mergeEdit } from '../edit.ts';
import { conflict, notFound, sqlState } from '../errors.ts';
import { readPage } from '../pages.ts';
import type { Scope } from '../scope.ts';
import { sql, type Sql } from '../sql.ts';
import type { Resource, ResourceDefinition } from './definition.ts';
import { selected, tableOf, written } from './table.ts';

export type AnyDefinition = ResourceDefinition<
  PluginManifest,
  EntitySchema,
  z.ZodRawShape,
  z.ZodRawShape,
  z.ZodRawShape
>;
type Row = Record<string, unknown> & { id: number };
type Values = Record<string, unknown>;
type Body = Values & { known?: Values | undefined };

export interface Store extends Resource<Row, Values, Body> {
  page(scope: Scope, term: string, page: number): Promise<{ records: Row[]; hasMore: boolean; count: number }>;
}

/**
 * Translates a refusal of the database into the resource's code. Runs outside the transaction, which the refusal has
 * ended.
 */
const translated = async <T>(
  { taken, inUse }: AnyDefinition,
  scope: Scope,
  values: Values,
  work: (inner: Scope) => Promise<T>,
): Promise<T> => {
  try {
    return await scope.tx(work);
  } catch (error) {
    const state = sqlState(error);
    if (state === '23505' && taken !== undefined)
      throw typeof taken === 'string' ? conflict(taken) : await taken(values, scope);
    if (state === '23503' && inUse !== undefined) throw conflict(inUse);
    throw error;
  }
};

/** Builds the operations of the table. A field that the entity does not have throws here, while the plugin loads. */
export function storeOf(entity: EntitySchema, definition: AnyDefinition): Store {
  const { form, output, computed = {}, order, search, missing, platform, room } = definition;
  const table = tableOf(entity);
  const columns = selected(table, Object.keys(output.shape), computed as Readonly<Record<string, Sql>>);
  const fields = Object.keys(form.shape);
  const orderBy = order ? sql`${order}, r.id` : sql`r.id`;

  const read = (scope: Scope, id: number, lock: Sql = sql.empty): Promise<Row | undefined> =>
    scope.sql.one<Row>(sql`select ${columns} from ${table.id} r where r.id = ${id} ${lock}`);
  const require = async (scope: Scope, id: number): Promise<Row> => {
    const row = await read(scope, id);
    if (!row) throw notFound(missing);
    return row;
  };
  /**
   * Locks the row, so that of two concurrent edits the second sees the first. A company cannot lock rows of platform
   * tables.
   */
  const locked = async (scope: Scope, id: number): Promise<Row | undefined> => {
    if (!platform) return read(scope, id, sql`for update of r`);
    await scope.sql.one(sql`select pg_advisory_xact_lock(hashtextextended(${`${table.name}:${id}`}, 0))`);
    return read(scope, id);
  };

  const matching = (term: string): Sql => {
    if (term === '' || search === undefined) return sql`true`;
    if (typeof search === 'function') return search(term);
    const texts = (search as readonly string[]).map((property) => sql`r.${sql.id(table.columnOf(property))}`);
    return sql`kernel.normalise(concat_ws(' ', ${sql.join(texts)})) like kernel.like_pattern(${term})`;
  };

  const publish = async (scope: Scope, action: 'create' | 'update' | 'delete', row: Row): Promise<void> => {
    await definition.changed?.(action, row, scope);
    if (room) scope.rooms.emit(room, {}, 'changed', { action, id: row.id });
  };
  const save = async (scope: Scope, before: Row | undefined, sent: Values): Promise<Row> => {
    const values = (await definition.beforeSave?.(sent, scope, before)) ?? sent;
    const id = before?.id ?? null;
    const stored = await scope.sql.one<{ id: number }>(platform?.save(id, values) ?? written(table, id, values));
    if (!stored) throw notFound(missing);
    const row = await require(scope, stored.id);
    await publish(scope, before ? 'update' : 'create', row);
    return row;
  };

  return {
    all: (scope) => scope.sql.rows<Row>(sql`select ${columns} from ${table.id} r order by ${orderBy}`),
    page: (scope, term, page) =>
      readPage<Row>(scope, { columns, from: sql`${table.id} r where ${matching(term)}`, orderBy, page }),
    find: (scope, id) => read(scope, id),
    require,
    create: (scope, values) => translated(definition, scope, values, (inner) => save(inner, undefined, values)),
    update: (scope, id, body) =>
      translated(definition, scope, body, async (inner) => {
        const row = await locked(inner, id);
        const change: Values = await mergeEdit(inner, { table: table.name, id, row, missing, body });
        const next: Values = { ...row, ...change };
        return save(inner, row, Object.fromEntries(fields.map((field) => [field, next[field]])));
      }),
    remove: (scope, id) =>
      translated(definition, scope, {}, async (inner) => {
        const row = await locked(inner, id);
        if (!row) throw notFound(missing);
        await definition.beforeRemove?.(row, inner);
        const deletion = platform?.remove(id) ?? sql`delete from ${table.id} where id = ${id} returning id`;
        if (!(await inner.sql.one(deletion))) throw notFound(missing);
        await publish(inner, 'delete', row);
      }),
  };
}
