import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Comments } from './comments.ts';
import { Graph } from './graph.ts';
import { Instagram } from './instagram.ts';
import { Refused } from './refused.ts';
import {
  MetaState,
  type AcceptedMessage,
  type Call,
  type Refusal,
  type SimulatedAccount,
  type SimulatedComment,
  type SimulatedPage,
  type SimulatedPerson,
} from './state.ts';
import { Webhooks } from './webhooks.ts';

export type { AcceptedMessage, SimulatedAccount, SimulatedComment, SimulatedPage, SimulatedPerson };

const allScopes = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'instagram_basic',
  'instagram_manage_messages',
];

const bodyOf = (type: string, raw: string): Record<string, unknown> => {
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(raw));
  return raw === '' ? {} : (JSON.parse(raw) as Record<string, unknown>);
};

const callOf = async (request: IncomingMessage): Promise<Call> => {
  const url = new URL(request.url ?? '/', 'http://meta');
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/');
  const host = /^\/(\w+\.(?:facebook|instagram)\.com)\//.exec(url.pathname)?.[1] ?? '';
  return {
    method: request.method ?? 'GET',
    host,
    path: url.pathname
      .replace(`/${host}/`, '/')
      .replace(/^\/v\d+\.\d\//, '')
      .replace(/^\//, ''),
    query: url.searchParams,
    body: isForm ? {} : bodyOf(type, raw.toString('utf8')),
    form: isForm ? await new Response(raw, { headers: { 'content-type': type } }).formData() : undefined,
    token: (request.headers.authorization ?? '').replace(/^Bearer /, ''),
  };
};

/** A simulator of Meta: the Graph API, the login dialog, files and webhooks. */
export class MetaSimulator {
  readonly state = new MetaState();
  readonly webhooks = new Webhooks(this.state);
  readonly #comments = new Comments(this.state);
  readonly #graph = new Graph(this.state, this.#comments);
  readonly #instagram = new Instagram(this.state, this.#graph, this.#comments);
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<MetaSimulator> {
    const server = createServer();
    const simulator = new MetaSimulator(server);
    server.on('request', (request, response) => void simulator.#answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return simulator;
  }
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  /** Messages that reached customers, oldest first. */
  get accepted(): readonly AcceptedMessage[] {
    return this.state.accepted;
  }

  /** Creates a page with an Instagram account. */
  page(given: Partial<SimulatedPage> = {}): SimulatedPage {
    const n = this.state.next();
    const page: SimulatedPage = {
      pageId: String(103_000_000_000_000 + n),
      name: `Página ${n}`,
      token: `EAAP${randomBytes(20).toString('hex')}`,
      igId: String(1_784_000_000_000_000 + n),
      igUsername: `pagina.${n}`,
      hasInstagram: true,
      tasks: ['MANAGE', 'MESSAGING'],
      ...given,
    };
    this.state.pages.set(page.pageId, page);
    return page;
  }
  /** Creates an account of Instagram without a page. */
  account(given: Partial<SimulatedAccount> = {}): SimulatedAccount {
    const n = this.state.next();
    const igId = String(1_785_000_000_000_000 + n);
    const account = { igId, username: `conta.${n}`, name: `Conta ${n}`, ...given };
    this.state.accounts.set(account.igId, account);
    return account;
  }
  /** The code that Instagram’s dialog returns; it ends as Meta’s does. */
  instagramCode({ igId }: SimulatedAccount): string {
    const code = `AQI${randomBytes(16).toString('hex')}`;
    this.state.instagramCodes.set(code, igId);
    return `${code}#_`;
  }
  /** Creates a person who manages pages, and can log in by the dialog. */
  person(name: string, pages: readonly SimulatedPage[]): SimulatedPerson {
    const id = String(10_220_000_000_000 + this.state.next());
    const person = { id, name, pageIds: pages.map(({ pageId }) => pageId), scopes: allScopes };
    this.state.people.set(id, person);
    return person;
  }
  /** The code that the dialog returns when a person agrees. */
  code({ id }: SimulatedPerson): string {
    const code = `AQ${randomBytes(16).toString('hex')}`;
    this.state.codes.set(code, id);
    return code;
  }
  /** A token of a person, as Meta’s script gives it to a page. */
  userToken({ id }: SimulatedPerson): string {
    const token = `EAAU${randomBytes(16).toString('hex')}`;
    this.state.userTokens.set(token, id);
    return token;
  }
  /** Creates a post, or a broadcast that is on air. */
  post(text: string, isLive = false): string {
    const id = `${103_000_000_000_000 + this.state.next()}_${this.state.next()}`;
    this.state.posts.set(id, { id, text, url: `https://www.facebook.com/${id}`, isLive });
    return id;
  }
  /** Creates a comment of a customer; its event is delivered separately. */
  comment(
    given: Pick<SimulatedComment, 'ownerId' | 'postId' | 'person' | 'text'> & Partial<SimulatedComment>,
  ): SimulatedComment {
    const comment: SimulatedComment = {
      id: `${given.postId}_${500_000 + this.state.next()}`,
      parentId: '',
      isHidden: false,
      isOwn: false,
      writtenAt: this.state.now(),
      isLive: false,
      isAnswered: false,
      ...given,
    };
    this.state.comments.set(comment.id, comment);
    return comment;
  }
  /** Stores a file that an event links to. */
  file(bytes: Uint8Array, mime: string, name = 'arquivo'): string {
    const id = randomBytes(8).toString('hex');
    this.state.files.set(id, { id, mime, name, bytes: Buffer.from(bytes) });
    return `${this.url}/files/${id}/${name}`;
  }
  /** Answers the next matching requests with this refusal. */
  refuse(refusal: Omit<Refusal, 'times'> & { times?: number }): void {
    this.state.refusals.push({ times: 1, ...refusal });
  }
  /** Advances the clock of the windows. */
  later(hours: number): void {
    this.state.aheadMs += hours * 3_600_000;
  }

  #dialog({ query, host }: Call): string {
    const isInstagram = host === 'www.instagram.com';
    const asked = query.get('scope') ?? '';
    if (/manage_(comments|engagement)/.test(asked))
      for (const { id } of isInstagram
        ? [...this.state.accounts.values()].map(({ igId }) => ({ id: igId }))
        : [...this.state.pages.values()].map(({ pageId }) => ({ id: pageId })))
        this.state.commentGrants.add(id);
    const choices = isInstagram
      ? [...this.state.accounts.values()].map((one) => [one.username, this.instagramCode(one)])
      : [...this.state.people.values()].map((one) => [one.name, this.code(one)]);
    const links = choices.map(([name, code = '']) => {
      const target = new URL(query.get('redirect_uri') ?? '');
      target.searchParams.set('code', code);
      target.searchParams.set('state', query.get('state') ?? '');
      return `<p><a href="${target.href.replaceAll('&', '&amp;')}">${name}</a></p>`;
    });
    const title = isInstagram ? 'Instagram' : 'Facebook';
    return `<!doctype html><html lang="pt"><title>${title}</title><h1>Continuar como</h1>${links.join('')}</html>`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const call = await callOf(request);
      if (call.path === 'dialog/oauth' || call.path === 'oauth/authorize')
        return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(this.#dialog(call));
      const [, fileId] = /^files\/(\w+)/.exec(call.path) ?? [];
      if (fileId !== undefined) return this.#file(fileId, response);
      const isLost = this.#refusalFor(call);
      const isInstagram = call.host.endsWith('instagram.com');
      const answer = await (isInstagram ? this.#instagram : this.#graph).handle(call);
      if (isLost) return void request.socket.destroy();
      const usage = this.state.usage === undefined ? {} : { 'x-app-usage': this.state.usage };
      response.writeHead(200, { 'content-type': 'application/json', ...usage }).end(JSON.stringify(answer));
    } catch (error) {
      if (!(error instanceof Refused)) return void response.writeHead(500).end(String(error));
      const { status, code, subcode, message = 'refused', isTransient, headers = {} } = error.refusal;
      const body = {
        message: `(#${code}) ${message}`,
        type: 'OAuthException',
        code,
        ...(subcode && { error_subcode: subcode }),
        ...(isTransient && { is_transient: true }),
        fbtrace_id: 'A1b2C3d4',
      };
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ error: body }));
    }
  }

  #file(id: string, response: ServerResponse): void {
    const file = this.state.files.get(id);
    if (!file || this.state.gone.has(id)) return void response.writeHead(410).end();
    response.writeHead(200, { 'content-type': file.mime }).end(file.bytes);
  }

  /** Throws the next refusal for this request; returns true to accept it and drop the connection. */
  #refusalFor(call: Call): boolean {
    const at = this.state.refusals.findIndex(({ fits }) => fits?.(call) ?? true);
    const refusal = this.state.refusals[at];
    if (!refusal) return false;
    refusal.times -= 1;
    if (refusal.times <= 0) this.state.refusals.splice(at, 1);
    if (refusal.isLost) return true;
    throw new Refused(refusal);
  }
}
