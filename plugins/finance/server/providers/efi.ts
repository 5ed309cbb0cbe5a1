import { timingSafeEqual } from 'node:crypto';
import { invalid, z } from '@balcao/sdk/server';
import type { PaymentProvider, ChargeState, PaymentSettings } from '../../contract.ts';
import { centsOf, decimal } from '../money.ts';
import { call, refused, shaped, type ProviderCall } from './request.ts';

const defaultUrl = 'https://pix.api.efipay.com.br';
const secondsToPay = 3 * 86_400;

const Token = z.object({ access_token: z.string() });
const Cob = z.object({
  txid: z.string(),
  status: z.string(),
  valor: z.object({ original: z.string() }),
  calendario: z.object({ criacao: z.string().optional(), expiracao: z.number().optional() }).optional(),
  loc: z.object({ id: z.number() }).optional(),
  pixCopiaECola: z.string().optional(),
  pix: z.array(z.object({ endToEndId: z.string(), valor: z.string() })).optional(),
});
const QrCode = z.object({ qrcode: z.string().min(20).max(1000) });

/** Their txid has at least 26 characters, our ref has 25: a static code may not have more. */
const txidOf = (ref: string): string => `${ref}0`;

const tlsOf = ({ certificate = '', passphrase, ca }: PaymentSettings): NonNullable<ProviderCall['tls']> => ({
  ...(certificate.includes('-----BEGIN')
    ? { cert: certificate, key: certificate }
    : { pfx: Buffer.from(certificate, 'base64') }),
  ...(passphrase && { passphrase }),
  ...(ca && { ca }),
});

type Send = (
  method: ProviderCall['method'],
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: unknown }>;

/**
 * Opens a session with Efí: a connection with our client certificate, and a token of one hour, fetched for each
 * session.
 */
const open = async (settings: PaymentSettings, signal: AbortSignal): Promise<Send> => {
  const { clientId = '', clientSecret = '', baseUrl } = settings;
  const send = (method: ProviderCall['method'], path: string, body: unknown, headers: Record<string, string>) =>
    call({
      method,
      url: new URL(`${baseUrl || defaultUrl}${path}`),
      headers,
      tls: tlsOf(settings),
      signal,
      ...(body !== undefined && { body }),
    });
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const answer = await send(
    'POST',
    '/oauth/token',
    { grant_type: 'client_credentials' },
    { authorization: `Basic ${basic}` },
  );
  const { access_token: token } = shaped(Token, answer);
  return (method, path, body, headers = {}) =>
    send(method, path, body, { authorization: `Bearer ${token}`, ...headers });
};

const sameText = (actual: unknown, expected: string): boolean => {
  const one = Buffer.from(typeof actual === 'string' ? actual : '');
  const other = Buffer.from(expected);
  return other.length > 0 && one.length === other.length && timingSafeEqual(one, other);
};

export const efi: PaymentProvider = {
  id: 'efi',
  label: 'provider.efi',
  fields: [
    { key: 'pixKey', label: 'provider.pixKey', required: true },
    { key: 'clientId', label: 'provider.clientId', required: true },
    { key: 'clientSecret', label: 'provider.clientSecret', required: true, secret: true },
    {
      key: 'certificate',
      label: 'provider.certificate',
      help: 'provider.certificateHelp',
      required: true,
      secret: true,
      multiline: true,
    },
    { key: 'passphrase', label: 'provider.passphrase', secret: true },
    {
      key: 'notifySecret',
      label: 'provider.notifySecret',
      help: 'provider.notifySecretHelp',
      required: true,
      secret: true,
    },
    { key: 'baseUrl', label: 'provider.baseUrl', help: 'provider.efiUrlHelp' },
    { key: 'ca', label: 'provider.ca', help: 'provider.caHelp', multiline: true },
  ],
  check: ({ notifySecret = '' }) => {
    if (!/^[A-Za-z0-9_-]{16,200}$/.test(notifySecret)) throw invalid({ notifySecret: 'ERR_NOTIFY_SECRET' });
  },
  create: async ({ ref, valueCents, description }, settings, { signal }) => {
    const request = await open(settings, signal);
    const txid = txidOf(ref);
    // The txid is ours, so an interrupted earlier attempt is found.
    const existing = await request('GET', `/v2/cob/${txid}`);
    const answer =
      existing.status === 404
        ? await request('PUT', `/v2/cob/${txid}`, {
            calendario: { expiracao: secondsToPay },
            valor: { original: decimal(valueCents) },
            chave: settings['pixKey'],
            solicitacaoPagador: description.slice(0, 140),
          })
        : existing;
    const cob = shaped(Cob, answer);
    if (cob.txid !== txid || centsOf(cob.valor.original) !== valueCents) throw refused(answer.status, 'another charge');
    const code =
      cob.pixCopiaECola ?? (cob.loc && shaped(QrCode, await request('GET', `/v2/loc/${cob.loc.id}/qrcode`)).qrcode);
    if (!code) throw refused(answer.status, 'no code');
    const since = Date.parse(cob.calendario?.criacao ?? '') || Date.now();
    return {
      externalId: txid,
      code,
      expiresAt: new Date(since + (cob.calendario?.expiracao ?? secondsToPay) * 1000),
    };
  },
  fetchStatus: async ({ ref }, settings, { signal }): Promise<ChargeState> => {
    const request = await open(settings, signal);
    const txid = txidOf(ref);
    const answer = await request('GET', `/v2/cob/${txid}`);
    if (answer.status === 404) return { status: 'ended' };
    const cob = shaped(Cob, answer);
    if (cob.txid !== txid) throw refused(answer.status, 'another charge');
    if (cob.status.startsWith('REMOVIDA')) return { status: 'ended' };
    const [pix] = cob.pix ?? [];
    const valueCents = centsOf(pix?.valor);
    if (cob.status !== 'CONCLUIDA' || !pix || valueCents === undefined) return { status: 'pending' };
    return { status: 'paid', paymentId: pix.endToEndId, valueCents };
  },
  cancel: async ({ ref }, settings, { signal }) => {
    const request = await open(settings, signal);
    const answer = await request('PATCH', `/v2/cob/${txidOf(ref)}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    // 400: it was paid or removed in between; `fetchStatus` reports which.
    if (answer.status >= 300 && answer.status !== 400 && answer.status !== 404)
      throw refused(answer.status, JSON.stringify(answer.body));
  },
  isGenuine: ({ query }, settings) => sameText(query['hmac'], settings['notifySecret'] ?? ''),
  register: async (address, settings, signal) => {
    const request = await open(settings, signal);
    const webhookUrl = `${address}?hmac=${settings['notifySecret'] ?? ''}&ignorar=`;
    const path = `/v2/webhook/${encodeURIComponent(settings['pixKey'] ?? '')}`;
    const answer = await request('PUT', path, { webhookUrl }, { 'x-skip-mtls-checking': 'true' });
    if (answer.status >= 300) throw refused(answer.status, JSON.stringify(answer.body));
  },
};
