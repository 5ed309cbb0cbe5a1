import { conflict, forbidden, loginSessions, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { switchOff } from '../two-step/two-step.ts';
import { deviceOf } from './device.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const session = z.object({
  id: z.string(),
  userId: z.number(),
  userName: z.string(),
  ip: z.string(),
  device: z.object({ browser: z.string(), system: z.string() }),
  createdAt: z.date(),
  lastUsedAt: z.date(),
  endedAt: z.date().nullable(),
  endedReason: z.string().nullable(),
  isPresent: z.boolean(),
});
type Shown = z.input<typeof session>;

const shown = (sessions: readonly ({ userAgent: string } & Omit<Shown, 'device'>)[]): Shown[] =>
  sessions.map(({ userAgent, ...rest }) => ({ ...rest, device: deviceOf(userAgent) }));

interface Person {
  id: number;
  name: string;
  email: string;
  profile: string;
  super: boolean;
  profilePicUrl: string | null;
  twoStep: boolean;
}
const person = async (scope: Scope, userId: number): Promise<Person> => {
  const found = await scope.sql.one<Person>(
    sql`select u.id, u.name, u.email, u.profile, u.super, u.profile_pic_url as "profilePicUrl",
               false as "twoStep" from kernel."user" u where u.id = ${userId}`,
  );
  if (!found) throw notFound('ERR_NO_USER_FOUND');
  // A super user belongs to no company, so no admin of one may reset their two-step login.
  if (found.super && !scope.user?.super) throw forbidden();
  return found;
};

/** Registers the routes that list and end sessions. */
export const sessionRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/security/sessions', {
    access: 'signed-in',
    summary: 'The caller’s own sessions: the live one, and those of the last month.',
    output: z.array(session),
    handle: async (_request, scope) => shown(await scope.use(loginSessions).of(scope.user.id)),
  });
  host.route('DELETE', '/security/sessions/:id', {
    access: 'signed-in',
    audit: 'sessions.ended',
    summary: 'Ends one of the caller’s own sessions.',
    input: { params: z.object({ id: z.uuid() }) },
    handle: async ({ params }, scope) => {
      const ended = await scope.use(loginSessions).end({ userId: scope.user.id, sessionId: params.id });
      if (ended === 0) throw notFound('ERR_NO_SESSION_FOUND');
    },
  });
  host.route('DELETE', '/security/sessions', {
    access: 'signed-in',
    audit: 'sessions.ended',
    summary: 'Ends all of the caller’s own sessions except this one.',
    output: z.object({ ended: z.number() }),
    handle: async (_request, scope) => {
      const except = scope.origin?.sessionId;
      const ended = await scope
        .use(loginSessions)
        .end({ userId: scope.user.id, ...(except !== undefined && { except }) });
      return { ended };
    },
  });

  host.route('GET', '/security/people', {
    access: 'security:people',
    summary: 'The people of the company: two-step login and sessions.',
    output: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        email: z.string(),
        profile: z.string(),
        super: z.boolean(),
        profilePicUrl: z.string().nullable(),
        twoStep: z.boolean(),
        session: session.optional(),
      }),
    ),
    handle: async (_request, scope) => {
      const people = await scope.sql.rows<Person>(
        sql`select u.id, u.name, u.email, u.profile, u.super, u.profile_pic_url as "profilePicUrl", t.user_id is not null as "twoStep"
              from kernel."user" u left join security.two_step t on t.user_id = u.id and t.confirmed_at is not null
             order by kernel.normalise(u.name), u.id limit 1000`,
      );
      const live = new Map(shown(await scope.use(loginSessions).live()).map((one) => [one.userId, one]));
      return people.map((one) => ({ ...one, session: live.get(one.id) }));
    },
  });
  host.route('DELETE', '/security/people/:id/sessions', {
    access: 'security:people',
    audit: 'sessions.ended',
    summary: 'Signs somebody out everywhere.',
    input: { params: z.object({ id }) },
    output: z.object({ ended: z.number() }),
    handle: async ({ params }, scope) => {
      const { name } = await person(scope, params.id);
      await scope.audit({ action: 'sessions.ended', subject: name });
      return { ended: await scope.use(loginSessions).end({ userId: params.id }) };
    },
  });
  host.route('DELETE', '/security/people/:id/two-step', {
    access: 'security:people',
    audit: 'two-step.reset',
    summary: 'Resets the two-step login of a person who lost telephone and codes; the next login sets it up again.',
    input: { params: z.object({ id }) },
    handle: async ({ params }, scope) => {
      const { name } = await person(scope, params.id);
      await scope.audit({ action: 'two-step.reset', subject: name });
      if (params.id === scope.user.id) throw conflict('ERR_TWO_STEP_SELF');
      if (!(await switchOff(scope, params.id))) throw conflict('ERR_TWO_STEP_OFF');
      await scope.use(loginSessions).end({ userId: params.id });
    },
  });
};
