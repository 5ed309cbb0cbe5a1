import { randomBytes } from 'node:crypto';
import type { AiProtocol, ProviderAccess, ProviderResponse } from '../../contract.ts';
import { headersOf } from './headers.ts';
import { providerError, ProviderError } from './provider-error.ts';
import { refusalOf, textOf } from './refusal.ts';

const answered = async (response: ProviderResponse, key: string): Promise<unknown> => {
  if (response.status < 200 || response.status >= 300) throw await refusalOf(response, key);
  try {
    return JSON.parse(await textOf(response.body));
  } catch {
    throw providerError('ERR_AI_DOWN', { detail: 'The answer is not JSON' });
  }
};

export const embed: NonNullable<AiProtocol['embed']> = async (access, { texts, signal }) => {
  const response = await access.fetch('/embeddings', {
    method: 'POST',
    headers: { ...headersOf(access), 'content-type': 'application/json' },
    body: JSON.stringify({ model: access.model, input: texts, encoding_format: 'float' }),
    signal,
  });
  const { data, usage } = (await answered(response, access.key)) as {
    data?: { index: number; embedding: number[] }[];
    usage?: { prompt_tokens?: number };
  };
  const vectors = (data ?? []).toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
  if (vectors.length !== texts.length) throw providerError('ERR_AI_DOWN', { detail: 'Vectors are missing' });
  return {
    vectors,
    ...(usage && { usage: { promptTokens: usage.prompt_tokens ?? 0, cachedTokens: 0, completionTokens: 0 } }),
  };
};

/** A form with one file, written by hand, because the body must be bytes of a known length. */
const form = (
  fields: Readonly<Record<string, string>>,
  file: { name: string; mime: string; bytes: Uint8Array },
): { type: string; body: Uint8Array } => {
  const boundary = `balcao-${randomBytes(12).toString('hex')}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.mime}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(parts.join('') + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
};

export const transcribe: NonNullable<AiProtocol['transcribe']> = async (access, request) => {
  const { type, body } = form(
    { model: access.model, language: request.language, response_format: 'json' },
    { name: request.fileName, mime: request.mime, bytes: request.audio },
  );
  const response = await access.fetch('/audio/transcriptions', {
    method: 'POST',
    headers: { ...headersOf(access), 'content-type': type },
    body,
    signal: request.signal,
  });
  try {
    const { text, language, usage, duration } = (await answered(response, access.key)) as {
      text?: string;
      language?: string;
      duration?: number;
      // Some models are billed by the time of the audio, and others by tokens.
      usage?: { seconds?: number; input_tokens?: number; output_tokens?: number };
    };
    if (typeof text !== 'string') throw providerError('ERR_AI_DOWN', { detail: 'The answer has no text' });
    const { input_tokens: promptTokens = 0, output_tokens: completionTokens = 0 } = usage ?? {};
    return {
      text: text.trim(),
      language: language ?? request.language,
      seconds: usage?.seconds ?? duration ?? null,
      ...(promptTokens + completionTokens > 0 && { usage: { promptTokens, cachedTokens: 0, completionTokens } }),
    };
  } catch (error) {
    // The model or the key is no matter of the file; everything else that is refused is.
    if (error instanceof ProviderError && error.code === 'ERR_AI_REFUSED' && !/model/i.test(error.param ?? ''))
      throw providerError('ERR_AI_AUDIO', { detail: error.detail });
    throw error;
  }
};

export const listModels = async (access: ProviderAccess, signal: AbortSignal): Promise<string[]> => {
  const response = await access.fetch('/models', { method: 'GET', headers: headersOf(access), signal });
  const { data } = (await answered(response, access.key)) as { data?: { id?: unknown }[] };
  return (data ?? []).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])).slice(0, 500);
};
