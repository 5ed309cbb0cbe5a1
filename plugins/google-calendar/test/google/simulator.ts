import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Calendar } from './calendar.ts';
import { Consent } from './consent.ts';
import { Pushes } from './pushes.ts';
import { Refused } from './refused.ts';

export interface Call {
  method: string;
  host: string;
  path: string;
  query: URLSearchParams;
  email: string;
}
const jsonOf = (raw: string): Record<string, unknown> =>
  raw === '' ? {} : (JSON.parse(raw) as Record<string, unknown>);

/** A simulator of Google’s consent, tokens, calendar and pushes on the loopback. */
export class GoogleSimulator {
  readonly consent = new Consent();
  readonly pushes = new Pushes();
  /** Every call, oldest first. */
  readonly calls: Call[] = [];
  /** Called before an answer, after the work is done: a node can be killed in between. */
  beforeAnswer: ((call: Call) => Promise<void> | void) | undefined;
  readonly #refusals: { fits: (call: Call) => boolean; refusal: Refused }[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }
  static async start(): Promise<GoogleSimulator> {
    const server = createServer();
    const simulator = new GoogleSimulator(server);
    server.on('request', (request, response) => void simulator.#answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return simulator;
  }
  async stop(): Promise<void> {
    await this.pushes.settle();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A new account with an empty calendar. */
  account(email: string): Calendar {
    const calendar = new Calendar(email);
    calendar.onChange = () => this.pushes.changed(calendar);
    return calendar;
  }
  /** Refuses the next call that fits. */
  refuse(refusal: Refused, fits: (call: Call) => boolean = () => true): void {
    this.#refusals.push({ refusal, fits });
  }
  callsOf({ email }: Calendar): Call[] {
    return this.calls.filter((call) => call.email === email);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://google');
    const [, host = '', path = ''] = /^\/([\w.]+)(\/.*)$/.exec(url.pathname) ?? [];
    const account = this.consent.accountOf(request.headers.authorization ?? '');
    const method = request.method ?? 'GET';
    const call: Call = { method, host, path, query: url.searchParams, email: account?.email ?? '' };
    this.calls.push(call);
    const raw = await text(request);
    const answer = (status: number, body?: object, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body && JSON.stringify(body));
    };
    try {
      if (host === 'accounts.google.com') {
        answer(302, undefined, { location: this.consent.visit(url.searchParams) });
      } else if (path === '/token') {
        const { status, body } = this.consent.token(new URLSearchParams(raw));
        await this.beforeAnswer?.(call);
        answer(status, body);
      } else if (path === '/revoke') {
        const token = url.searchParams.get('token') ?? new URLSearchParams(raw).get('token') ?? '';
        answer(this.consent.revoke(token) ? 200 : 400, {});
      } else {
        const index = this.#refusals.findIndex(({ fits }) => fits(call));
        if (index >= 0) throw this.#refusals.splice(index, 1)[0]?.refusal;
        if (!account) throw new Refused(401, 'authError', 'Invalid Credentials');
        const body = this.#calendar(account, call, raw, request.headers['if-match']);
        await this.beforeAnswer?.(call);
        answer(body ? 200 : 204, body);
      }
    } catch (error) {
      if (!(error instanceof Refused)) answer(500, { error: { code: 500, message: String(error) } });
      else
        answer(error.status, error.body, {
          ...(error.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
        });
    }
  }

  #calendar(calendar: Calendar, { method, path, query }: Call, raw: string, ifMatch?: string): object | undefined {
    if (path === '/calendar/v3/channels/stop') {
      this.pushes.stop(jsonOf(raw));
      return undefined;
    }
    const [, id] = /^\/calendar\/v3\/calendars\/primary\/events(?:\/([^/]+))?$/.exec(path) ?? [];
    if (path.endsWith('/events/watch')) return this.pushes.watch(calendar, jsonOf(raw));
    if (id === undefined && method === 'GET')
      return {
        kind: 'calendar#events',
        summary: calendar.name,
        timeZone: calendar.timeZone,
        accessRole: 'owner',
        ...calendar.list(query),
      };
    if (id === undefined && method === 'POST') return calendar.insert(jsonOf(raw));
    if (id === undefined) throw new Refused(404, 'notFound', 'Not Found');
    const event = decodeURIComponent(id);
    if (method === 'GET') return calendar.find(event);
    if (method === 'PATCH') return calendar.patch(event, jsonOf(raw), ifMatch);
    calendar.delete(event, ifMatch);
    return undefined;
  }
}
