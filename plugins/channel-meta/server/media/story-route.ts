import { AppError, notFound, Reply, z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { GraphError, GraphUnreachable } from '../graph/graph-error.ts';
import { MediaUnavailable, openMedia } from './download.ts';

const params = z.object({ messageId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const gone = (cause?: unknown): AppError => new AppError(410, 'ERR_META_STORY_GONE', { cause });

/**
 * The picture or film of a story, passed through from Meta to people who may read the conversation. Meta’s rules forbid
 * to keep it: it is neither stored nor cached.
 */
export const storyRoute = (host: Host<typeof manifest>): void => {
  host.route('GET', '/meta/stories/:messageId', {
    access: 'signed-in',
    rate: 240,
    summary: 'Picture or film of the story that a message is about, while Meta has it; 410 afterwards',
    input: { params },
    handle: async ({ params: { messageId } }, scope) => {
      const message = await scope.use(tickets).message(messageId);
      if (!message) throw notFound('ERR_NO_MESSAGE_FOUND');
      await scope.use(tickets).assertReadable(message.ticketId);
      const { context } = message;
      if (message.isDeleted || !context?.url || !context.kind.startsWith('story')) throw gone();
      try {
        const { mime, body } = await openMedia(context.url, scope.signal);
        if (!/^(image\/(jpeg|png|webp|gif)|video\/mp4)$/.test(mime)) {
          body.destroy();
          throw gone();
        }
        return new Reply(200, body, {
          'content-type': mime,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        });
      } catch (error) {
        if (error instanceof MediaUnavailable) throw gone(error);
        if (error instanceof GraphError || error instanceof GraphUnreachable)
          throw new AppError(502, 'ERR_META_UNREACHABLE', { cause: error });
        throw error;
      }
    },
  });
};
