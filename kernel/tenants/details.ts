import { z } from 'zod';
import { invalid } from '@balcao/sdk/server';

const timeZones = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'ERR_INVALID_VALUE');
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE');
const language = z.enum(['pt', 'en', 'es']);
/** The data of a company that its form may change. */
export const Details = z.object({
  name: text(100).min(2),
  email: text(254).nullable().optional(),
  phone: text(50).nullable().optional(),
  status: z.boolean().optional(),
  language: language.optional(),
  timeZone: timeZones.optional(),
});

/** Returns the input as the schema says, or refuses it field by field. */
export const parse = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalid(Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])));
};
