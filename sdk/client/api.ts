import i18next from 'i18next';
import { ApiError, errorFrom, offline } from './api-error.ts';
import { accessToken, dropSession } from './session/access.ts';
import { acceptSamePerson, refreshSession } from './session/refresh.ts';
import { storePendingSignOut } from './session/pending-sign-out.ts';
import { currentSession, type SessionAnswer } from './session/session.ts';
import { publishToTabs } from './session/tabs.ts';
import { trackBusy } from './page-idle.ts';

type ParamValue = string | number | boolean | Date | null | undefined;
/** Query parameters. Undefined and null are omitted, arrays repeat the name, dates are sent as ISO 8601. */
export type Params = Readonly<Record<string, ParamValue | readonly ParamValue[]>>;

export interface UploadOptions {
  /** Receives the sent share of the bytes, 0 to 1. */
  onProgress?(fraction: number): void;
  signal?: AbortSignal;
}

/**
 * Calls the platform's API. Paths do not include `/api`. Every failure is an `ApiError`, a cancelled call an
 * `AbortError`.
 */
export interface Api {
  get<T>(path: string, params?: Params, options?: { signal?: AbortSignal }): Promise<T>;
  post<T>(path: string, body?: unknown, options?: { signal?: AbortSignal }): Promise<T>;
  put<T>(path: string, body?: unknown): Promise<T>;
  patch<T>(path: string, body?: unknown): Promise<T>;
  delete<T>(path: string, body?: unknown): Promise<T>;
  /** Sends a multipart form, with progress. */
  upload<T>(path: string, form: FormData, options?: UploadOptions & { method?: 'POST' | 'PUT' }): Promise<T>;
  /** Downloads a file; returns its bytes and the name that the server gave it. */
  file(path: string, params?: Params): Promise<{ blob: Blob; name: string | undefined }>;
}

function addressOf(path: string, params: Params = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of (Array.isArray(value) ? value : [value]) as ParamValue[]) {
      if (one !== undefined && one !== null) query.append(name, one instanceof Date ? one.toISOString() : String(one));
    }
  }
  const text = query.toString();
  return `/api${path}${text && (path.includes('?') ? `&${text}` : `?${text}`)}`;
}

function headersFor(body: unknown): Record<string, string> {
  const token = accessToken();
  return {
    accept: 'application/json',
    'accept-language': i18next.language ?? 'pt',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (!text) return undefined;
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
};

/** Refusals of a login itself. They do not end the session, because the page may have a valid one. */
const loginRefusals = new Set(['ERR_INVALID_CREDENTIALS', 'ERR_LOGIN_STEP_OVER']);

/** Runs a call. An expired token is refreshed once; a rejected session ends on the login page. */
async function withSession<T>(call: () => Promise<T>): Promise<T> {
  const token = accessToken();
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403 && error.code === 'ERR_SESSION_EXPIRED') {
      if (accessToken() !== token || (await refreshSession())) return call();
      throw error;
    }
    if (error.status === 401 && token !== undefined && !loginRefusals.has(error.code)) {
      if (accessToken() === token) dropSession(currentSession() ? 'expired' : 'signed-out');
    }
    throw error;
  }
}

async function fetchOnce(method: string, address: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(address, {
    method,
    headers: headersFor(body),
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
    signal,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : offline();
  });
  if (!response.ok) throw errorFrom(response.status, await bodyOf(response).catch(() => undefined));
  return response;
}

const call = <T>(method: string, path: string, body?: unknown, params?: Params, signal?: AbortSignal): Promise<T> =>
  trackBusy(
    withSession(async () => {
      const response = await fetchOnce(method, addressOf(path, params), body, signal);
      return (await bodyOf(response).catch((error: unknown) => {
        throw signal?.aborted ? error : offline();
      })) as T;
    }),
  );

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
const sendOnce = <T>(method: string, address: string, form: FormData, options: UploadOptions): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, address);
    for (const [name, value] of Object.entries(headersFor(undefined))) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total ? loaded / total : 0);
    request.onload = () => {
      let body: unknown;
      try {
        body = request.responseText ? JSON.parse(request.responseText) : undefined;
      } catch {
        body = undefined;
      }
      if (request.status >= 200 && request.status < 300) resolve(body as T);
      else reject(errorFrom(request.status, body));
    };
    request.onerror = () => reject(offline());
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    request.onloadend = () => options.signal?.removeEventListener('abort', abort);
    if (options.signal?.aborted) return reject(new DOMException('aborted', 'AbortError'));
    options.signal?.addEventListener('abort', abort);
    request.send(form);
  });

const fileName = (disposition: string | null): string | undefined => {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  return encoded ? decodeURIComponent(encoded) : disposition?.match(/filename="?([^";]+)"?/i)?.[1];
};

export const api: Api = {
  get: (path, params, options) => call('GET', path, undefined, params, options?.signal),
  post: (path, body, options) => call('POST', path, body ?? {}, undefined, options?.signal),
  put: (path, body) => call('PUT', path, body ?? {}),
  patch: (path, body) => call('PATCH', path, body ?? {}),
  delete: (path, body) => call('DELETE', path, body),
  upload: (path, form, { method = 'POST', ...options } = {}) =>
    withSession(() => sendOnce(method, addressOf(path), form, options)),
  file: (path, params) =>
    withSession(async () => {
      const response = await fetchOnce('GET', addressOf(path, params), undefined);
      const blob = await response.blob().catch(() => {
        throw offline();
      });
      return { blob, name: fileName(response.headers.get('content-disposition')) };
    }),
};

export const useApi = (): Api => api;

/** A step of the login after the password, as a plugin describes it (see `LoginStep` of the server). */
export interface LoginChallenge {
  title: string;
  text: string;
  picture?: { src: string; alt: string };
  lines?: { label: string; values: readonly string[] };
  input?: { label: string; kind: 'digits' | 'text' | 'password'; hint?: string };
  submit: string;
}
export interface PendingLogin {
  /** Identifies the login; it is sent back with the answer. */
  pass: string;
  challenge: LoginChallenge;
}
type LoginAnswer = SessionAnswer | { step: PendingLogin };

const accepted = (answer: LoginAnswer): PendingLogin | undefined => {
  if ('step' in answer) return answer.step;
  storePendingSignOut(false);
  // The page behind the login may be one of another person, or of another company.
  acceptSamePerson(answer);
  publishToTabs({ kind: 'session', answer });
  return undefined;
};

/**
 * Signs in and publishes the session to the other tabs. Refusals are ApiErrors with codes of the catalogue. Returns the
 * next step if there is one before the session.
 */
export async function signIn(email: string, password: string): Promise<PendingLogin | undefined> {
  return accepted(await call<LoginAnswer>('POST', '/auth/login', { email, password }));
}

/** Answers a login step. ERR_LOGIN_STEP_OVER (401): the login has to start again with the password. */
export async function answerLogin(pass: string, value: string): Promise<PendingLogin | undefined> {
  return accepted(await call<LoginAnswer>('POST', '/auth/login/step', { pass, value }));
}

/** Ends the session here and in the other tabs, even if the server is unreachable. */
export async function signOut(): Promise<void> {
  await call('DELETE', '/auth/logout').catch((error: unknown) => {
    // A refusal means that the session no longer exists.
    storePendingSignOut(error instanceof ApiError && (error.status === 0 || error.status >= 500));
  });
  dropSession('signed-out');
  publishToTabs({ kind: 'signed-out' });
}
