import { countedText, isCommonPassword, z } from '@balcao/sdk/server';

const whole = (text: string): boolean => !text.includes('\0');

/** An empty field counts as missing, not as too short or malformed. */
const orMissing = <S extends z.ZodType>(rule: S) => z.preprocess((value) => (value === '' ? undefined : value), rule);

/** Rules of the sign-up and the company form, with the texts of the catalogue. */
export const name = orMissing(countedText(2, 50).refine(whole, 'Required'));
export const email = orMissing(
  z.string('Required').trim().toLowerCase().max(254, 'Too Long!').pipe(z.email('Invalid email')),
);
export const password = orMissing(
  z
    .string('Required')
    .min(8, 'Too Short!')
    .max(50, 'Too Long!')
    .refine(whole, 'Required')
    .refine((text) => !isCommonPassword(text), 'ERR_COMMON_PASSWORD'),
);
/** Digits with the usual separators: `+55 (11) 3030-4040`. */
export const phone = z
  .string()
  .trim()
  .max(50, 'Too Long!')
  .refine((value) => value === '' || (/^\+?[\d\s().-]+$/.test(value) && /^\d{8,15}$/.test(value.replace(/\D/g, ''))), {
    message: 'ERR_INVALID_PHONE',
  })
  .nullish();
