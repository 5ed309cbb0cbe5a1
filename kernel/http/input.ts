import type { z } from 'zod';
import { AppError, faultCode, invalid, type RouteInput } from '@balcao/sdk/server';

const fieldsOf = (error: z.ZodError, part: string): Record<string, string> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [path.map(String).join('.') || part, message]));

/** Returns the fields that contain a NUL, which no text of the database can hold. */
const nulFields = (value: unknown, part: string): Record<string, string> => {
  const found: Record<string, string> = {};
  const waiting: [string, unknown][] = [['', value]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, at] = next;
    if (typeof at === 'string' && at.includes('\0')) found[path || part] = 'ERR_INVALID_VALUE';
    if (typeof at !== 'object' || at === null || (Object.getPrototypeOf(at) !== Object.prototype && !Array.isArray(at)))
      continue;
    for (const [name, inner] of Object.entries(at)) waiting.push([path === '' ? name : `${path}.${name}`, inner]);
  }
  return found;
};

const parse = async (
  schema: z.ZodType | undefined,
  value: unknown,
  part: string,
): Promise<{ value: unknown; fields: Record<string, string> }> => {
  if (!schema) return { value: undefined, fields: {} };
  const result = await schema.safeParseAsync(value, { error: faultCode });
  return result.success
    ? { value: result.data, fields: nulFields(result.data, part) }
    : { value: undefined, fields: fieldsOf(result.error, part) };
};

/** Validates the request by the route's schemas, and reports all wrong fields in one answer. */
export const checkInput = async (
  input: RouteInput,
  came: { params: unknown; query: unknown; body: unknown },
): Promise<{ params: unknown; query: unknown; body: unknown }> => {
  const params = await parse(input.params, came.params, 'params');
  const query = await parse(input.query, came.query, 'query');
  const body = await parse(input.body, came.body, 'body');
  const fields = { ...params.fields, ...query.fields, ...body.fields };
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return { params: params.value, query: query.value, body: body.value };
};

/** PostgreSQL refuses a NUL, so a parameter with one names no row. */
export const decodeParams = (params: Record<string, string>): Record<string, string> => {
  if (Object.values(params).some((value) => value.includes('\0'))) throw new AppError(404, 'ERR_NOT_FOUND');
  return params;
};
