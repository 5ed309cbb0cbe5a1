import { editOf, z } from '@balcao/sdk/server';

export const maxId = 2_147_483_647;
export const contactParams = z.object({ id: z.coerce.number().int().positive().max(maxId) });

const name = z
  .string('Campo Obrigatório')
  .trim()
  .min(1, 'Campo Obrigatório')
  .min(2, 'Nome muito curto!')
  .max(50, 'Nome muito longo!');
/** People paste numbers with blanks, brackets and a plus sign; only the digits are stored. */
const number = z
  .string('Preencher num. válido')
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().min(8, 'Preencher num. válido').max(50, 'Num. muito longo!'));
const email = z.union(
  [z.literal(''), z.string().trim().max(254, 'Email inválido').pipe(z.email('Email inválido'))],
  'Email inválido',
);
export const origin = z.string().trim().max(100, 'Too Long!');
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
  origin: origin.nullish(),
  extraInfo: extraInfo.optional(),
  forceInsert: yes.nullish(),
});
/** A contact without a number (from a page or a site) may stay without one. */
export const changedContact = editOf(
  z.object({
    name,
    number: z.union([z.literal(''), number]),
    email: email.nullish(),
    origin: origin.nullish(),
    extraInfo: extraInfo.optional(),
    forceInsert: yes.nullish(),
  }),
);
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
  extra: z.record(z.string(), z.unknown()).optional(),
});
export const contactDetails = contactOutput.extend({
  extraInfo: z.array(z.object({ id: z.number(), name: z.string(), value: z.string() })),
  /** The attached text file. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Numbers of contacts that were merged into this one. */
  otherNumbers: z.array(z.string()),
  /** Contacts that were merged into this one, latest first. */
  merges: z.array(z.object({ name: z.string(), userName: z.string(), at: z.string() })),
});
