import { countedText, editOf, z } from '@balcao/sdk/server';

export const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

const profile = z.enum(['admin', 'gestor', 'user']);
const password = z.string('Required').min(8, 'Too Short!').max(50, 'Too Long!');
const form = z.object({
  name: countedText(2, 50),
  email: z.string('Required').trim().toLowerCase().max(200, 'Too Long!').pipe(z.email('Invalid email')),
  password: z.union([z.literal('').transform(() => undefined), password]),
  profile,
});
/** `mustChangePassword`: the password is valid for the first login only, which asks for a new one. */
const mustChangePassword = z.boolean().optional();
export const person = form.extend({ password, profile: profile.default('user'), mustChangePassword }).loose();
/** The form of a person who chooses their own password. */
export const newcomer = form
  .omit({ password: true })
  .extend({ profile: profile.default('user') })
  .loose();
export const change = editOf(form).extend({ mustChangePassword }).loose();
