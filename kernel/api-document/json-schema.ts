import { z } from '@balcao/sdk/server';

export type JsonSchema = Record<string, unknown>;

interface Definition {
  type: string;
  in?: z.ZodType;
  out?: z.ZodType;
}
const definitionOf = (schema: unknown): Definition => (schema as { _zod: { def: Definition } })._zod.def;

/** Dates are sent as text in JSON, and a value that is transformed on reading has the schema of its input. */
const override = ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void => {
  const { type, in: before, out } = definitionOf(zodSchema);
  if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  if (type === 'pipe' && before && out && definitionOf(before).type === 'transform')
    Object.assign(jsonSchema, jsonSchemaOf(out));
};

const pointsElsewhere = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('$ref' in value || Object.values(value).some((inner) => pointsElsewhere(inner)));

/** Returns a schema for use inside a document, without references into itself. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const options = { io: 'input', unrepresentable: 'any', override } as const;
  const { $schema: _version, $defs: _shared, ...rest } = z.toJSONSchema(schema, options) as JsonSchema;
  // A recursive type (a tree) is described only by its kind.
  return pointsElsewhere(rest) ? { ...(typeof rest['type'] === 'string' && { type: rest['type'] }) } : rest;
};

/** Returns the fields of an object schema, and none for any other. */
export const fieldsOf = (
  schema: z.ZodType | undefined,
): { name: string; schema: JsonSchema; isRequired: boolean }[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }));
};
