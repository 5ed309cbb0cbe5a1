import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';

const output = z.object({ value: z.string() });

/** Two settings that every screen needs, also for people who may not open the settings page. */
export const settingRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/settings-notify-transfer', {
    access: 'signed-in',
    summary: 'The setting for notices about transferred conversations.',
    output,
    handle: async (_request, scope) => ({ value: scope.settings.get('notifyNewMessage') }),
  });
  host.route('GET', '/settings-chat-subscript', {
    access: 'signed-in',
    summary: 'The settings for signing messages with their author’s name.',
    output,
    handle: async (_request, scope) => ({ value: scope.settings.get('defaultChatSubscript') }),
  });
};
