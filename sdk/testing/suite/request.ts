import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: string | FormData | undefined;
}

const agent = new Agent({ keepAlive: true });

/** Returns a form as the browser sends it. */
const encoded = async (form: FormData): Promise<{ type: string; bytes: Buffer }> => {
  const response = new Response(form);
  return { type: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.arrayBuffer()) };
};

const bytesOf = async (body: Sent['body']): Promise<{ type: string; bytes: Buffer } | undefined> => {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? { type: 'text/plain;charset=UTF-8', bytes: Buffer.from(body) } : encoded(body);
};

/**
 * Sends one request and returns the whole answer. The suite sends tens of thousands of them in the process of the
 * server itself: `fetch` takes about as much processor time for one as the server does for its answer.
 */
export const send = async (address: string, { method, headers, body }: Sent): Promise<Received> => {
  const { hostname, port, pathname, search } = new URL(address);
  const content = await bytesOf(body);
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const failed = (error: Error): void => {
      // A server that refuses a large body answers before it has read all of it.
      if (!isAnswered) reject(error);
    };
    const outgoing = request({
      agent,
      hostname,
      port,
      method,
      path: `${pathname}${search}`,
      headers: {
        ...(content && { 'content-type': content.type, 'content-length': String(content.bytes.length) }),
        ...headers,
      },
    });
    outgoing.on('error', failed);
    outgoing.on('response', (incoming) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    outgoing.end(content?.bytes);
  });
};
