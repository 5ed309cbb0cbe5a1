import { request } from 'node:https';
import { request as plainRequest } from 'node:http';
import { AppError, type z } from '@balcao/sdk/server';

export interface ProviderCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Our certificate, where the provider asks for one. */
  tls?: { cert?: string; key?: string; pfx?: Buffer; passphrase?: string; ca?: string };
  signal?: AbortSignal;
}

const maxBytes = 1_000_000;
const patienceMs = 15_000;

/** The provider said no, or nothing. What it said is for the log, never for the person who pays. */
export const refused = (status: number, said: unknown): AppError =>
  new AppError(502, 'ERR_PAYMENT_PROVIDER', {
    cause: new Error(`the payment provider answered ${status}: ${String(said).slice(0, 500)}`),
  });

/** JSON; what is none stays the text it is. */
const readable = (said: string): unknown => {
  try {
    return said === '' ? undefined : JSON.parse(said);
  } catch {
    return said;
  }
};

/** One call with its status and JSON. Redirections are not followed: they would carry what proves who we are. */
export const call = (wanted: ProviderCall): Promise<{ status: number; body: unknown }> =>
  new Promise((resolve, reject) => {
    const { method, url, headers, body, tls, signal } = wanted;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const fail = (error: Error): void => reject(new AppError(502, 'ERR_PAYMENT_PROVIDER', { cause: error }));
    const send = url.protocol === 'http:' ? plainRequest : request;
    const sent = send(
      url,
      {
        method,
        headers: {
          accept: 'application/json',
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
        timeout: patienceMs,
        agent: false,
        ...tls,
        ...(signal && { signal }),
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) answer.destroy(new Error('the answer is too long'));
          else chunks.push(chunk);
        });
        answer.on('error', fail);
        answer.on('end', () => {
          const body = readable(Buffer.concat(chunks).toString('utf8'));
          resolve({ status: answer.statusCode ?? 0, body });
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('the payment provider did not answer in time')));
    sent.on('error', fail);
    sent.end(text);
  });

/** What a provider answered, as far as it is used; an answer of another shape is a refusal. */
export const shaped = <T>(schema: z.ZodType<T>, answer: { status: number; body: unknown }): T => {
  const parsed = schema.safeParse(answer.body);
  if (answer.status >= 300 || !parsed.success) throw refused(answer.status, JSON.stringify(answer.body));
  return parsed.data;
};
