import type { EntitySchema, InferEntity } from '@mikro-orm/core';
import type { z } from 'zod';
import type { RoomRef } from '../../shared/contract.ts';
import type { PermissionOf, PluginManifest } from '../../shared/manifest.ts';
import type { Access, PublicAccess, TokenAccess } from '../plugin.ts';
import type { Scope } from '../scope.ts';
import type { Sql } from '../sql.ts';

/** One route of a resource. */
export interface ResourceAction<P extends string = string> {
  /** Access rule: `signed-in`, `super` or a permission of the manifest. */
  access: Exclude<Access<P>, PublicAccess | TokenAccess>;
  /** See `RouteDefinition.summary`. */
  summary?: string;
  /** See `RouteDefinition.audit`. */
  audit?: string | false;
}

/** Names of an entity's properties. */
type PropertyOf<E extends EntitySchema> = keyof InferEntity<E> & string;

export interface ResourceDefinition<
  M extends PluginManifest,
  E extends EntitySchema,
  F extends z.ZodRawShape,
  G extends z.ZodRawShape,
  O extends z.ZodRawShape,
> {
  /** `/suppliers`; rows are at `/suppliers/:id`. The manifest lists it under `routes.api`. */
  path: string;
  /** Schema of a new row, by names of the entity's properties. */
  form: z.ZodObject<F>;
  /** Schema of an update, without defaults (see `editOf`). Absent: the fields of `form`. */
  edit?: z.ZodObject<G>;
  /** Schema of a returned row: `id`, properties of the entity, and the fields of `computed`. */
  output: z.ZodObject<O>;
  /** Fields of `output` that no property holds, as SQL over the row `r`: `sql`(select count(*)::int from …)``. */
  computed?: Readonly<Partial<Record<keyof O & string, Sql>>>;
  /** SQL after `order by`, over the row `r`. Equal rows are ordered by id. Absent: oldest first. */
  order?: Sql;
  /**
   * Columns searched by the list's `searchParam`: text properties, ignoring case and accents, for tables of a few
   * hundred rows; or a condition over the row `r`, for columns indexed by `searchable`. Absent: the list cannot be
   * searched.
   */
  search?: readonly PropertyOf<E>[] | ((term: string) => Sql);
  /** Code of the 404 for an id without a row: `ERR_NO_SUPPLIER_FOUND`. */
  missing: string;
  /** Code of the 409 if a unique index of the table rejects a row. */
  taken?: string | ((values: z.output<z.ZodObject<F>>, scope: Scope) => Error | Promise<Error>);
  /** Code of the 409 if rows of other tables still reference a row to be removed. */
  inUse?: string;
  /** An absent action has no route. */
  actions: {
    /** `GET path`: a page of 20 rows, as `usePages` of the UI kit requests it. */
    list?: ResourceAction<PermissionOf<M>>;
    /** `GET path/list`: every row, for selection fields. */
    all?: ResourceAction<PermissionOf<M>>;
    /** `GET path/:id` */
    read?: ResourceAction<PermissionOf<M>>;
    /** `POST path` */
    create?: ResourceAction<PermissionOf<M>>;
    /** `PUT path/:id`; concurrent edits are merged by `mergeEdit`. */
    update?: ResourceAction<PermissionOf<M>>;
    /** `DELETE path/:id` */
    remove?: ResourceAction<PermissionOf<M>>;
  };
  /**
   * A room that receives each stored change: `changed` with `{ action: 'create' | 'update' | 'delete', id }`. Everybody
   * who may list may join. `resource` declares the room.
   */
  room?: RoomRef<Record<string, never>>;
  /** Called before a row is written, in its transaction. Throw to reject, or return the values to store instead. */
  beforeSave?(
    values: z.output<z.ZodObject<F>>,
    scope: Scope,
    before: z.output<z.ZodObject<O>> | undefined,
  ): z.output<z.ZodObject<F>> | void | Promise<z.output<z.ZodObject<F>> | void>;
  /** Called before a row is removed, in its transaction, with the row locked. Throw to reject. */
  beforeRemove?(row: z.output<z.ZodObject<O>>, scope: Scope): void | Promise<void>;
  /** Called in the transaction of each change: for events and dependent rows. */
  changed?(action: 'create' | 'update' | 'delete', row: z.output<z.ZodObject<O>>, scope: Scope): void | Promise<void>;
  /**
   * For a table of `platformTables`, which functions of your migrations write: statements that return the row's `id`,
   * or no row if there is none.
   */
  platform?: {
    /** `id` is null for a new row. */
    save(id: number | null, values: z.output<z.ZodObject<F>>): Sql;
    remove(id: number): Sql;
  };
}

/** The operations behind a resource's routes, for routes and services of your own. They do not check permissions. */
export interface Resource<Row, New, Edit> {
  /** Returns every row, in the resource's order. */
  all(scope: Scope): Promise<Row[]>;
  find(scope: Scope, id: number): Promise<Row | undefined>;
  /** Throws 404 with `missing` if there is no such row. */
  require(scope: Scope, id: number): Promise<Row>;
  create(scope: Scope, values: New): Promise<Row>;
  /** Updates a row; `body` is parsed by `editOf`. */
  update(scope: Scope, id: number, body: Edit): Promise<Row>;
  remove(scope: Scope, id: number): Promise<void>;
}
