import { createHmac } from 'node:crypto';
import { graphVersion, type Via } from '../../contract.ts';
import { errorFrom, GraphUnreachable, unreachable } from './graph-error.ts';
import { metaUrl } from './graph-url.ts';
import { pauseOf } from './usage.ts';

const patienceMs = 20_000;
const filePatienceMs = 40_000;

export interface Credentials {
  token: string;
  /** With it every call proves that the caller knows the app’s secret: a stolen token alone is useless. */
  appSecret: string;
  /** Tokens of Instagram’s own login are valid on its own host. */
  via?: Via;
}
export interface GraphCall {
  method?: 'GET' | 'POST' | 'DELETE';
  query?: Readonly<Record<string, string>>;
  body?: object | FormData;
  signal: AbortSignal;
  /** Called with the seconds to pause when Meta’s quota is nearly used up. */
  onPause?: (seconds: number) => void;
}

export const secretProof = ({ token, appSecret }: Credentials): string =>
  createHmac('sha256', appSecret).update(token).digest('hex');

/** Makes one request to the Graph API; credentials are absent for the exchange of a login’s code. */
export const graph = async <T>(
  credentials: Credentials | undefined,
  path: string,
  { method = 'GET', query = {}, body, signal, onPause }: GraphCall,
): Promise<T> => {
  const host = credentials?.via === 'instagram' ? 'graph.instagram.com' : 'graph.facebook.com';
  const url = metaUrl(host, `${graphVersion}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (credentials) url.searchParams.set('appsecret_proof', secretProof(credentials));
  const isForm = body instanceof FormData;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      redirect: 'error',
      headers: {
        ...(credentials && { authorization: `Bearer ${credentials.token}` }),
        accept: 'application/json',
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(isForm ? filePatienceMs : patienceMs)]),
    });
  } catch (error) {
    throw unreachable(error);
  }
  const pause = pauseOf(response.headers);
  if (!response.ok) throw await errorFrom(response, pause);
  if (pause !== undefined) onPause?.(pause);
  try {
    return (await response.json()) as T;
  } catch (error) {
    throw new GraphUnreachable(true, error);
  }
};

interface Page<T> {
  data?: T[];
  paging?: { cursors?: { after?: string }; next?: string };
}

/** Fetches all pages of a list, up to a number of rows that no legitimate account reaches. */
export const graphList = async <T>(credentials: Credentials, path: string, call: GraphCall): Promise<T[]> => {
  const rows: T[] = [];
  let after = '';
  do {
    const page: Page<T> = await graph(credentials, path, {
      ...call,
      query: { limit: '100', ...call.query, ...(after && { after }) },
    });
    rows.push(...(page.data ?? []));
    after = page.paging?.next ? (page.paging.cursors?.after ?? '') : '';
  } while (after !== '' && rows.length < 2000);
  return rows;
};
