import { createHmac, randomBytes } from 'node:crypto';
import type { Comments } from './comments.ts';
import type { Graph } from './graph.ts';
import { refuse } from './refused.ts';
import type { Call, MetaState, SimulatedAccount, SimulatedPage } from './state.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** `api.instagram.com` and `graph.instagram.com` over a state: logins without a page, and their tokens. */
export class Instagram {
  readonly #state: MetaState;
  readonly #graph: Graph;
  readonly #comments: Comments;
  constructor(state: MetaState, graph: Graph, comments: Comments) {
    this.#state = state;
    this.#graph = graph;
    this.#comments = comments;
  }

  handle(call: Call): object | Promise<object> {
    const { host, path, token } = call;
    if (host === 'api.instagram.com') return this.#exchange(call);
    if (path === 'access_token') return this.#longToken(call);
    if (path === 'refresh_access_token') return this.#refresh(call);
    const right = createHmac('sha256', this.#state.instagramApp.appSecret).update(token).digest('hex');
    if (call.query.get('appsecret_proof') !== right) return refuse(400, 100, 'Invalid appsecret_proof');
    return this.#asAccount(this.#accountOf(token), call);
  }

  #issue(igId: string, lifeMs: number): string {
    const token = `IGAA${randomBytes(20).toString('hex')}`;
    const issuedAt = this.#state.now();
    this.#state.instagramTokens.set(token, { igId, issuedAt, endsAt: issuedAt + lifeMs });
    return token;
  }

  #accountOf(token: string): SimulatedAccount {
    const known = this.#state.instagramTokens.get(token);
    const account = known && this.#state.accounts.get(known.igId);
    if (!known || !account) return refuse(401, 190, 'Invalid OAuth access token');
    const ended = this.#state.endedTokens.get(token) ?? (known.endsAt <= this.#state.now() ? 463 : undefined);
    return ended === undefined ? account : refuse(401, 190, 'Error validating access token', ended);
  }

  #exchange({ path, body }: Call): object {
    const { appId, appSecret } = this.#state.instagramApp;
    if (path !== 'oauth/access_token' || body['client_id'] !== appId || body['client_secret'] !== appSecret)
      return refuse(400, 100, 'Invalid client');
    const igId = this.#state.instagramCodes.get(String(body['code']));
    if (igId === undefined) return refuse(400, 100, 'This authorization code has been used');
    this.#state.instagramCodes.delete(String(body['code']));
    const permissions = ['instagram_business_basic', 'instagram_business_manage_messages'];
    if (this.#state.commentGrants.has(igId)) permissions.push('instagram_business_manage_comments');
    return { access_token: this.#issue(igId, hourMs), user_id: Number(igId), permissions };
  }

  #longToken({ query }: Call): object {
    if (query.get('client_secret') !== this.#state.instagramApp.appSecret) return refuse(400, 100, 'Invalid client');
    const { igId } = this.#accountOf(query.get('access_token') ?? '');
    return { access_token: this.#issue(igId, 60 * dayMs), token_type: 'bearer', expires_in: (60 * dayMs) / 1000 };
  }

  #refresh({ query }: Call): object {
    const token = query.get('access_token') ?? '';
    const { igId } = this.#accountOf(token);
    const issuedAt = this.#state.instagramTokens.get(token)?.issuedAt ?? 0;
    if (this.#state.now() - issuedAt < dayMs) return refuse(400, 10, 'The token is too young to be refreshed');
    return { access_token: this.#issue(igId, 60 * dayMs), token_type: 'bearer', expires_in: (60 * dayMs) / 1000 };
  }

  #asAccount(account: SimulatedAccount, call: Call): object | Promise<object> {
    const { igId, username, name } = account;
    const { path, method } = call;
    const [id = '', edge = ''] = path.split('/');
    if (this.#state.posts.has(id) || this.#state.comments.has(id)) return this.#comments.handle([igId], call);
    if (id !== 'me') return edge === '' ? this.#graph.profile(id) : refuse(400, 100, 'Unknown path components');
    if (edge === '') return { id: `9${igId.slice(1)}`, user_id: igId, username, name, followers_count: 812 };
    if (edge === 'live_media') return this.#comments.live();
    if (edge === 'conversations') return { data: [] };
    const asPage: SimulatedPage = {
      pageId: igId,
      igId,
      igUsername: username,
      name,
      token: call.token,
      hasInstagram: true,
      tasks: [],
    };
    if (edge === 'subscribed_apps') return this.#graph.subscription(asPage, call, this.#state.instagramApp.appId);
    if (edge === 'messages' && method === 'POST') return this.#graph.messages(asPage, call);
    return refuse(400, 100, 'Unknown path components');
  }
}
