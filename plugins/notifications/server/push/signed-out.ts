import { loginSessions, sessionsEnded, sql, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';

/** Removes push subscriptions of browsers that were signed out. */
export const forgetSignedOut = (host: Host<typeof manifest>): void =>
  host.on(sessionsEnded, 'forget-devices', async ({ userId, sessionId }, scope) => {
    if (sessionId !== null) {
      await scope.sql.run(
        sql`delete from notifications.device where user_id = ${userId} and session_id = ${sessionId}`,
      );
      return;
    }
    // A browser that signed in since then is in a live session.
    const live = (await scope.use(loginSessions).of(userId)).filter(({ endedAt }) => !endedAt).map(({ id }) => id);
    await scope.sql.run(
      sql`delete from notifications.device
           where user_id = ${userId} and (session_id is null or session_id <> all(${live}::text[]))`,
    );
  });
