import { z, type Host } from '@balcao/sdk/server';
import { notificationsRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { publicKey } from '../push/vapid.ts';
import { changePreferences, preferences, preferencesOf } from './preferences.ts';

export const preferenceRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/notifications/preferences', {
    access: 'signed-in',
    summary: 'How the caller wants to be told, and the key that push subscriptions are made for.',
    output: preferences.extend({ publicKey: z.string() }),
    handle: async (_request, scope) => ({
      ...(await preferencesOf(scope, scope.user.id)),
      publicKey: await publicKey(scope),
    }),
  });

  host.route('PUT', '/notifications/preferences', {
    access: 'signed-in',
    summary: 'Keeps how the caller wants to be told. What is left out stays as it was.',
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
