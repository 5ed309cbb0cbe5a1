import { countedText, defineEntity, p, z } from '@balcao/sdk/server';

const maxId = 2_147_483_647;
export const tagId = z.number().int().positive().max(maxId);
export const tagParams = z.object({ id: z.coerce.number().pipe(tagId) });

export const TagRow = defineEntity({
  name: 'Tag',
  tableName: 'tag',
  schema: 'tags',
  properties: { id: p.integer().primary().autoincrement(), name: p.text(), color: p.text() },
});

/** Blanks at the ends and repeated blanks are typing slips and do not distinguish tags. */
const name = z
  .string('Required')
  .transform((text) => text.trim().replace(/\s+/g, ' '))
  .pipe(z.string().min(1, 'Required').pipe(countedText(2, 50)));
const color = z
  .string('Required')
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Invalid color')
  .transform((text) => text.toLowerCase());

export const newTag = z.object({ name, color: color.nullish() });
export const changedTag = z.object({ name, color });

export const tagOutput = z.object({ id: z.number(), name: z.string(), color: z.string() });
export const tagDetails = tagOutput.extend({
  /** It can be neither renamed nor deleted. */
  isProtected: z.boolean(),
  /** Number of conversations with the tag. */
  tickets: z.number(),
});
export type TagDetails = z.output<typeof tagDetails>;
