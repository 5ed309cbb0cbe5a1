import { PaidServer, type Asked, type Said } from './paid-server.ts';

export const escavadorToken = 'escavador-de-teste';
export const callbackToken = 'aviso-de-teste';

/** Escavador, wire-true as far as its public documentation goes: movements have a route of their own, page by page. */
export class Escavador extends PaidServer {
  readonly cases = new Map<string, object>();
  /** Movements by number, newest first; absent: none is known yet. */
  readonly movements = new Map<string, object[]>();
  readonly monitorings = new Map<string, string>();
  pageSize = 100;
  #count = 0;

  static async open(): Promise<Escavador> {
    const escavador = new Escavador();
    await escavador.listen();
    return escavador;
  }

  get setup(): object {
    return { token: escavadorToken, callbackToken, baseUrl: this.url };
  }

  protected answer({ method, path, headers, body }: Asked): Said {
    if (headers.authorization !== `Bearer ${escavadorToken}`)
      return { status: 401, body: { error: 'Unauthenticated.' } };
    const url = new URL(path, this.url);
    const cost = { 'creditos-utilizados': '10' };
    const [, masked = '', rest = ''] = /^\/processos\/numero_cnj\/([^/]+)(\/movimentacoes)?$/.exec(url.pathname) ?? [];
    const cnj = masked.replaceAll(/\D/g, '');
    if (method === 'GET' && masked !== '' && rest === '') {
      const found = this.cases.get(cnj);
      return found ? { status: 200, body: { numero_cnj: masked, ...found }, headers: cost } : missing;
    }
    if (method === 'GET' && rest !== '') {
      const all = this.movements.get(cnj);
      if (!all) return missing;
      const from = Number(url.searchParams.get('cursor') ?? 0);
      const size = Math.min(this.pageSize, Number(url.searchParams.get('limit') ?? 20));
      const more = from + size < all.length;
      // Its links lead to its own host, which here nobody may call with the token.
      const next = more ? `https://api.escavador.invalid${url.pathname}?limit=${size}&cursor=${from + size}` : null;
      return { status: 200, body: { items: all.slice(from, from + size), links: { next } }, headers: cost };
    }
    if (method === 'POST' && url.pathname === '/monitoramentos/processos') {
      const { numero = '' } = body as { numero?: string };
      this.#count += 1;
      this.monitorings.set(String(this.#count), numero.replaceAll(/\D/g, ''));
      return { status: 200, body: { id: this.#count, numero, frequencia: 'DIARIA', status: 'PENDENTE' } };
    }
    const monitoring = /^\/monitoramentos\/processos\/(\d+)$/.exec(url.pathname)?.[1];
    if (method === 'DELETE' && monitoring !== undefined)
      return this.monitorings.delete(monitoring) ? { status: 204 } : missing;
    return missing;
  }

  /** The body of its calls, the same in every attempt. */
  notice(monitoring: string, event = 'nova_movimentacao'): object {
    return {
      event,
      monitoramento: { id: Number(monitoring), numero: this.monitorings.get(monitoring) },
      movimentacao: { id: 1, tipo: 'ANDAMENTO' },
    };
  }
}

const missing: Said = { status: 404, body: { error: 'Processo não encontrado' } };

/** A movement as Escavador writes it. */
export const escavadorMovement = (id: number, data: string, conteudo: string, tipo = 'ANDAMENTO'): object => ({
  id,
  data,
  tipo,
  conteudo,
  fonte: { sigla: 'TJSP', grau: 1 },
});
