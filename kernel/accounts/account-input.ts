import { z } from 'zod';
import { invalid, isCommonPassword, textLength } from '@balcao/sdk/server';

const noNull = (value: string): boolean => !value.includes('\0');

/** Rules of the user form. The browser has the texts for the codes. */
export const nameRule = z
  .string('ERR_REQUIRED')
  .trim()
  .refine((name) => textLength(name) >= 2, 'ERR_TOO_SHORT')
  .refine((name) => textLength(name, 50) <= 50, 'ERR_TOO_LONG')
  .refine(noNull, 'ERR_INVALID_VALUE');
export const emailRule = z
  .string('ERR_REQUIRED')
  .trim()
  .max(254, 'ERR_INVALID_EMAIL')
  .pipe(z.email('ERR_INVALID_EMAIL'));
/** Rule for new passwords; shorter ones that exist still work. */
export const passwordRule = z
  .string('ERR_REQUIRED')
  .min(8, 'ERR_TOO_SHORT')
  .max(50, 'ERR_TOO_LONG')
  .refine(noNull, 'ERR_INVALID_VALUE')
  .refine((password) => !isCommonPassword(password), 'ERR_COMMON_PASSWORD');
export const profileRule = z.enum(['admin', 'gestor', 'user'], 'ERR_INVALID_VALUE');

export const InvitedAccount = z.object({ name: nameRule, email: emailRule, profile: profileRule });
export const NewAccount = InvitedAccount.extend({
  password: passwordRule,
  mustChangePassword: z.boolean().optional(),
});
export const AccountChange = NewAccount.partial();

const isMixed = (password: string): boolean =>
  password.length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password);

/** Returns the code of the fault in a new password, or undefined. */
export const newPasswordFault = (password: string): string | undefined =>
  passwordRule.safeParse(password).error?.issues[0]?.message;

/**
 * Returns the code of the fault in a password that is set with a mailed code or link, or undefined. It must be mixed,
 * besides what is required of all passwords, because anybody who reads the e-mail gets the account.
 */
export const mailedPasswordFault = (password: string): string | undefined =>
  isMixed(password) ? newPasswordFault(password) : 'ERR_WEAK_PASSWORD';

/** Returns the parsed input, or throws ERR_VALIDATION with a code for each wrong field. */
export function parseAccount<T>(schema: z.ZodType<T>, input: unknown, prefix = ''): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalid(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [prefix + path.join('.'), message])));
}
