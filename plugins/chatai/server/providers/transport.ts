import { NotPublic, openPublic } from '@balcao/sdk/server';
import type { ProviderAccess, ProviderResponse } from '../../contract.ts';
import { providerError } from '../protocol/provider-error.ts';

/** The owner of a provider: the installation may reach private addresses, where the operator allows them. */
export type Owner = 'platform' | 'company';

/** In production an operator switches private addresses on; a local server such as Ollama has one. */
const mayBePrivate = (owner: Owner): boolean =>
  owner === 'platform' && (process.env['NODE_ENV'] !== 'production' || process.env['AI_PRIVATE_URLS'] === '1');

const openAny = async (
  url: string,
  { method, headers, body, signal }: Parameters<ProviderAccess['fetch']>[1],
): Promise<ProviderResponse> => {
  const response = await fetch(url, {
    method,
    signal,
    redirect: 'manual',
    ...(headers && { headers }),
    ...(body !== undefined && { body: body as BodyInit }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: (response.body ?? new ReadableStream<Uint8Array>()) as AsyncIterable<Uint8Array>,
  };
};

const openChecked = async (
  url: string,
  { method, headers, body, signal }: Parameters<ProviderAccess['fetch']>[1],
): Promise<ProviderResponse> => {
  const opened = await openPublic(url, {
    method,
    signal,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
    ownPorts: true,
  });
  const read = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* opened.body;
    } finally {
      opened.close();
    }
  };
  return { status: opened.status, headers: opened.headers, body: read() };
};

/** Tells `heard` of every byte that arrives, for the limit of silence. */
async function* watched(body: AsyncIterable<Uint8Array>, heard: () => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    heard();
    yield bytes;
  }
}

/** Returns the function with which a protocol calls one provider. */
export const transport =
  (baseUrl: string, owner: Owner, heard: () => void = () => undefined): ProviderAccess['fetch'] =>
  async (path, request) => {
    const url = `${baseUrl}${path}`;
    try {
      const response = await (mayBePrivate(owner) ? openAny : openChecked)(url, request);
      heard();
      return { ...response, body: watched(response.body, heard) };
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (error instanceof NotPublic) throw providerError('ERR_AI_ADDRESS', { detail: error.message });
      // Messages of the network name the host only.
      throw providerError('ERR_AI_DOWN', { detail: networkReason(error) });
    }
  };

const networkReason = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const reason = code ?? cause?.code;
  return typeof reason === 'string' ? reason : 'The connection failed';
};

/** Returns the base address of what a person pasted: without `/chat/completions`, query and a slash at the end. */
export const baseOf = (pasted: string): string | undefined => {
  if (!URL.canParse(pasted.trim())) return undefined;
  const url = new URL(pasted.trim());
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const path = url.pathname.replace(/\/+(chat\/completions|models|embeddings|audio\/transcriptions)?\/*$/, '');
  return `${url.origin}${path}`;
};
