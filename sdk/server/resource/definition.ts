import type { EntitySchema, InferEntity } from '@mikro-orm/core';
import type { z } from 'zod';
import type { RoomRef } from '../../shared/contract.ts';
import type { PermissionOf, PluginManifest } from '../../shared/manifest.ts';
import type { Access, PublicAccess, TokenAccess } from '../plugin.ts';
import type { Scope } from '../scope.ts';
import type { Sql } from '../sql.ts';

/** One of a resource's routes. */
export interface ResourceAction<P extends string = string> {
  /** Who may: `signed-in`, `super` or a permission of the manifest. */
  access: Exclude<Access<P>, PublicAccess | TokenAccess>;
  /** As of a route. */
  summary?: string;
  /** As of a route: how it stands on the company's record. */
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
  /** `/suppliers`; rows are at `/suppliers/:id`. The manifest names it under `routes.api`. */
  path: string;
  /** A new row, by names of the entity's properties. */
  form: z.ZodObject<F>;
  /** What may be changed later, without defaults (see `editOf`). Absent: what `form` has. */
  edit?: z.ZodObject<G>;
  /** A row as it is answered: `id`, properties of the entity, and what `computed` adds. */
  output: z.ZodObject<O>;
  /** Fields of `output` that no property holds, as SQL over the row `r`: `sql`(select count(*)::int from …)``. */
  computed?: Readonly<Partial<Record<keyof O & string, Sql>>>;
  /** SQL after `order by`, over the row `r`. Rows that it leaves equal stand by their ids. Absent: the oldest first. */
  order?: Sql;
  /**
   * What `searchParam` of the list looks in: text properties, however they are spelled, for tables of a few hundred
   * rows; or a condition over the row `r`, for what `searchable` indexed. Absent: the list is not searched.
   */
  search?: readonly PropertyOf<E>[] | ((term: string) => Sql);
  /** Answered, with 404, for an id that no row has: `ERR_NO_SUPPLIER_FOUND`. */
  missing: string;
  /** Answered, with 409, when a unique index of the table refuses a row. */
  taken?: string | ((values: z.output<z.ZodObject<F>>, scope: Scope) => Error | Promise<Error>);
  /** Answered, with 409, when rows of other tables still need one that is to be removed. */
  inUse?: string;
  /** An action that is absent has no route. */
  actions: {
    /** `GET path`: a page of 20, as `usePages` of the UI kit asks for it. */
    list?: ResourceAction<PermissionOf<M>>;
    /** `GET path/list`: every row, for choosing. */
    all?: ResourceAction<PermissionOf<M>>;
    /** `GET path/:id` */
    read?: ResourceAction<PermissionOf<M>>;
    /** `POST path` */
    create?: ResourceAction<PermissionOf<M>>;
    /** `PUT path/:id`; two people's edits are put together as `mergeEdit` does. */
    update?: ResourceAction<PermissionOf<M>>;
    /** `DELETE path/:id` */
    remove?: ResourceAction<PermissionOf<M>>;
  };
  /**
   * Tells whoever may list of each change, once it is stored: `changed` with `{ action: 'create' | 'update' | 'delete', id }`.
   * `resource` declares the room.
   */
  room?: RoomRef<Record<string, never>>;
  /** Called before a row is written, in its transaction: throw to refuse, or answer what is to be stored instead. */
  beforeSave?(
    values: z.output<z.ZodObject<F>>,
    scope: Scope,
    before: z.output<z.ZodObject<O>> | undefined,
  ): z.output<z.ZodObject<F>> | void | Promise<z.output<z.ZodObject<F>> | void>;
  /** Called before a row is removed, in its transaction, with the row locked: throw to refuse. */
  beforeRemove?(row: z.output<z.ZodObject<O>>, scope: Scope): void | Promise<void>;
  /** Called in the transaction of each change: for events, and for what hangs on the row. */
  changed?(action: 'create' | 'update' | 'delete', row: z.output<z.ZodObject<O>>, scope: Scope): void | Promise<void>;
  /**
   * For a table of `platformTables`, which functions of your migrations write: statements that answer the row's `id`, or
   * no row where there is none.
   */
  platform?: {
    /** `id` is null for a new row. */
    save(id: number | null, values: z.output<z.ZodObject<F>>): Sql;
    remove(id: number): Sql;
  };
}

/** What the routes of a resource do, for routes and services of your own. Who may is then for you to ask. */
export interface Resource<Row, New, Edit> {
  /** Every row, in the resource's order. */
  all(scope: Scope): Promise<Row[]>;
  find(scope: Scope, id: number): Promise<Row | undefined>;
  /** 404 with `missing`. */
  require(scope: Scope, id: number): Promise<Row>;
  create(scope: Scope, values: New): Promise<Row>;
  /** `body` as `editOf` reads it. */
  update(scope: Scope, id: number, body: Edit): Promise<Row>;
  remove(scope: Scope, id: number): Promise<void>;
}
