import type { ProviderResponse } from '../../contract.ts';
import { providerError, type ProviderError } from './provider-error.ts';

const maxBytes = 65_536;

/** Reads a body as text, up to a limit that no honest answer reaches. */
export const textOf = async (body: AsyncIterable<Uint8Array>, limit = 33_554_432): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > limit) break;
  }
  return Buffer.concat(parts).toString('utf8');
};

interface Refusal {
  message: string;
  code: string | undefined;
  param: string | undefined;
}
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads an error from `{error: {…}}`, `{error: "…"}`, `{message}` or plain text: local servers write all of these. */
export const readRefusal = (body: unknown): Refusal => {
  const whole = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const inner = whole['error'] ?? whole;
  if (typeof inner === 'string') return { message: inner, code: undefined, param: undefined };
  const { message, code, param, type } = inner as Record<string, unknown>;
  return {
    message: text(message) ?? text(whole['detail']) ?? (typeof body === 'string' ? body : ''),
    code: text(code) ?? text(type),
    param: text(param),
  };
};

/** Keys appear in some refusals, in part or whole. */
const withoutKeys = (message: string, key: string): string =>
  (key === '' ? message : message.replaceAll(key, '…'))
    .replace(/\b(?:sk|gsk|AIza)[-_A-Za-z0-9*.]{6,}/g, '…')
    .slice(0, 300);

const header = ({ headers }: Pick<ProviderResponse, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** The milliseconds that the provider asks to wait: `retry-after-ms`, else `retry-after` in seconds or as a date. */
export const waitOf = (response: Pick<ProviderResponse, 'headers'>, now = Date.now()): number | undefined => {
  const exact = Number(header(response, 'retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const given = header(response, 'retry-after');
  if (given === undefined) return undefined;
  const seconds = Number(given);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
};

const tooLong = /context.{0,12}(length|window)|maximum context|too many tokens|prompt is too long/i;
const codeOf = (status: number, { code, message }: Refusal): string => {
  if (code === 'insufficient_quota' || status === 402) return 'ERR_AI_QUOTA';
  if (status === 401 || status === 403) return 'ERR_AI_KEY';
  if (status === 429) return 'ERR_AI_RATE';
  if (status === 413 || code === 'context_length_exceeded' || tooLong.test(message)) return 'ERR_AI_TOO_LONG';
  return status === 408 || status === 409 || status >= 500 ? 'ERR_AI_DOWN' : 'ERR_AI_REFUSED';
};

/** Turns an answer other than 2xx into an error. */
export const refusalOf = async (response: ProviderResponse, key: string): Promise<ProviderError> => {
  const raw = await textOf(response.body, maxBytes).catch(() => '');
  let body: unknown = raw;
  try {
    body = JSON.parse(raw);
  } catch {
    // Plain text.
  }
  const refusal = readRefusal(body);
  const again = header(response, 'x-should-retry');
  const code = codeOf(response.status, refusal);
  return providerError(again === 'true' && code === 'ERR_AI_REFUSED' ? 'ERR_AI_DOWN' : code, {
    detail: withoutKeys(`${response.status} ${refusal.message}`.trim(), key),
    waitMs: again === 'false' ? Number.POSITIVE_INFINITY : waitOf(response),
    param: refusal.param ?? /parameter:? '?(\w+)/i.exec(refusal.message)?.[1],
  });
};
