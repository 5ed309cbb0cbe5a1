import type { EntitySchema } from '@mikro-orm/core';
import { sql, type Sql } from '../sql.ts';

/** The part of an entity's description that a resource needs. */
export interface Table {
  /** `suppliers.supplier` */
  name: string;
  id: Sql;
  /** Returns the column of a property, without quotes. */
  columnOf(property: string): string;
}

const underscored = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the table of an entity. A property that the entity does not have throws. */
export function tableOf(entity: EntitySchema): Table {
  const { schema, tableName, className, properties } = entity.meta;
  if (!schema || !tableName) throw new Error(`resource: the entity ${className} names no schema and table`);
  const name = `${schema}.${tableName}`;
  const known = properties as unknown as Readonly<Record<string, { fieldName?: string } | undefined>>;
  return {
    name,
    id: sql.id(name),
    columnOf(property) {
      const described = known[property];
      if (!described) throw new Error(`resource: the entity ${className} has no property "${property}"`);
      return described.fieldName ?? underscored(property);
    },
  };
}

/** Returns the SQL after `select` for rows `r` with these fields. */
export const selected = (table: Table, fields: readonly string[], computed: Readonly<Record<string, Sql>>): Sql =>
  sql.join(
    fields.map((field) => {
      const value = computed[field] ?? sql`r.${sql.id(table.columnOf(field))}`;
      return sql`${value} as ${sql.id(field)}`;
    }),
  );

/**
 * Returns the statement that writes a row and returns its id; without an id it inserts a new row. PostgreSQL casts each
 * value to its column's type.
 */
export function written(table: Table, id: number | null, values: Readonly<Record<string, unknown>>): Sql {
  const given = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) => [table.columnOf(property), value] as const);
  if (given.length === 0)
    return id === null
      ? sql`insert into ${table.id} default values returning id`
      : sql`select id from ${table.id} where id = ${id}`;
  const columns = sql.join(given.map(([column]) => sql.id(column)));
  const read = sql`select ${columns} from json_populate_record(null::${table.id}, ${JSON.stringify(Object.fromEntries(given))}::json)`;
  return id === null
    ? sql`insert into ${table.id} (${columns}) ${read} returning id`
    : sql`update ${table.id} set (${columns}) = (${read}) where id = ${id} returning id`;
}
