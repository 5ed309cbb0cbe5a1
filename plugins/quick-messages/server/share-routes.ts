import { invalid, notFound, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { holders, publishQuickMessage } from './live-updates.ts';
import { requireQuickMessage, id, output, requireOwnMessage, params, type SignedIn } from './quick-message.ts';

const maxPeople = 5000;

/** A list, or a list as a JSON string. */
const userIds = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}, z.array(id, 'Selecione um usuário!').min(1, 'Selecione um usuário!').max(maxPeople));

const shareWith = (scope: SignedIn, quickMessageId: number, people: readonly number[]): Promise<void> =>
  scope.tx(async (inner) => {
    const before = await holders(inner, quickMessageId);
    await inner.sql.run(
      sql`delete from quick_messages.share where quick_message_id = ${quickMessageId} and not user_id = any(${[...people]}::int[])`,
    );
    await inner.sql.run(
      sql`insert into quick_messages.share (quick_message_id, user_id) select ${quickMessageId}, unnest(${[...people]}::int[])
          on conflict do nothing`,
    );
    await publishQuickMessage(inner, [...before, ...people], quickMessageId);
  });

export const shareRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/quick-messages/:id/share', {
    access: 'quick-messages:share',
    summary: 'Shares the caller’s own quick message with exactly these people.',
    input: { params, body: z.object({ userIds }) },
    output,
    handle: async (request, scope) => {
      const quickMessage = await requireOwnMessage(scope, request.params.id);
      const people = [...new Set(request.body.userIds)].filter((one) => one !== scope.user.id);
      if (people.length === 0) throw invalid({ userIds: 'Selecione um usuário!' });
      const known = await scope.sql.rows(sql`select id from kernel."user" where id = any(${people}::int[])`);
      if (known.length !== people.length) throw notFound('ERR_NO_USER_FOUND');
      await shareWith(scope, quickMessage.id, people);
      return requireQuickMessage(scope, quickMessage.id);
    },
  });

  host.route('DELETE', '/quick-messages/:id/share', {
    access: 'quick-messages:share',
    summary: 'Ends the sharing of the caller’s own quick message.',
    input: { params },
    output,
    handle: async (request, scope) => {
      const quickMessage = await requireOwnMessage(scope, request.params.id);
      await shareWith(scope, quickMessage.id, []);
      return requireQuickMessage(scope, quickMessage.id);
    },
  });
};
