/** The product's API for a signed-in person. Throws unless the response is a success. */
export class Api {
  readonly #url: string;
  readonly #token: string;

  constructor({ url, token }: { url: string; token: string }) {
    this.#url = url;
    this.#token = token;
  }

  get<T>(path: string): Promise<T> {
    return this.#ask('GET', path);
  }
  post<T>(path: string, body: object = {}): Promise<T> {
    return this.#ask('POST', path, body);
  }
  put<T>(path: string, body: object = {}): Promise<T> {
    return this.#ask('PUT', path, body);
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${this.#url}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`);
    return JSON.parse(text || 'null') as T;
  }
}
