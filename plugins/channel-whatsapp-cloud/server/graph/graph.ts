import { createHmac } from 'node:crypto';
import { z } from '@balcao/sdk/server';
import type { Account } from '../account/account.ts';
import { graphUrl } from './graph-url.ts';

/** An error answer of the Graph API. Meta’s own text may contain numbers: it is displayed, never logged. */
export class GraphError extends Error {
  override readonly name = 'GraphError';
  readonly status: number;
  readonly code: number;
  readonly subcode: number;
  /** Seconds, if Meta specifies them. */
  readonly retryAfter: number | undefined;
  // Private, so that a log does not serialise it.
  readonly #details: string;
  constructor(status: number, code: number, subcode: number, details: string, retryAfter?: number) {
    super(`Graph answered ${status} with code ${code}${subcode ? `/${subcode}` : ''}`);
    this.status = status;
    this.code = code;
    this.subcode = subcode;
    this.retryAfter = retryAfter;
    this.#details = details;
  }
  /** Meta’s text, for the company. */
  get details(): string {
    return this.#details;
  }
}
/** No answer arrived. */
export class GraphUnreachable extends Error {
  override readonly name = 'GraphUnreachable';
  /** True if the request may have been carried out all the same. */
  readonly mayHaveArrived: boolean;
  constructor(mayHaveArrived: boolean, cause: unknown) {
    super('Graph did not answer', { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

const patienceMs = 20_000;
/** Time limit for a file of 100 MB over an office’s connection. */
const filePatienceMs = 40_000;

const failure = z.object({
  error: z.object({
    code: z.number().catch(0),
    error_subcode: z.number().catch(0),
    message: z.string().catch(''),
    error_data: z.object({ details: z.string().catch('') }).catch({ details: '' }),
  }),
});

const errorFrom = async (response: Response): Promise<GraphError> => {
  const read = failure.safeParse(await response.json().catch(() => undefined));
  const after = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(after) && after > 0 ? Math.min(after, 3600) : undefined;
  if (!read.success) return new GraphError(response.status, 0, 0, '', retryAfter);
  const { code, error_subcode, message, error_data } = read.data.error;
  return new GraphError(response.status, code, error_subcode, error_data.details || message, retryAfter);
};

/** Error codes of connections that were never established: nothing was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const wasSent = (error: unknown): boolean => {
  const { cause } = error as { cause?: { code?: unknown; errors?: readonly { code?: unknown }[] } };
  const code = cause?.code ?? cause?.errors?.[0]?.code;
  return !(typeof code === 'string' && neverSent.has(code));
};

export interface GraphCall {
  method?: 'GET' | 'POST' | 'DELETE';
  query?: Readonly<Record<string, string>>;
  body?: object | FormData;
  signal: AbortSignal;
}

type Credentials = Pick<Account, 'graphVersion' | 'token'>;

/** Makes one request to the Graph API. Throws GraphError or GraphUnreachable. */
export const graph = async <T>(
  { graphVersion, token }: Credentials,
  path: string,
  { method = 'GET', query = {}, body, signal }: GraphCall,
): Promise<T> => {
  const url = new URL(`/${graphVersion}/${path}`, graphUrl());
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const isForm = body instanceof FormData;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(isForm ? filePatienceMs : patienceMs)]),
    });
  } catch (error) {
    throw new GraphUnreachable(wasSent(error), error);
  }
  if (!response.ok) throw await errorFrom(response);
  try {
    return (await response.json()) as T;
  } catch (error) {
    throw new GraphUnreachable(true, error);
  }
};

/** Fetches all pages of a list, up to a number of rows that no legitimate account reaches. */
export const graphList = async <T>(credentials: Credentials, path: string, call: GraphCall): Promise<T[]> => {
  const rows: T[] = [];
  let after = '';
  do {
    const page: { data?: T[]; paging?: { cursors?: { after?: string }; next?: string } } = await graph(
      credentials,
      path,
      {
        ...call,
        query: { limit: '100', ...call.query, ...(after && { after }) },
      },
    );
    rows.push(...(page.data ?? []));
    after = page.paging?.next ? (page.paging.cursors?.after ?? '') : '';
  } while (after !== '' && rows.length < 5000);
  return rows;
};

/** Returns the proof by which Meta sees that the caller knows the app’s secret, and refuses a wrong one. */
export const secretProof = ({ token, appSecret }: Pick<Account, 'token' | 'appSecret'>): string =>
  createHmac('sha256', appSecret).update(token).digest('hex');
