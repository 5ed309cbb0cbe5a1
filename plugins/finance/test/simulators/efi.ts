import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const file = (name: string): string => readFileSync(join(import.meta.dirname, 'certificates', `${name}.pem`), 'utf8');
export const certificates = { ca: file('ca'), client: file('client'), stranger: file('stranger') };

interface Cob {
  txid: string;
  status: string;
  chave: string;
  valor: { original: string };
  calendario: { criacao: string; expiracao: number };
  loc: { id: number };
  pix?: { endToEndId: string; valor: string; txid: string }[];
}
export interface EfiSimulator {
  url: string;
  clientId: string;
  clientSecret: string;
  cobs: Map<string, Cob>;
  /** Registered notification addresses by Pix key. */
  webhooks: Map<string, string>;
  /** Pays as a payer’s bank does, without a notification. */
  pay(txid: string, valor?: string): Cob;
  close(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

/**
 * Starts a simulator of Efí as far as a Pix charge needs it: TLS with client certificates, a token, charges by txid.
 */
export const startEfi = async (): Promise<EfiSimulator> => {
  const [clientId, clientSecret, token] = ['Client_Id_sim', 'Client_Secret_sim', randomUUID()];
  const cobs = new Map<string, Cob>();
  const webhooks = new Map<string, string>();
  const key = file('server');
  const options = { cert: key, key, ca: certificates.ca, requestCert: true, rejectUnauthorized: true };
  const server = createServer(options, (request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    void read(request).then((body) => {
      const { pathname } = new URL(request.url ?? '/', 'https://efi');
      const called = `${request.method ?? ''} ${pathname}`;
      const { authorization } = request.headers;
      if (called === 'POST /oauth/token') {
        const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
        if (authorization !== basic) return answer(401, { error: 'invalid_client' });
        return answer(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
      }
      if (authorization !== `Bearer ${token}`) return answer(401, { error: 'invalid_token' });
      const webhook = /^PUT \/v2\/webhook\/(.+)$/.exec(called);
      if (webhook) {
        if (request.headers['x-skip-mtls-checking'] !== 'true') return answer(400, { nome: 'webhook_invalido' });
        webhooks.set(decodeURIComponent(webhook[1] ?? ''), String(body['webhookUrl']));
        return answer(201, { webhookUrl: body['webhookUrl'] });
      }
      const location = /^GET \/v2\/loc\/(\d+)\/qrcode$/.exec(called);
      if (location) {
        const cob = [...cobs.values()].find(({ loc }) => loc.id === Number(location[1]));
        if (!cob) return answer(404, {});
        return answer(200, {
          qrcode: `00020101021226830014BR.GOV.BCB.PIX2561qrcodespix.sim/v2/${cob.txid}5204000053039865802BR`,
        });
      }
      const txid = /^(?:GET|PUT|PATCH) \/v2\/cob\/([a-zA-Z0-9]{26,35})$/.exec(called)?.[1];
      if (txid === undefined) return answer(404, { nome: 'cobranca_nao_encontrada' });
      if (request.method === 'GET') {
        const cob = cobs.get(txid);
        return cob ? answer(200, cob) : answer(404, { nome: 'cobranca_nao_encontrada' });
      }
      if (request.method === 'PATCH') {
        const cob = cobs.get(txid);
        if (!cob) return answer(404, { nome: 'cobranca_nao_encontrada' });
        if (cob.status !== 'ATIVA') return answer(400, { nome: 'cobranca_operacao_invalida' });
        cob.status = String(body['status']);
        return answer(200, cob);
      }
      if (cobs.has(txid)) return answer(409, { nome: 'txid_duplicado' });
      const { valor, chave, calendario } = body as {
        valor: Cob['valor'];
        chave: string;
        calendario: { expiracao: number };
      };
      const cob: Cob = {
        txid,
        status: 'ATIVA',
        chave,
        valor,
        calendario: { criacao: new Date().toISOString(), expiracao: calendario.expiracao },
        loc: { id: cobs.size + 1 },
      };
      cobs.set(txid, cob);
      return answer(201, cob);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId,
    clientSecret,
    cobs,
    webhooks,
    pay(txid, valor) {
      const cob = cobs.get(txid);
      if (!cob) throw new Error(`there is no charge ${txid}`);
      if (cob.status.startsWith('REMOVIDA')) throw new Error(`the charge ${txid} was removed: nobody can pay it`);
      cob.status = 'CONCLUIDA';
      cob.pix = [{ endToEndId: `E${randomUUID().replaceAll('-', '')}`, valor: valor ?? cob.valor.original, txid }];
      return cob;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
