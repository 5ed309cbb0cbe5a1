import { z, type Host } from '@balcao/sdk/server';
import { notificationsRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { publicKey } from '../push/vapid.ts';
import { changePreferences, preferences, preferencesOf } from './preferences.ts';

export const preferenceRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/notifications/preferences', {
    access: 'signed-in',
    summary: 'The caller’s notification preferences, and the public key for push subscriptions.',
    output: preferences.extend({ publicKey: z.string() }),
    handle: async (_request, scope) => ({
      ...(await preferencesOf(scope, scope.user.id)),
      publicKey: await publicKey(scope),
    }),
  });

  host.route('PUT', '/notifications/preferences', {
    access: 'signed-in',
    summary: 'Changes the caller’s notification preferences. Omitted ones are unchanged.',
    input: { body: preferences.partial() },
    output: preferences,
    handle: async ({ body }, scope) => {
      const { id: userId } = scope.user;
      const chosen = await changePreferences(scope, userId, (before) => preferences.parse({ ...before, ...body }));
      scope.rooms.emit(notificationsRoom, { userId }, 'preferences', {});
      return chosen;
    },
  });
};
