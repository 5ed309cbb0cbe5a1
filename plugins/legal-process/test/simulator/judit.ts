import { PaidServer, type Asked, type Said } from './paid-server.ts';

export const juditKey = 'judit-de-teste';

interface Response {
  response_type: string;
  response_data: object;
  tags?: { cached_response: boolean };
}
interface Request {
  cnj: string;
  isDone: boolean;
  responses: Response[];
}

/** Judit, wire-true as far as its public documentation goes: requests are answered later, and twice now and then. */
export class Judit extends PaidServer {
  /** Instances by number, as `response_data`; newest first. */
  readonly cases = new Map<string, object[]>();
  /** Instances in its store; it answers with them at once. */
  readonly stored = new Map<string, object[]>();
  /** Looks at a request until it is done; Infinity: it never is, until `finish`. */
  looks = 1;
  readonly requests = new Map<string, Request>();
  readonly trackings = new Map<string, string>();
  #count = 0;

  static async open(): Promise<Judit> {
    const judit = new Judit();
    await judit.listen();
    return judit;
  }

  get setup(): object {
    return { apiKey: juditKey, baseUrl: this.url, trackingUrl: this.url };
  }

  protected answer({ method, path, headers, body }: Asked): Said {
    if (headers['api-key'] !== juditKey) return { status: 401, body: { error: { name: 'Unauthorized' } } };
    const url = new URL(path, this.url);
    if (method === 'POST' && url.pathname === '/requests') {
      const id = this.begin(numberIn(body));
      return { status: 200, body: { request_id: id, status: 'created' } };
    }
    if (method === 'GET' && url.pathname === '/responses') return this.#responses(url.searchParams.get('request_id'));
    if (method === 'POST' && url.pathname === '/tracking') {
      const { recurrence } = body as { recurrence?: number };
      if (recurrence === undefined) return { status: 400, body: { error: 'recurrence' } };
      this.#count += 1;
      const id = `tracking-${this.#count}`;
      this.trackings.set(id, numberIn(body));
      return { status: 200, body: { tracking_id: id, status: 'created', recurrence } };
    }
    const tracking = /^\/tracking\/([^/]+)$/.exec(url.pathname)?.[1];
    if (method === 'DELETE' && tracking !== undefined)
      return this.trackings.delete(tracking) ? { status: 204 } : { status: 404, body: { error: 'not found' } };
    return { status: 404, body: { error: 'not found' } };
  }

  begin(cnj: string): string {
    this.#count += 1;
    const id = `request-${this.#count}`;
    const responses = (this.stored.get(cnj) ?? []).map((one) => lawsuitOf(one, true));
    this.requests.set(id, { cnj, isDone: false, responses });
    return id;
  }

  /** The court has answered. */
  finish(id: string): void {
    const request = this.requests.get(id);
    if (!request || request.isDone) return;
    const found = this.cases.get(request.cnj) ?? [];
    request.responses.push(
      ...found.map((one) => lawsuitOf(one, false)),
      ...(found.length === 0
        ? [{ response_type: 'application_error', response_data: { code: 2, message: 'LAWSUIT_NOT_FOUND' } }]
        : []),
      { response_type: 'application_info', response_data: { code: 600, message: 'REQUEST_COMPLETED' } },
    );
    request.isDone = true;
  }

  #looked = new Map<string, number>();
  #responses(id: string | null): Said {
    const request = id === null ? undefined : this.requests.get(id);
    if (id === null || !request) return { status: 404, body: { error: 'not found' } };
    const looked = (this.#looked.get(id) ?? 0) + 1;
    this.#looked.set(id, looked);
    if (looked > this.looks) this.finish(id);
    return {
      status: 200,
      body: {
        page: 1,
        page_count: 1,
        all_count: request.responses.length,
        request_status: request.isDone ? 'completed' : 'pending',
        page_data: request.responses.map((one, index) => ({ request_id: id, response_id: `${id}-${index}`, ...one })),
      },
    };
  }

  /** The notice of a tracking that found something, whose answer is ready under a request of its own. */
  notice(tracking: string, callback: string): object {
    const cnj = this.trackings.get(tracking) ?? '';
    const request = this.begin(cnj);
    this.finish(request);
    return {
      callback_id: callback,
      event_type: 'response_created',
      reference_type: 'tracking',
      reference_id: tracking,
      payload: { request_id: request, response_id: `${request}-0`, response_type: 'lawsuit', response_data: {} },
    };
  }

  /** The notice of an ordinary request that is done. */
  requestNotice(request: string): object {
    return {
      callback_id: `callback-of-${request}`,
      event_type: 'response_created',
      reference_type: 'request',
      reference_id: request,
      payload: { request_id: request, response_id: `${request}-0`, response_type: 'lawsuit', response_data: {} },
    };
  }
}

const lawsuitOf = (one: object, isCached: boolean): Response => ({
  response_type: 'lawsuit',
  response_data: one,
  tags: { cached_response: isCached },
});

const numberIn = (body: unknown): string => {
  const { search } = body as { search?: { search_type?: string; search_key?: string } };
  if (search?.search_type !== 'lawsuit_cnj' || !/^\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}$/.test(search.search_key ?? ''))
    throw new Error('not a search by number');
  return (search.search_key ?? '').replaceAll(/\D/g, '');
};
