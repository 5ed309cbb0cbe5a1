import { refuse } from './refused.ts';
import type { Call, MetaState, SimulatedComment, SimulatedPage } from './state.ts';

const privateDays = 7;

/** Comments on posts, and their calls, over a state. */
export class Comments {
  readonly #state: MetaState;
  constructor(state: MetaState) {
    this.#state = state;
  }

  /** Calls about a post or a comment, by the token of one of these accounts. */
  handle(own: readonly string[], { path, method, query, body }: Call): object | Promise<object> {
    const [id = '', edge = ''] = path.split('/');
    const post = this.#state.posts.get(id);
    if (post && method === 'GET')
      return { id, message: post.text, caption: post.text, permalink_url: post.url, permalink: post.url };
    const comment = this.#state.comments.get(id);
    if (!comment || !own.includes(comment.ownerId)) return refuse(400, 100, 'Object does not exist', 33);
    this.#checkGrant(own);
    if (method !== 'POST') return refuse(400, 100, 'Unsupported get request');
    if (edge === 'replies' || edge === 'comments') return this.#answer(comment, String(body['message'] ?? ''));
    const hide = query.get('hide') ?? body['is_hidden'];
    if (edge !== '' || hide === undefined || hide === null) return refuse(400, 100, 'Unknown path components');
    comment.isHidden = String(hide) === 'true';
    return { success: true };
  }

  /** The broadcasts that are on air. */
  live(): object {
    return { data: [...this.#state.posts.values()].filter(({ isLive }) => isLive).map(({ id }) => ({ id })) };
  }

  /** Returns the author of a comment that may be answered privately. */
  authorForPrivate({ pageId, igId }: SimulatedPage, commentId: string): string {
    const comment = this.#state.comments.get(commentId);
    if (!comment || ![pageId, igId].includes(comment.ownerId)) return refuse(400, 100, 'No matching comment', 2018001);
    this.#checkGrant([pageId, igId]);
    if (comment.isAnswered) refuse(400, 10900, 'Activity already replied to');
    const isOver = this.#state.now() - comment.writtenAt > privateDays * 86_400_000;
    if (isOver || (comment.isLive && !this.#state.posts.get(comment.postId)?.isLive))
      refuse(400, 10, 'This message is sent outside of allowed window.', 2018278);
    return comment.person;
  }
  answered(commentId: string): void {
    const comment = this.#state.comments.get(commentId);
    if (comment) comment.isAnswered = true;
  }

  #checkGrant(own: readonly string[]): void {
    if (!own.some((id) => this.#state.commentGrants.has(id))) refuse(403, 200, 'Permissions error');
  }

  async #answer({ id, ownerId, postId, parentId }: SimulatedComment, text: string): Promise<object> {
    if (text === '') refuse(400, 100, 'Param message is required');
    const comment: SimulatedComment = {
      id: `${postId}_${900_000 + this.#state.next()}`,
      ownerId,
      // Answers to an answer belong to the first comment.
      parentId: parentId || id,
      text,
      isHidden: false,
      isOwn: true,
      writtenAt: this.#state.now(),
      isLive: false,
      postId,
      person: ownerId,
      isAnswered: false,
    };
    this.#state.comments.set(comment.id, comment);
    await this.#state.beforeComment?.(comment);
    return { id: comment.id };
  }
}
