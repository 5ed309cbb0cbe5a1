import { setTimeout as sleep } from 'node:timers/promises';
import { z } from '@balcao/sdk/server';
import {
  LegalFault,
  type LegalProvider,
  type LegalRecord,
  type LegalRequest,
  type LegalSettings,
} from '../../contract.ts';
import { maskCnj } from '../../cnj.ts';
import { juditRecord, lawsuit, type Lawsuit } from './judit-record.ts';
import { checkPerMinute, checkSecrets, everyMsOf, perMinuteField } from './pace.ts';
import { addressOf, answerOf, ask, type SourceAnswer } from './request.ts';

const requestsUrl = 'https://requests.prod.judit.io';
const trackingUrl = 'https://tracking.prod.judit.io';
/** Requests a minute that an account may make. */
const most = 180;
/** Requests of one look-up, on the average: one to ask, and some to see whether the answer is there. */
const perLookUp = 4;
const busyMs = 60_000;
const firstPauseMs = 500;
const longestPauseMs = 4000;

const asked = z.object({ request_id: z.string().min(1).max(200) });
const tracking = z.object({ tracking_id: z.string().min(1).max(200) });
const page = z.object({
  request_status: z.string().nullish(),
  page_data: z.array(
    z.object({
      response_type: z.string().nullish(),
      response_data: z.unknown(),
      tags: z.object({ cached_response: z.boolean().nullish() }).nullish(),
    }),
  ),
});
const notice = z.object({
  callback_id: z.string().min(1).max(200),
  event_type: z.string(),
  reference_id: z.string().min(1).max(200),
  payload: z.object({ request_id: z.string().min(1).max(200).nullish() }).nullish(),
});
const error = z.object({ code: z.union([z.number(), z.string()]).nullish(), message: z.string().nullish() });

interface Wanted {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  body?: unknown;
  signal: AbortSignal;
}
const call = (settings: LegalSettings, wanted: Wanted): Promise<SourceAnswer> =>
  ask({ ...wanted, headers: { 'api-key': settings['apiKey'] ?? '' }, busyMs, forbidden: 'key' });

const search = (cnj: string) => ({ search_type: 'lawsuit_cnj', search_key: maskCnj(cnj) });

/** Its answers so far: what its store had, and what it read at the court since. */
interface Answers {
  isDone: boolean;
  fresh: Lawsuit[];
  cached: Lawsuit[];
  error: string | undefined;
}
const sorted = (cnj: string, { request_status: status, page_data: data }: z.infer<typeof page>): Answers => {
  const answers: Answers = { isDone: status === 'completed', fresh: [], cached: [], error: undefined };
  for (const { response_type: type, response_data: said, tags } of data) {
    if (type === 'lawsuit') {
      const read = lawsuit.safeParse(said);
      if (read.data?.code?.replaceAll(/\D/g, '') !== cnj) answers.error = 'ANOTHER_CASE';
      else (tags?.cached_response === true ? answers.cached : answers.fresh).push(read.data);
    } else if (type === 'application_error') answers.error = error.safeParse(said).data?.message ?? 'UNKNOWN';
  }
  return answers;
};

/** Returns the outcome of a request that is done. "Not found" is an answer, and no error of HTTP. */
const outcome = async (
  { fresh, cached, error: said }: Answers,
  request: LegalRequest,
): Promise<LegalRecord | undefined> => {
  const record = juditRecord(fresh.length > 0 ? fresh : cached);
  if (record || said === undefined || /not_?found/i.test(said)) return record;
  await request.keep(null);
  throw new LegalFault('down', { cause: new Error(said) });
};

/** Judit: asks the courts themselves, answers when they have answered, and tells of news by itself. Paid. */
export const judit: LegalProvider = {
  id: 'judit',
  order: 30,
  label: 'provider.judit',
  help: 'provider.juditHelp',
  fields: [
    { key: 'apiKey', label: 'provider.apiKey', required: true, secret: true },
    { key: 'baseUrl', label: 'provider.baseUrl', default: requestsUrl },
    { key: 'trackingUrl', label: 'provider.trackingUrl', default: trackingUrl },
    perMinuteField(String(most)),
  ],
  gives: { case: true, people: true, value: true, files: false, push: true },
  isPaid: true,
  isPublic: true,
  everyMs: (settings) => everyMsOf(settings, most, perLookUp),
  check(settings) {
    checkSecrets('judit', settings, ['apiKey']);
    checkPerMinute('judit', settings, most);
  },
  async lookUp(cnj, settings, signal, request) {
    const base = settings['baseUrl'] || requestsUrl;
    const begin = async (): Promise<string> => {
      if (!request.mayBegin()) throw new LegalFault('down', { cause: new Error('no request may begin') });
      const url = addressOf(base, '/requests');
      const said = await call(settings, { method: 'POST', url, body: { search: search(cnj) }, signal });
      const { request_id: id } = answerOf(said, asked);
      await request.keep(id);
      return id;
    };
    let { id } = request;
    let isEarlier = id !== undefined;
    let answers: Answers | undefined;
    try {
      id ??= await begin();
      for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
        const query = new URLSearchParams({ request_id: id, page: '1', page_size: '100' });
        const said = await call(settings, { method: 'GET', url: addressOf(base, `/responses?${query}`), signal });
        if (said.status === 404 && isEarlier) {
          // It forgot a request of before.
          if (!request.mayBegin()) await request.keep(null);
          isEarlier = false;
          id = undefined;
          id = await begin();
          continue;
        }
        answers = sorted(cnj, answerOf(said, page));
        if (answers.isDone) return await outcome(answers, request);
        await sleep(pause, undefined, { signal });
      }
    } catch (failure) {
      if (!signal.aborted || id === undefined) throw failure;
      // The courts take minutes now and then: what is there is shown until they have answered.
      const known = answers && juditRecord(answers.fresh.length > 0 ? answers.fresh : answers.cached);
      if (!known) throw new LegalFault('working', { cause: failure });
      request.goesOn();
      return known;
    }
  },
  async watch(cnj, settings, signal) {
    const url = addressOf(settings['trackingUrl'] || trackingUrl, '/tracking');
    const said = await call(settings, { method: 'POST', url, body: { recurrence: 1, search: search(cnj) }, signal });
    return answerOf(said, tracking).tracking_id;
  },
  async unwatch(watchId, settings, signal) {
    const url = addressOf(settings['trackingUrl'] || trackingUrl, `/tracking/${encodeURIComponent(watchId)}`);
    const { status } = await call(settings, { method: 'DELETE', url, signal });
    if (status >= 400 && status !== 404) throw new LegalFault('down', { cause: new Error(`answered ${status}`) });
  },
  heard({ body }) {
    const read = notice.safeParse(body);
    if (!read.success || read.data.event_type !== 'response_created') return [];
    const { callback_id: id, reference_id: ref, payload } = read.data;
    return [{ id, ref, ...(payload?.request_id && { request: payload.request_id }) }];
  },
};
