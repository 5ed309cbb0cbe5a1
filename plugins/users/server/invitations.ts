import {
  accounts,
  AppError,
  forbidden,
  sql,
  z,
  type Host,
  type LoginChallenge,
  type LoginStep,
  type Scope,
} from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { validateExtras, checkProfile } from './checks.ts';
import { withoutProbing } from './email-probes.ts';
import { newcomer, params } from './form.ts';
import { findPerson } from './people.ts';

/** Limits links per hour, per company and per person, because unwanted mail also bothers its recipient. */
export const countLink = async (userId: number | string, { attempts }: Scope): Promise<void> => {
  await attempts.count('password-links', 'all', { max: 100, seconds: 3600 });
  await attempts.count('password-link', userId, { max: 5, seconds: 3600 });
};

const sent = z.object({ link: z.string().nullable(), expiresAt: z.date() });

export const invitationRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/users/invite', {
    access: 'users:view',
    summary:
      'Creates a person without a password, and mails them a link to choose one. `link`: to hand over where the platform sends no mail.',
    input: { body: newcomer },
    handle: async ({ body }, scope) => {
      if (scope.settings.get('userCreation') === 'disabled') throw new AppError(403, 'ERR_USER_CREATION_DISABLED');
      checkProfile(body.profile, 'user', scope);
      const { name, email, profile } = body;
      const saveExtras = validateExtras(body, scope);
      await countLink(email, scope);
      const people = scope.use(accounts);
      const { id } = await withoutProbing(email, scope, () => people.create({ name, email, profile }));
      try {
        await saveExtras(id, scope);
        const link = await people.sendPasswordLink(id);
        return { ...link, user: await findPerson(id, scope) };
      } catch (error) {
        await people.remove(id);
        throw error;
      }
    },
  });
  host.route('POST', '/users/:id/password-link', {
    access: 'users:view',
    summary:
      'Sends a person a link to choose a password: the invitation again, or a new password for a person who is locked out.',
    input: { params },
    output: sent,
    handle: async (request, scope) => {
      const person = await findPerson(request.params.id, scope);
      const isAboveMe = person.profile === 'admin' && scope.user.profile !== 'admin' && !scope.user.super;
      if (isAboveMe) throw forbidden();
      await countLink(person.id, scope);
      return scope.use(accounts).sendPasswordLink(person.id);
    },
  });
};

const isAsked = (scope: Scope): LoginChallenge => ({
  title: scope.t('firstLogin.title'),
  text: scope.t('firstLogin.text'),
  input: { label: scope.t('firstLogin.label'), kind: 'password', hint: scope.t('form.passwordHelp') },
  submit: scope.t('firstLogin.submit'),
  state: '',
});

/** Makes a person whose password was set by somebody else choose a new one. */
export const ownPasswordStep: LoginStep = {
  id: 'own-password',
  ask: async (user, scope) => {
    const person = await scope.sql.one<{ must: boolean }>(
      sql`select must_change_password as must from kernel."user" where id = ${user.id}`,
    );
    return person?.must ? isAsked(scope) : undefined;
  },
  answer: async (user, { value }, scope) => {
    try {
      await scope.use(accounts).update(user.id, { password: value });
    } catch (error) {
      const fault = error instanceof AppError ? error.fields?.['password'] : undefined;
      if (fault === undefined) throw error;
      return { refused: scope.t(`firstLogin.fault.${fault}`) };
    }
    return { ok: true };
  },
};
