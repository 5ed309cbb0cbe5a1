import { foldText } from '@balcao/sdk/client';

export interface Schema {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}
interface RawOperation {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
  'x-permission'?: string;
  'x-rate-limit'?: number;
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}
export interface OpenApi {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, RawOperation>>;
}

export type By = 'session' | 'token' | 'public';
export interface Operation extends RawOperation {
  method: string;
  path: string;
  by: By;
}
export interface Group {
  name: string;
  title: string;
  operations: Operation[];
}

const byOf = ({ security }: RawOperation): By => {
  const [first] = security;
  return first === undefined ? 'public' : 'token' in first ? 'token' : 'session';
};

const order = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Groups operations by plugin, those for programs first; `term` selects those whose path or summary contains all its
 * words.
 */
export const groupsOf = ({ paths, tags }: OpenApi, term: string): Group[] => {
  const words = foldText(term).split(/\s+/).filter(Boolean);
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([method, operation]): Operation => ({
        ...operation,
        method: method.toUpperCase(),
        path,
        by: byOf(operation),
      })),
  );
  const found = all.filter(({ path, method, summary = '' }) => {
    const text = foldText(`${method} ${path} ${summary}`);
    return words.every((word) => text.includes(word));
  });
  const groups = tags.map(({ name, description: title }) => ({
    name,
    title,
    operations: found
      .filter((operation) => operation.tags.includes(name))
      .toSorted((one, other) => Number(other.by === 'token') - Number(one.by === 'token')),
  }));
  const weight = ({ operations }: Group): number => (operations.some(({ by }) => by === 'token') ? 0 : 1);
  return groups
    .filter(({ operations }) => operations.length > 0)
    .toSorted((one, other) => weight(one) - weight(other) || one.title.localeCompare(other.title));
};

/** Returns the type beside a field’s name: `string`, `integer?`, `array de object`. */
export const typeOf = (schema: Schema | undefined, anything: string): string => {
  if (!schema) return anything;
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map((part) => typeOf(part, anything)))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type;
  if (type === 'array') return `${typeOf(schema.items, anything)}[]`;
  return [type ?? anything, schema.format && `(${schema.format})`].filter(Boolean).join(' ');
};

/** Returns the object inside a schema: the first of several kinds, or the items of a list. */
export const objectIn = (schema: Schema | undefined): Schema | undefined => {
  if (!schema) return undefined;
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items);
  for (const part of schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) {
    const found = objectIn(part);
    if (found) return found;
  }
  return undefined;
};

/** Returns a sample for the field of a body. */
export const sampleOf = (schema: Schema | undefined, depth = 0): unknown => {
  if (!schema || depth > 4) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const part = (schema.anyOf ?? schema.oneOf)?.find(({ type, const: fixed }) => type !== 'null' && fixed !== '');
  if (part) return sampleOf(part, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties) {
    const { properties = {}, required = [] } = schema;
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name, field]) => required.includes(name) || field.default !== undefined)
        .map(([name, field]) => [name, sampleOf(field, depth + 1)]),
    );
  }
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return type === 'string' ? '' : null;
};
