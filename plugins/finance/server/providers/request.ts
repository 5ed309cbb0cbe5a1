import { request } from 'node:https';
import { request as plainRequest } from 'node:http';
import { AppError, type z } from '@balcao/sdk/server';

export interface ProviderCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Our client certificate, where the provider requires one. */
  tls?: { cert?: string; key?: string; pfx?: Buffer; passphrase?: string; ca?: string };
  signal?: AbortSignal;
}

const maxBytes = 1_000_000;
const timeoutMs = 15_000;

/**
 * An error for a provider’s refusal or missing answer. The provider’s text is for the log, never for the person who
 * pays.
 */
export const refused = (status: number, body: unknown): AppError =>
  new AppError(502, 'ERR_PAYMENT_PROVIDER', {
    cause: new Error(`payment provider answered ${status}: ${String(body).slice(0, 500)}`),
  });

/** Parses JSON; other text is returned unchanged. */
const readable = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
};

/** Makes one request and returns its status and JSON. Redirects are not followed: they would carry our credentials. */
export const call = (options: ProviderCall): Promise<{ status: number; body: unknown }> =>
  new Promise((resolve, reject) => {
    const { method, url, headers, body, tls, signal } = options;
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
        timeout: timeoutMs,
        agent: false,
        ...tls,
        ...(signal && { signal }),
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) answer.destroy(new Error('payment provider’s answer is too long'));
          else chunks.push(chunk);
        });
        answer.on('error', fail);
        answer.on('end', () => {
          const body = readable(Buffer.concat(chunks).toString('utf8'));
          resolve({ status: answer.statusCode ?? 0, body });
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('payment provider did not answer in time')));
    sent.on('error', fail);
    sent.end(text);
  });

/** Validates a provider’s answer as far as it is used; an answer of another shape is a refusal. */
export const shaped = <T>(schema: z.ZodType<T>, answer: { status: number; body: unknown }): T => {
  const parsed = schema.safeParse(answer.body);
  if (answer.status >= 300 || !parsed.success) throw refused(answer.status, JSON.stringify(answer.body));
  return parsed.data;
};
