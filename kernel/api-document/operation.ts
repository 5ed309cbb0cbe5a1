import type { RouteInput, z } from '@balcao/sdk/server';
import { fieldsOf, jsonSchemaOf, type JsonSchema } from './json-schema.ts';

/** A route of a plugin or of the kernel, as the documentation needs it. */
export interface DescribedRoute {
  plugin: string;
  method: string;
  /** Path with parameters as `:name`. */
  path: string;
  /** Path as the document writes it: routes that differ only in the names of parameters share one. */
  shown: string;
  access: 'session' | 'token' | 'public';
  /** Permission that the caller needs, or `super`; absent when the access alone is enough. */
  permission?: string;
  /** Sentence that says who holds the token, or why there is no session. */
  reason?: string;
  summary?: string | undefined;
  input?: RouteInput | undefined;
  output?: z.ZodType | undefined;
  rate?: number | undefined;
}

const parameterNames = (path: string): string[] => [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => name);

/** `POST /messages/:id/retry` becomes `postMessagesIdRetry`. */
export const operationId = ({ method, path }: DescribedRoute): string =>
  [method.toLowerCase(), ...path.split(/[^a-zA-Z0-9]+/).filter(Boolean)]
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

const parametersOf = ({ path, shown, input }: DescribedRoute): object[] => {
  const shownNames = parameterNames(shown);
  const known = new Map(fieldsOf(input?.params).map(({ name, schema }) => [name, schema]));
  return [
    ...parameterNames(path).map((name, index) => ({
      name: shownNames[index] ?? name,
      in: 'path',
      required: true,
      schema: known.get(name) ?? { type: 'string' },
    })),
    ...fieldsOf(input?.query).map(({ name, schema, isRequired }) => ({
      name,
      in: 'query',
      required: isRequired,
      schema,
    })),
  ];
};

const files: JsonSchema = {
  type: 'array',
  items: { type: 'string', format: 'binary' },
};

const bodyOf = ({ method, input }: DescribedRoute): object | undefined => {
  if (method === 'GET' || !input || !(input.body ?? input.files ?? input.raw)) return undefined;
  const schema = input.body ? jsonSchemaOf(input.body) : undefined;
  const form = { type: 'object', ...schema, properties: { ...(schema?.['properties'] as object), medias: files } };
  return {
    required: ((schema?.['required'] as string[] | undefined) ?? []).length > 0,
    content: {
      ...(schema && { 'application/json': { schema } }),
      ...(input.files && { 'multipart/form-data': { schema: form } }),
      ...(input.raw && { 'application/octet-stream': {} }),
    },
  };
};

const refused = (name: string): { $ref: string } => ({ $ref: `#/components/responses/${name}` });

const responsesOf = (route: DescribedRoute): object => ({
  '200': {
    description: 'OK',
    ...(route.output && { content: { 'application/json': { schema: jsonSchemaOf(route.output) } } }),
  },
  ...(route.input && { '400': refused('Invalid') }),
  ...(route.access !== 'public' && { '401': refused('Unauthorized'), '403': refused('Forbidden') }),
  ...(parameterNames(route.path).length > 0 && { '404': refused('NotFound') }),
  ...(route.rate !== undefined && { '429': refused('TooMany') }),
});

const securityOf = ({ access }: DescribedRoute): object[] => (access === 'public' ? [] : [{ [access]: [] }]);

/** Builds one operation of an OpenAPI document. */
export const operationOf = (route: DescribedRoute): object => {
  const body = bodyOf(route);
  return {
    operationId: operationId(route),
    tags: [route.plugin],
    ...(route.summary !== undefined && { summary: route.summary }),
    ...(route.reason !== undefined && { description: route.reason }),
    ...(route.permission !== undefined && { 'x-permission': route.permission }),
    ...(route.rate !== undefined && { 'x-rate-limit': route.rate }),
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(body && { requestBody: body }),
    responses: responsesOf(route),
  };
};
