import { defineEntity, p, sql, youtubeCode, z } from '@balcao/sdk/server';

/** A help video of the platform, the same for all companies. */
export const HelpRow = defineEntity({
  name: 'Help',
  tableName: 'help',
  schema: 'helps',
  properties: {
    id: p.integer().primary().autoincrement(),
    title: p.text(),
    description: p.text(),
    video: p.text(),
  },
});

const clean = (value: string): boolean => !value.includes('\0');
export const changedHelp = z.object({
  title: z.string('Required').trim().min(1, 'Required').max(255, 'Too Long!').refine(clean, 'ERR_INVALID_VALUE'),
  description: z
    .string()
    .trim()
    .max(5_000, 'Too Long!')
    .refine(clean, 'ERR_INVALID_VALUE')
    .nullable()
    .transform((text) => text ?? ''),
  video: z
    .string('Required')
    .trim()
    .min(1, 'Required')
    .max(500, 'Too Long!')
    .transform((text, context): string => {
      const code = youtubeCode(text);
      if (code === undefined) context.addIssue({ code: 'custom', message: 'ERR_INVALID_VIDEO' });
      return code ?? '';
    }),
});
export const newHelp = changedHelp.extend({ description: changedHelp.shape.description.default('') });

export const helpOutput = z.object({ id: z.number(), title: z.string(), description: z.string(), video: z.string() });

export const byTitle = (term: string) => sql`r.title_key like kernel.like_pattern(${term})`;
