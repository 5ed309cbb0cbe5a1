import { createHmac, randomBytes } from 'node:crypto';
import type { Comments } from './comments.ts';
import { refuse } from './refused.ts';
import type { AcceptedMessage, Call, MetaState, SimulatedPage, StoredFile } from './state.ts';

interface Reference {
  attachment_id?: string;
  url?: string;
}

const encoder = new TextEncoder();
const pageSize = 2;
const commentFields = new Set(['feed', 'comments', 'live_comments']);
const commentScopes = ['pages_manage_engagement', 'pages_read_user_content', 'instagram_manage_comments'];

/** The Graph API over a state. */
export class Graph {
  readonly #state: MetaState;
  readonly #comments: Comments;
  constructor(state: MetaState, comments: Comments) {
    this.#state = state;
    this.#comments = comments;
  }

  handle(call: Call): object | Promise<object> {
    const { path, token } = call;
    if (path === 'oauth/access_token') return this.#exchange(call);
    const { appId, appSecret } = this.#state.app;
    this.#checkProof(call);
    if (token === `${appId}|${appSecret}`) return this.#asApp(call);
    if (this.#state.endedTokens.has(token))
      return refuse(401, 190, 'Error validating access token', this.#state.endedTokens.get(token));
    const person = this.#state.userTokens.get(token);
    if (person !== undefined) return this.#asPerson(person, call);
    const page = [...this.#state.pages.values()].find((one) => one.token === token);
    if (!page) return refuse(401, 190, 'Invalid OAuth access token');
    return this.#asPage(page, call);
  }

  #checkProof({ token, query }: Call): void {
    const right = createHmac('sha256', this.#state.app.appSecret).update(token).digest('hex');
    if (query.get('appsecret_proof') !== right)
      refuse(400, 100, 'Invalid appsecret_proof provided in the API argument');
  }

  #exchange({ query }: Call): object {
    if (query.get('client_secret') !== this.#state.app.appSecret) refuse(400, 1, 'Error validating client secret');
    const code = query.get('code');
    const person =
      code === null ? this.#state.userTokens.get(query.get('fb_exchange_token') ?? '') : this.#state.codes.get(code);
    if (person === undefined) return refuse(400, 100, 'This authorization code has expired', 36007);
    if (code !== null) this.#state.codes.delete(code);
    const token = `EAAU${randomBytes(16).toString('hex')}`;
    this.#state.userTokens.set(token, person);
    return { access_token: token, token_type: 'bearer', ...(code === null && { expires_in: 5_184_000 }) };
  }

  #asApp({ path, query }: Call): object {
    if (path === 'debug_token') {
      const input = query.get('input_token') ?? '';
      const page = [...this.#state.pages.values()].find((one) => one.token === input);
      const person = this.#state.userTokens.get(input);
      const ended = this.#state.endedTokens.get(input);
      const isValid = ended === undefined && (page !== undefined || person !== undefined);
      const scopes = ['pages_messaging', 'pages_manage_metadata', 'instagram_basic', 'instagram_manage_messages'];
      if (page && this.#state.commentGrants.has(page.pageId)) scopes.push(...commentScopes);
      return {
        data: {
          app_id: this.#state.app.appId,
          user_id: person ?? '0',
          is_valid: isValid,
          expires_at: 0,
          scopes,
          ...(ended !== undefined && { error: { code: 190, subcode: ended } }),
        },
      };
    }
    if (path === `${this.#state.app.appId}/subscriptions`) {
      return {
        data: ['page', 'instagram'].map((object) => ({
          object,
          active: true,
          fields: this.#state.appFields.map((name) => ({ name, version: 'v25.0' })),
        })),
      };
    }
    const name = this.#state.apps.get(path);
    return name === undefined ? refuse(400, 100, 'Unknown path components') : { id: path, name };
  }

  #asPerson(id: string, { path, query }: Call): object {
    const person = this.#state.people.get(id);
    if (!person) return refuse(401, 190, 'Invalid OAuth access token');
    if (path === 'me') return { id, name: person.name };
    if (path === 'me/permissions')
      return {
        data: [
          ...person.scopes,
          ...(person.pageIds.some((one) => this.#state.commentGrants.has(one)) ? commentScopes : []),
        ].map((permission) => ({ permission, status: 'granted' })),
      };
    if (path === 'me/businesses') return { data: [] };
    if (path !== 'me/accounts') return refuse(400, 100, 'Unknown path components');
    const all = person.pageIds.flatMap((pageId) => this.#state.pages.get(pageId) ?? []);
    const start = Number(query.get('after') ?? 0);
    const rows = all.slice(start, start + pageSize).map((page) => ({
      id: page.pageId,
      name: page.name,
      access_token: page.token,
      tasks: page.tasks,
      followers_count: 4812,
      ...(page.hasInstagram && {
        instagram_business_account: { id: page.igId, username: page.igUsername, followers_count: 2304 },
      }),
    }));
    const after = String(start + pageSize);
    return {
      data: rows,
      paging: { cursors: { after }, ...(start + pageSize < all.length && { next: 'https://graph.facebook.com/next' }) },
    };
  }

  #asPage(page: SimulatedPage, call: Call): object | Promise<object> {
    const { method, path } = call;
    const [id = '', edge = ''] = path.split('/');
    const own = [page.pageId, page.igId];
    if (this.#state.posts.has(id) || this.#state.comments.has(id)) return this.#comments.handle(own, call);
    if (id === page.igId && edge === 'live_media') return this.#comments.live();
    if (id !== page.pageId) return edge === '' ? this.profile(id) : refuse(403, 200, 'Permissions error');
    if (edge === '')
      return {
        id,
        name: page.name,
        ...(page.hasInstagram && { instagram_business_account: { id: page.igId, username: page.igUsername } }),
      };
    if (edge === 'subscribed_apps') return this.subscription(page, call, this.#state.app.appId);
    if (edge === 'conversations') return { data: [] };
    if (method !== 'POST') return refuse(400, 100, 'Unsupported get request');
    if (edge === 'messages') return this.messages(page, call);
    if (edge === 'message_attachments') return this.#upload(call);
    if (edge === 'take_thread_control') {
      this.#state.taken.add(String((call.body['recipient'] as { id?: string } | undefined)?.id));
      return { success: true };
    }
    return refuse(400, 100, 'Unknown path components');
  }

  subscription({ pageId }: SimulatedPage, { method, query }: Call, appId: string): object {
    const { fields, subscribed, commentGrants } = this.#state;
    if (method === 'DELETE') subscribed.delete(pageId);
    if (method === 'POST') {
      const asked = query.get('subscribed_fields') ?? '';
      if (asked === '') refuse(400, 100, 'Param subscribed_fields is required');
      const named = asked.split(',');
      if (named.some((one) => commentFields.has(one)) && !commentGrants.has(pageId))
        refuse(403, 200, 'To subscribe to this field, one of these permissions is needed');
      subscribed.add(pageId);
      fields.set(pageId, named);
    }
    if (method !== 'GET') return { success: true };
    const isOn = subscribed.has(pageId);
    return { data: isOn ? [{ id: appId, name: 'Balcão', subscribed_fields: fields.get(pageId) ?? [] }] : [] };
  }

  profile(person: string): object {
    const profile = this.#state.profiles.get(person);
    return profile ? { id: person, ...profile } : refuse(400, 100, 'Object does not exist', 33);
  }

  async messages(page: SimulatedPage, { body }: Call): Promise<object> {
    const recipient = body['recipient'] as { id?: string; comment_id?: string } | undefined;
    const comment = recipient?.comment_id;
    const to = comment === undefined ? String(recipient?.id ?? '') : this.#comments.authorForPrivate(page, comment);
    if (to === '') refuse(400, 100, 'Param recipient is required');
    const action = body['sender_action'];
    if (action !== undefined) return this.#action(page, to, body);
    const message = body['message'] as Record<string, unknown> | undefined;
    if (!message) return refuse(400, 100, 'Param message is required');
    if (comment === undefined) this.#checkWindow(page, to, body);
    const isInstagram = this.#state.lastMessageAt.has(`${page.igId}/${to}`);
    const text = message['text'];
    if (typeof text === 'string' && (isInstagram ? encoder.encode(text).length > 1000 : text.length > 2000))
      refuse(400, 100, 'Length of param message[text] must be less than the limit', 2018109);
    const payload = (message['attachment'] as { payload?: Reference } | undefined)?.payload;
    const file = payload && (await this.#fileOf(payload));
    if (payload && !file) refuse(400, 100, 'Upload attachment failure', 2018047);
    const mid = `m_${randomBytes(10).toString('base64url')}`;
    const accepted: AcceptedMessage = { mid, pageId: page.pageId, to, body, message, ...(file && { file }) };
    this.#state.accepted.push(accepted);
    if (comment !== undefined) this.#comments.answered(comment);
    await this.#state.beforeAnswer?.(accepted);
    return { recipient_id: to, message_id: mid };
  }

  /** An uploaded file, or one that is read from its link. */
  async #fileOf({ attachment_id: id, url = '' }: Reference): Promise<StoredFile | undefined> {
    if (id !== undefined) return this.#state.files.get(id);
    const answer = await fetch(url).catch(() => undefined);
    if (!answer?.ok) return undefined;
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
    const mime = answer.headers.get('content-type') ?? '';
    return { id: url, mime, name, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  #action({ pageId }: SimulatedPage, to: string, body: Record<string, unknown>): object {
    if (body['message'] !== undefined) refuse(400, 100, 'sender_action must be sent alone');
    const action = String(body['sender_action']);
    const payload = body['payload'] as { message_id?: string; reaction?: string } | undefined;
    if (action === 'react' || action === 'unreact') {
      const emoji = payload?.reaction === 'love' ? '❤️' : (payload?.reaction ?? '');
      this.#state.reactions.set(payload?.message_id ?? '', action === 'react' ? emoji : '');
    }
    this.#state.actions.push({ pageId, to, action });
    return { recipient_id: to };
  }

  #checkWindow(page: SimulatedPage, to: string, { messaging_type: type, tag }: Record<string, unknown>): void {
    const hours = Math.min(this.#state.hoursSince(page.pageId, to), this.#state.hoursSince(page.igId, to));
    if (type === 'MESSAGE_TAG' && tag !== 'HUMAN_AGENT') refuse(400, 100, 'Invalid parameter', 1893061);
    const open = type === 'MESSAGE_TAG' ? 168 : 24;
    if (hours > open) refuse(400, 10, 'This message is sent outside of allowed window.', 2018278);
  }

  async #upload({ form }: Call): Promise<object> {
    const file = form?.get('filedata');
    if (!(file instanceof File) || typeof form?.get('message') !== 'string')
      return refuse(400, 100, 'Upload attachment failure', 2018047);
    const id = String(880_000_000_000_000 + this.#state.next());
    this.#state.files.set(id, { id, mime: file.type, name: file.name, bytes: Buffer.from(await file.arrayBuffer()) });
    return { attachment_id: id };
  }
}
