import { z } from '@balcao/sdk/server';

const mostId = 2_147_483_647;
export const contactParams = z.object({ id: z.coerce.number().int().positive().max(mostId) });

const name = z.string('Required').trim().min(1, 'Required').min(2, 'Too Short!').max(50, 'Too Long!');
/** People paste numbers with blanks, brackets and a plus sign; digits are what is kept. */
const number = z
  .string('Required')
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().min(8, 'Too Short!').max(50, 'Too Long!'));
const email = z.union(
  [z.literal(''), z.string().trim().max(254, 'Too Long!').pipe(z.email('Invalid email'))],
  'Invalid email',
);
const extraInfo = z
  .array(
    z.object({
      id: z.number().int().positive().optional(),
      name: z.string().trim().min(1, 'Required').max(100, 'Too Long!'),
      value: z.string().trim().min(1, 'Required').max(2000, 'Too Long!'),
    }),
  )
  .max(100);
const yes = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1'),
]);

export const forced = z.object({ forceInsert: yes.optional() });
export const newContact = z.object({
  name,
  number,
  email: email.nullish(),
  extraInfo: extraInfo.optional(),
  forceInsert: yes.nullish(),
});
/** A contact that has no number (it came from a page or a site) may stay without one. */
export const changedContact = z.object({
  name: name.optional(),
  number: z.union([z.literal(''), number]).optional(),
  email: email.nullish(),
  extraInfo: extraInfo.optional(),
  forceInsert: yes.nullish(),
});
export type NewContact = z.output<typeof newContact>;
export type ChangedContact = z.output<typeof changedContact>;

export const contactOutput = z.object({
  id: z.number(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  profilePicUrl: z.string().nullable(),
  origin: z.string().nullable(),
  isGroup: z.boolean(),
});
export const contactDetails = contactOutput.extend({
  extraInfo: z.array(z.object({ id: z.number(), name: z.string(), value: z.string() })),
});
