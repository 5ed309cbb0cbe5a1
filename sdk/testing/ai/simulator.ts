import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerChat } from './answers.ts';
import { transcription } from './audio.ts';
import { fail, json } from './replies.ts';
import type { AiRequest, AiSimulator, AiSimulatorOptions } from './types.ts';

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** A vector that depends on the words of the text only: equal texts are equal, and similar texts are near. */
const vectorOf = (text: string, length: number): number[] => {
  const vector = Array.from({ length }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
    vector[hash % length] = (vector[hash % length] ?? 0) + 1;
  }
  const size = Math.hypot(...vector) || 1;
  return vector.map((value) => value / size);
};

const embeddings = (response: ServerResponse, body: { input: string | string[]; dimensions?: number }): void => {
  const texts = typeof body.input === 'string' ? [body.input] : body.input;
  json(response, {
    object: 'list',
    data: texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: vectorOf(text, body.dimensions ?? 64),
    })),
    usage: { prompt_tokens: texts.join(' ').length, total_tokens: texts.join(' ').length },
  });
};

/**
 * Starts a server on this machine that speaks the protocol of OpenAI: `/models`, `/chat/completions` as JSON and as
 * events, `/embeddings` and `/audio/transcriptions`. The last message of the user scripts the answer, line by line:
 * `#text …`, `#tool name {json}`, `#slow 50` (milliseconds between pieces), `#cut 3` (the connection breaks after three
 * pieces), `#429 2` (once, to be asked again after two seconds), `#500` (always), `#500 1` (once), `#quota`,
 * `#badjson`, `#noindex`, `#nullchoices`, `#crlf`, `#splitutf8`, `#errorinstream`, `#length`, `#hang`, `#nousage`.
 * Without a script it repeats what it was asked. Bytes of audio script what is heard: `say:…`, after `hang:` (the first
 * time it waits), `down:3` (it fails three times), `tokens:` (it is billed by tokens) or `nousage:`.
 * @example
 * const ai = await startAiSimulator({ key: 'sk-test' });
 * await root.post('/ai/providers', { title: 'Simulator', baseUrl: ai.url, key: 'sk-test', models: ['sim-1'] });
 */
export const startAiSimulator = async (options: AiSimulatorOptions = {}): Promise<AiSimulator> => {
  const requests: AiRequest[] = [];
  const sent: AiSimulator['sent'] = [];
  const hanging = new Set<() => void>();
  /** How many times a script with a number of failures has failed. */
  const failures = new Map<string, number>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await bodyOf(request);
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const body: unknown = isJson ? JSON.parse(raw.toString()) : undefined;
    const path = request.url ?? '/';
    const { authorization } = request.headers;
    requests.push({
      method: request.method ?? '',
      path,
      authorization,
      body,
      raw: isJson ? raw.toString() : raw.toString('latin1'),
      at: performance.now(),
    });
    response.setHeader('x-request-id', `req_${requests.length}`);
    if (options.key !== undefined && authorization !== `Bearer ${options.key}`)
      return fail(response, 401, { message: 'Incorrect API key provided', code: 'invalid_api_key' });
    const models = options.models ?? ['sim-1'];
    if (path === '/v1/models')
      return json(response, {
        object: 'list',
        data: models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'sim' })),
      });
    if (path === '/v1/embeddings') return embeddings(response, body as Parameters<typeof embeddings>[1]);
    if (path === '/v1/audio/transcriptions')
      return transcription(response, raw, request.headers['content-type'] ?? '', {
        refused: options.refusedAudio,
        failures,
        hanging,
      });
    if (path !== '/v1/chat/completions') return fail(response, 404, { message: `Unknown path ${path}` });
    return answerChat(response, body as Parameters<typeof answerChat>[1], { options, models, sent, failures, hanging });
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const release = (): void => {
    for (const end of hanging) end();
    hanging.clear();
  };
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    sent,
    release,
    async close() {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
