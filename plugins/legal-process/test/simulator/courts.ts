import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The present answers of the simulated hosts. */
export type Mood = 'well' | 'blocked' | 'busy' | 'gateway' | 'html' | 'slow' | 'broken' | 'timed-out';

export interface Instance {
  grau: string;
  tribunal?: string;
  dataAjuizamento?: string;
  dataHoraUltimaAtualizacao?: string;
  classe?: { codigo: number; nome: string };
  orgaoJulgador?: { codigo: number; nome: string };
  assuntos?: unknown[];
  movimentos?: object[];
}

export const apiKey = 'chave-de-teste';

/** A movement as DataJud writes it. */
export const movement = (codigo: number, nome: string, dataHora: string, complement?: string): object => ({
  codigo,
  nome,
  dataHora,
  ...(complement !== undefined && {
    complementosTabelados: [{ codigo: 2, valor: 1, nome: complement, descricao: 'tipo_de_complemento' }],
  }),
});

/** DataJud and DJEN on one loopback server, wire-true as far as their public documentation goes. */
export class Courts {
  /** Instances by number. A secret case is not there. */
  readonly cases = new Map<string, Instance[]>();
  /** Instances at another court than the number's, or its mood: `stj <number>`. */
  readonly elsewhere = new Map<string, Instance[] | Mood>();
  readonly publications = new Map<string, object[]>();
  datajud: Mood = 'well';
  djen: Mood = 'well';
  /** Seconds of `Retry-After` while busy; undefined: the header is absent. */
  retryAfter: number | undefined = 7;
  slowMs = 20_000;
  /** Slow answers that were given. */
  late = 0;
  /** Requests in order: `datajud trf1 <number>`, `djen <number>`. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #slow = new Set<NodeJS.Timeout>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Courts> {
    const courts: Courts = new Courts(
      createServer((request, response) => void courts.#answer(request, response).catch(() => response.destroy())),
    );
    await new Promise<void>((resolve) => {
      courts.#server.listen(0, '127.0.0.1', resolve);
    });
    return courts;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Settings of the installation that lead here. */
  get setup(): { providers: Record<string, object> } {
    const pace = { baseUrl: this.url, perSecond: '100' };
    return { providers: { datajud: { ...pace, apiKey }, djen: pace } };
  }

  /** Adds movements to the first instance of a case. */
  moves(cnj: string, ...movements: object[]): void {
    const [first] = this.cases.get(cnj) ?? [];
    if (!first) throw new Error('no such case');
    first.movimentos = [...(first.movimentos ?? []), ...movements];
    first.dataHoraUltimaAtualizacao = new Date().toISOString();
  }

  close(): void {
    for (const timer of this.#slow) clearTimeout(timer);
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const send = (status: number, body: object, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', ...headers });
      response.end(JSON.stringify(body));
    };
    const alias = /^\/api_publica_([a-z0-9-]+)\/_search$/.exec(url.pathname)?.[1];
    if (alias !== undefined && request.method === 'POST') {
      const { query } = (await json(request)) as { query: { match: { numeroProcesso: string } } };
      const cnj = query.match.numeroProcesso;
      this.asked.push(`datajud ${alias} ${cnj}`);
      if (await this.#moody(this.datajud, response, send)) return;
      if (request.headers.authorization !== `APIKey ${apiKey}`)
        return send(401, { error: { type: 'security_exception', reason: 'unable to authenticate' }, status: 401 });
      const other = this.elsewhere.get(`${alias} ${cnj}`);
      if (typeof other === 'string' && (await this.#moody(other, response, send))) return;
      const isSuperior = alias === 'stj' || alias === 'tst';
      const found = Array.isArray(other) ? other : isSuperior ? [] : (this.cases.get(cnj) ?? []);
      return send(200, {
        took: 12,
        timed_out: this.datajud === 'timed-out',
        hits: {
          total: { value: found.length, relation: 'eq' },
          hits: found.map((instance, index) => ({
            _index: `api_publica_${alias}`,
            _id: `${alias.toUpperCase()}_${instance.grau}_${index}_${cnj}`,
            _source: { numeroProcesso: cnj, tribunal: alias.toUpperCase(), nivelSigilo: 0, ...instance },
          })),
        },
      });
    }
    if (url.pathname === '/api/v1/comunicacao' && request.method === 'GET') {
      const cnj = url.searchParams.get('numeroProcesso') ?? '';
      this.asked.push(`djen ${cnj}`);
      if (await this.#moody(this.djen, response, send)) return;
      if (!/^\d{20}$/.test(cnj)) return send(422, { message: 'numeroProcesso' });
      const all = this.publications.get(cnj) ?? [];
      const size = Number(url.searchParams.get('itensPorPagina') ?? 100);
      const from = (Number(url.searchParams.get('pagina') ?? 1) - 1) * size;
      return send(
        200,
        { status: 'success', count: all.length, items: all.slice(from, from + size) },
        { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '19' },
      );
    }
    return send(404, { error: { type: 'index_not_found_exception' }, status: 404 });
  }

  /** Returns true when the mood answered. */
  async #moody(
    mood: Mood,
    response: ServerResponse,
    send: (status: number, body: object, headers?: Record<string, string>) => void,
  ): Promise<boolean> {
    if (mood === 'slow')
      await new Promise<void>((resolve) => {
        this.#slow.add(setTimeout(resolve, this.slowMs));
      });
    if (mood === 'slow') this.late += 1;
    if (mood === 'well' || mood === 'slow' || mood === 'timed-out') return false;
    if (mood === 'busy')
      send(
        429,
        { message: 'Too Many Requests' },
        this.retryAfter === undefined ? {} : { 'retry-after': String(this.retryAfter) },
      );
    else if (mood === 'broken') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"took": 1, "hits');
    } else {
      const status = { blocked: 403, gateway: 504, html: 200 }[mood];
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end(`<html><body><h1>${mood === 'blocked' ? 'Access denied' : 'Service'}</h1></body></html>`);
    }
    return true;
  }
}
