import { conflict, type Scope } from '@balcao/sdk/server';
import { nodeOf, withApp, type Account } from '../account/account.ts';
import { graphList } from '../graph/graph.ts';
import { GraphError, GraphUnreachable } from '../graph/graph-error.ts';
import type { StoredComment } from './comment-store.ts';

/**
 * Throws ERR_META_COMMENT_LIVE_OVER (409) once the broadcast of a live comment has ended. Where Meta does not tell, the
 * answer itself is refused.
 */
export const assertBroadcasting = async (scope: Scope, account: Account, { postId }: StoredComment): Promise<void> => {
  const ready = await withApp(scope, account);
  if (!ready) return;
  const node = account.via === 'instagram' ? nodeOf(account) : account.igId;
  try {
    const running = await graphList<{ id?: string }>(ready, `${node}/live_media`, {
      query: { fields: 'id' },
      signal: scope.signal,
    });
    if (running.some(({ id }) => id === postId)) return;
  } catch (error) {
    if (error instanceof GraphError || error instanceof GraphUnreachable) return;
    throw error;
  }
  throw conflict('ERR_META_COMMENT_LIVE_OVER');
};
