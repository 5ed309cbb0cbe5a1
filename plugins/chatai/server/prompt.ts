import { defineEntity, p, sql, z } from '@balcao/sdk/server';

/** A prompt of the platform, the same for all companies. */
export const PromptRow = defineEntity({
  name: 'Prompt',
  tableName: 'prompt',
  schema: 'chatai',
  properties: {
    id: p.integer().primary().autoincrement(),
    title: p.text(),
    type: p.smallint(),
    description: p.text(),
  },
});

const words = (max: number) =>
  z
    .string('Required')
    .trim()
    .min(1, 'Required')
    .max(max, 'Too Long!')
    .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE');
export const promptForm = z.object({
  title: words(255),
  // Older forms send choices as text.
  type: z.coerce.number('Required').int('ERR_INVALID_VALUE').min(1, 'ERR_INVALID_VALUE').max(3, 'ERR_INVALID_VALUE'),
  description: words(20_000),
});
export const promptOutput = z.object({
  id: z.number(),
  title: z.string(),
  type: z.number(),
  description: z.string(),
});

export const byTitle = (term: string) => sql`r.title_key like kernel.like_pattern(${term})`;
