import { z } from 'zod';
import type { Known } from './routes.ts';

interface Shape {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

let counter = 0;
/** Returns a number that no other row has. */
const fresh = (): number => (counter += 1);

const textFor = ({ format, pattern, minLength = 1, maxLength = 1_000 }: Shape, name: string): string => {
  if (/mail/i.test(name) || format === 'email') return `alguem${fresh()}@teste.local`;
  if (/colou?r/i.test(name)) return `#${String(700_000 + fresh())}`;
  if (/password/i.test(name)) return 'Outra-senha-1';
  if (format === 'date') return '2026-03-01';
  if (format === 'uuid') return '7a1f2a8e-55f4-4a0e-9d3c-0a4b5c6d7e8f';
  if (pattern?.includes('8,64')) return 'abcdefgh-1';
  return 'Um texto comum'.padEnd(minLength, '.').slice(0, maxLength);
};

const valueFor = (shape: Shape, name: string, known: Known): unknown => {
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (name === 'queueIds' && type === 'string') return String(known['queueId'] ?? 1);
  if (type === 'array') {
    const one = known[name.replace(/Ids$/, 'Id')] ?? known[name];
    return shape.items ? [one ?? valueFor(shape.items, name, known)] : [];
  }
  if (known[name] !== undefined && type !== 'object') return known[name];
  if (shape.anyOf) {
    const best =
      shape.anyOf.find(({ const: fixed, type: of }) => fixed === undefined && of !== 'null') ?? shape.anyOf[0];
    return best && valueFor(best, name, known);
  }
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([key, of]) => [key, valueFor(of, key, known)]),
    );
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, shape.minimum ?? 1);
  return textFor(shape, name);
};

const shapes = new WeakMap<z.ZodType, Shape>();

/** Returns an input that the schema accepts, or nearly: every field filled, ids from `known`. */
export const sampleOf = (schema: z.ZodType | undefined, known: Known): Record<string, unknown> => {
  if (!schema) return {};
  const shape = shapes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
  shapes.set(schema, shape);
  return valueFor({ ...shape, type: 'object' }, '', known) as Record<string, unknown>;
};

/** Formats fields as a query string. */
export const asQuery = (fields: Record<string, unknown>): string => {
  const text = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
};
