import { z } from '@balcao/sdk/server';

const maxId = 2_147_483_647;
const maxParameters = 30;
const id = z.number().int().positive().max(maxId);

const noNul = (text: string): boolean => !text.includes('\0');

/** Surrounding and repeated blanks are removed. */
const name = z
  .string('Required')
  .transform((text) => text.trim().replace(/\s+/g, ' '))
  .pipe(z.string().min(1, 'Required').max(50, 'Too Long!').refine(noNul, 'invalid'));

/** Parameters of the page address: `{ status: 'pending', queues: '1,2', tags: '[4]' }`. */
const filters = z
  .record(z.string().regex(/^[a-zA-Z]\w{0,59}$/, 'invalid'), z.string().max(2000, 'Too Long!').refine(noNul, 'invalid'))
  .refine((given) => Object.keys(given).length <= maxParameters, 'Too Long!');

export const newView = z.object({ name, filters, position: z.number().int().min(0).max(1000).optional() });
export const changedView = z.object({ name: name.optional(), filters: filters.optional() });
export const viewOrder = z.object({ ids: z.array(id).max(500) });
export const viewParams = z.object({ id: z.coerce.number().pipe(id) });

export const viewOutput = z.object({
  id: z.number(),
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  position: z.number(),
});
export type SavedView = z.output<typeof viewOutput>;
export type NewView = z.output<typeof newView>;
export type ChangedView = z.output<typeof changedView>;
