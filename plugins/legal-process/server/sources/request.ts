import type { z } from '@balcao/sdk/server';
import { LegalFault } from '../../contract.ts';

/** A case of many years has some thousand movements; nothing longer is an answer. */
const maxBytes = 20_000_000;
const longestWaitMs = 3_600_000;

interface Wanted {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  signal: AbortSignal;
  /** Wait after 429 without a time of the source's own. */
  busyMs: number;
  /** The meaning of 403; `blocked` if absent. */
  forbidden?: 'key' | 'blocked';
}
export interface SourceAnswer {
  status: number;
  body: unknown;
}

/** Returns the wait that an answer asks for: `Retry-After` in seconds or as a date. */
const waitOf = (headers: Headers, otherwise: number): number => {
  const text = headers.get('retry-after')?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, otherwise), longestWaitMs) : otherwise;
};

const readText = async (answer: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

/**
 * Makes one request to a source, and tells its refusals apart: 401 is the key, 402 the balance, 403 the address of the
 * server, 429 asks for silence, and everything that is no JSON is no answer. Redirects are not followed: they would
 * carry the key.
 */
export const ask = async ({ method, url, headers, body, signal, busyMs, forbidden }: Wanted): Promise<SourceAnswer> => {
  const down = (cause: unknown): LegalFault => new LegalFault('down', { cause });
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, {
      method,
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/json',
        'user-agent': 'balcao',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    text = await readText(answer);
  } catch (error) {
    throw down(error);
  }
  const { status } = answer;
  const said = new Error(`answered ${status}: ${text.slice(0, 300)}`);
  if (status === 401) throw new LegalFault('key', { cause: said });
  if (status === 402) throw new LegalFault('credit', { cause: said });
  if (status === 403) throw new LegalFault(forbidden ?? 'blocked', { cause: said });
  if (status === 429) throw new LegalFault('busy', { waitMs: waitOf(answer.headers, busyMs), cause: said });
  if (status >= 500 || (status >= 300 && status < 400)) throw down(said);
  if (status === 204) return { status, body: null };
  if (!/[/+]json\b/.test(answer.headers.get('content-type') ?? '')) throw down(said);
  try {
    return { status, body: JSON.parse(text) };
  } catch {
    throw down(said);
  }
};

/** Returns an address below the base that the super user entered. */
export const addressOf = (base: string, path: string): URL => new URL(`${base.replace(/\/+$/, '')}${path}`);

/** Reads an answer by its shape; whatever is none of it is no answer. */
export const answerOf = <T>({ status, body }: SourceAnswer, shape: z.ZodType<T>): T => {
  const read = shape.safeParse(body);
  if (status >= 400 || !read.success)
    throw new LegalFault('down', { cause: new Error(`answered ${status}: ${JSON.stringify(body).slice(0, 300)}`) });
  return read.data;
};
