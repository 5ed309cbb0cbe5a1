import { z } from '@balcao/sdk/server';

const id = z.coerce.number('Required').int().positive().max(2_147_483_647);
export const noteParams = z.object({ id });

/** Maximum number of digits before the decimal separator: cents stay exact. */
const maxDigits = 12;
const value = new RegExp(`^\\d{1,${maxDigits}}(\\.\\d{1,2})?$`);

/** Parses an amount in reais with at most two decimals, as a number or as text, into cents. */
const processValue = z
  .union([z.number(), z.string()], 'Required')
  .transform((given) => String(given).trim())
  .pipe(z.string().min(1, 'Required'))
  .pipe(z.string().regex(value, 'ERR_NOTE_VALUE'))
  .transform((text) => {
    const [whole = '0', part = ''] = text.split('.');
    return Number(whole) * 100 + Number(part.padEnd(2, '0'));
  });

export const newNote = z.object({
  note: z.string('Required').trim().min(1, 'Required').max(2000, 'Too Long!'),
  processValue,
  ticketId: id,
  contactId: id.nullish(),
});
export type NewNote = z.output<typeof newNote>;

export const noteQuery = z.object({ ticketId: id, contactId: id.optional() });

export const noteOutput = z.object({
  id: z.number().int(),
  note: z.string(),
  processValue: z.number(),
  createdAt: z.date(),
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
});
export type Note = z.output<typeof noteOutput>;
