import { z } from '@balcao/sdk/server';

export type JsonSchema = Record<string, unknown>;

interface Definition {
  type: string;
  in?: z.ZodType;
  out?: z.ZodType;
}
const definitionOf = (schema: unknown): Definition => (schema as { _zod: { def: Definition } })._zod.def;

/** What JSON cannot say by itself: dates travel as text, and of a value that is read first the read shape counts. */
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

/** A schema as it stands inside a document: nothing in it points to a place of its own. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const options = { io: 'input', unrepresentable: 'any', override } as const;
  const { $schema: _version, $defs: _shared, ...rest } = z.toJSONSchema(schema, options) as JsonSchema;
  // What holds itself (trees) is said no closer than by its kind.
  return pointsElsewhere(rest) ? { ...(typeof rest['type'] === 'string' && { type: rest['type'] }) } : rest;
};

/** The fields of an object; of anything else none. */
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
