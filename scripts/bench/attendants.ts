import { randomUUID } from 'node:crypto';
import { AccessTokens } from '../../kernel/auth/access-token.ts';
import { keyFor } from '../../kernel/auth/keys.ts';
import type { Installation, Server } from './installation.ts';
import { personId } from './seed.ts';

/** Sessions without 500 password checks, which would measure argon2. */
export const sessionsOf = async (
  { owner }: Installation,
  { secret }: Server,
  whose: readonly { company: number; person: number }[],
): Promise<string[]> => {
  const tokens = new AccessTokens(keyFor(secret, 'access-token').toString('hex'), 3_600);
  const sessions = whose.map(({ company, person }) => ({
    companyId: company,
    userId: personId(company, person),
    sessionId: randomUUID(),
  }));
  const users = sessions.map(({ userId }) => userId);
  await owner.query('delete from kernel.session where user_id = any($1)', [users]);
  await owner.query(
    `insert into kernel.session (id, company_id, user_id, ip, user_agent, expires_at)
     select s.id, s.company, s.person, '127.0.0.1', 'bench', now() + interval '1 day'
       from unnest($1::uuid[], $2::int[], $3::int[]) s (id, company, person)`,
    [sessions.map(({ sessionId }) => sessionId), sessions.map(({ companyId }) => companyId), users],
  );
  const { rows } = await owner.query<{ id: number; profile: 'admin' | 'user' }>(
    'select id, profile from kernel."user" where id = any($1)',
    [users],
  );
  const profiles = new Map(rows.map(({ id, profile }) => [id, profile]));
  return Promise.all(
    sessions.map((session) =>
      tokens.issue({ ...session, profile: profiles.get(session.userId) ?? 'user', super: false }),
    ),
  );
};
