import type { ChatConfig, ChatMessage, ChatPage, ChatSession } from '../contract.ts';
import type { PageOptions } from './page.ts';

/** An unsuccessful answer; status 0 for no answer. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  /** Milliseconds to wait before the next attempt. */
  readonly retryAfterMs: number;
  constructor(status: number, code: string, retryAfterMs = 0) {
    super(code);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

const timeLimitMs = 20_000;
/** A file may take long; an upload without progress for this time has lost its connection. */
const stallMs = 30_000;

const failure = (status: number, text: string): CallError => {
  try {
    const { error, context } = JSON.parse(text) as { error?: string; context?: { retryAfter?: number } };
    return new CallError(status, error ?? '', (context?.retryAfter ?? 0) * 1000);
  } catch {
    return new CallError(status, '');
  }
};

/** The platform’s routes for visitors. */
export class ChatServer {
  readonly #page: PageOptions;
  readonly #base: string;
  token: string | undefined;

  constructor(page: PageOptions) {
    this.#page = page;
    this.#base = `${page.server}/api/webchat/${encodeURIComponent(page.address)}`;
  }

  config(): Promise<ChatConfig> {
    const { language } = this.#page;
    return this.#call('GET', `/config${language === undefined ? '' : `?language=${language}`}`);
  }

  async session(about: { token?: string; name?: string }): Promise<ChatSession> {
    return this.#call('POST', '/session', about);
  }

  history(before?: number): Promise<ChatPage> {
    return this.#call('GET', `/messages${before === undefined ? '' : `?before=${before}`}`);
  }

  write(id: string, body: string): Promise<ChatMessage> {
    return this.#call('POST', '/messages', { id, body });
  }

  /** Only XMLHttpRequest reports upload progress. */
  attach(id: string, body: string, file: File, progress: (part: number) => void): Promise<ChatMessage> {
    const form = new FormData();
    form.set('id', id);
    form.set('body', body);
    form.set('file', file, file.name);
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', `${this.#base}/messages`);
      request.setRequestHeader('authorization', `Bearer ${this.token ?? ''}`);
      let stall = setTimeout(() => request.abort(), stallMs);
      request.upload.onprogress = ({ loaded, total }) => {
        clearTimeout(stall);
        stall = setTimeout(() => request.abort(), stallMs);
        progress(total > 0 ? loaded / total : 0);
      };
      request.onloadend = () => clearTimeout(stall);
      request.onload = () => {
        if (request.status === 200) resolve(JSON.parse(request.responseText) as ChatMessage);
        else reject(failure(request.status, request.responseText));
      };
      request.onerror = () => reject(new CallError(0, 'ERR_OFFLINE'));
      request.onabort = request.onerror;
      request.send(form);
    });
  }

  /** Returns the address of a message’s file. */
  media(url: string): string {
    return this.#page.server + url;
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeLimitMs);
    try {
      const answer = await fetch(this.#base + path, {
        method,
        credentials: 'omit',
        signal: limit.signal,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => {
        throw new CallError(0, 'ERR_OFFLINE');
      });
      if (!answer.ok) throw failure(answer.status, await answer.text());
      return (await answer.json()) as T;
    } finally {
      clearTimeout(timer);
    }
  }
}
