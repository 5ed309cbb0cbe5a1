import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from '@balcao/sdk/server';
import { LegalFault, type LegalProvider, type LegalSettings } from '../../contract.ts';
import { maskCnj } from '../../cnj.ts';
import { escavadorRecord, movement, process, type Movement } from './escavador-record.ts';
import { checkPerMinute, checkSecrets, everyMsOf, perMinuteField } from './pace.ts';
import { addressOf, answerOf, ask, type SourceAnswer } from './request.ts';

const defaultUrl = 'https://api.escavador.com/api/v2';
/** Requests a minute that an account may make. */
const most = 500;
/** The case, and on the average two pages of movements. */
const perLookUp = 3;
const busyMs = 60_000;
const perPage = 100;
const maxPages = 30;

const movements = z.object({
  items: z.array(movement),
  links: z.object({ next: z.string().nullish() }).nullish(),
});
const monitoring = z.object({ id: z.union([z.number(), z.string()]) });
const notice = z.object({ event: z.string(), uuid: z.string().max(200).nullish(), monitoramento: monitoring });
/** Of the others one says that there is nothing new, and one is about cases that nobody monitors. */
const news = new Set(['nova_movimentacao', 'atualizacao_processo_concluida']);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

interface Wanted {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  signal: AbortSignal;
}
const call = (settings: LegalSettings, { path, ...wanted }: Wanted): Promise<SourceAnswer> =>
  ask({
    ...wanted,
    url: addressOf(settings['baseUrl'] || defaultUrl, path),
    headers: { authorization: `Bearer ${settings['token'] ?? ''}`, 'x-requested-with': 'XMLHttpRequest' },
    busyMs,
    forbidden: 'key',
  });

/** Reads all movements. The address of a next page is the source's: only its cursor is used, at the address we know. */
const readMovements = async (cnj: string, settings: LegalSettings, signal: AbortSignal): Promise<Movement[]> => {
  const found: Movement[] = [];
  let query = new URLSearchParams({ limit: String(perPage) });
  for (let count = 0; count < maxPages; count += 1) {
    const path = `/processos/numero_cnj/${maskCnj(cnj)}/movimentacoes?${query}`;
    const said = await call(settings, { method: 'GET', path, signal });
    // The case is known, and none of its movements is yet.
    if (said.status === 404) return found;
    const { items, links } = answerOf(said, movements);
    found.push(...items);
    const next = links?.next;
    if (!next || items.length === 0 || !URL.canParse(next)) return found;
    query = new URL(next).searchParams;
  }
  return found;
};

/** Escavador: parties, value, movements and publications, and news by itself. Paid. */
export const escavador: LegalProvider = {
  id: 'escavador',
  order: 40,
  label: 'provider.escavador',
  help: 'provider.escavadorHelp',
  fields: [
    { key: 'token', label: 'provider.token', required: true, secret: true },
    {
      key: 'callbackToken',
      label: 'provider.callbackToken',
      help: 'provider.callbackTokenHelp',
      required: true,
      secret: true,
    },
    { key: 'baseUrl', label: 'provider.baseUrl', default: defaultUrl },
    perMinuteField(String(most)),
  ],
  gives: { case: true, people: true, value: true, files: false, push: true, publications: true },
  isPaid: true,
  isPublic: true,
  everyMs: (settings) => everyMsOf(settings, most, perLookUp),
  check(settings) {
    checkSecrets('escavador', settings, ['token', 'callbackToken']);
    checkPerMinute('escavador', settings, most);
  },
  async lookUp(cnj, settings, signal) {
    const path = `/processos/numero_cnj/${maskCnj(cnj)}`;
    const said = await call(settings, { method: 'GET', path, signal });
    if (said.status === 404) return undefined;
    const found = answerOf(said, process);
    return escavadorRecord(found, await readMovements(cnj, settings, signal));
  },
  async watch(cnj, settings, signal) {
    const body = { numero: maskCnj(cnj), frequencia: 'DIARIA' };
    const said = await call(settings, { method: 'POST', path: '/monitoramentos/processos', body, signal });
    return String(answerOf(said, monitoring).id);
  },
  async unwatch(watchId, settings, signal) {
    const path = `/monitoramentos/processos/${encodeURIComponent(watchId)}`;
    const { status } = await call(settings, { method: 'DELETE', path, signal });
    if (status >= 400 && status !== 404) throw new LegalFault('down', { cause: new Error(`answered ${status}`) });
  },
  heard({ headers, body }, settings) {
    const sent = headers['authorization'];
    const wanted = settings['callbackToken'] ?? '';
    if (typeof sent !== 'string' || wanted === '') return [];
    if (!timingSafeEqual(digest(sent.replace(/^Bearer /i, '')), digest(wanted))) return [];
    const read = notice.safeParse(body);
    if (!read.success || !news.has(read.data.event)) return [];
    // Up to eleven attempts send the same again.
    const id = read.data.uuid ?? digest(JSON.stringify(body)).toString('hex');
    return [{ id, ref: String(read.data.monitoramento.id) }];
  },
};
