import { AppError, notFound, type Scope } from '@balcao/sdk/server';
import { attempt, type Attempt } from '../runs/attempt.ts';
import { ProviderError } from '../protocol/provider-error.ts';
import { findProvider } from './provider-rows.ts';
import type { Target } from './resolver.ts';
import type { Owner } from './transport.ts';

/** Abilities of a provider, as one probe saw them. */
export interface TestResult {
  isOk: boolean;
  /** Milliseconds until the first piece of an answer. */
  latencyMs: number | null;
  streams: boolean;
  tools: boolean;
  models: string[];
  /** A code of the texts; null: it works. */
  error: string | null;
  /** The provider's own words. */
  detail: string;
}

const limitMs = 20_000;
const probeTool = {
  name: 'current_time',
  description: 'Returns the current time.',
  parameters: { type: 'object', properties: {}, required: [] },
};

/** Asks for a few words in a stream: they come in pieces, in one piece, or not at all. */
const probeText = async ({
  protocol,
  access,
  signal,
  scope,
}: Attempt): Promise<{ pieces: number; firstMs: number }> => {
  const began = performance.now();
  let pieces = 0;
  let firstMs = 0;
  await protocol.complete(
    access,
    {
      messages: [{ role: 'user', content: 'Reply with these words: one two three' }],
      maxTokens: 16,
      signal,
      onText: () => {
        pieces += 1;
        if (pieces === 1) firstMs = performance.now() - began;
      },
    },
    scope,
  );
  return { pieces, firstMs: Math.round(firstMs || performance.now() - began) };
};

/** Some servers refuse a request with tools, others lose the call: both answer without tools. */
const probeTools = async ({ protocol, access, signal, scope }: Attempt): Promise<boolean> => {
  try {
    const messages = [{ role: 'user' as const, content: `Call the tool current_time.\n#tool current_time {}` }];
    const answer = await protocol.complete(access, { messages, tools: [probeTool], maxTokens: 64, signal }, scope);
    return answer.toolCalls.length > 0;
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'ERR_AI_REFUSED') return false;
    throw error;
  }
};

const failure = (error: unknown): Pick<TestResult, 'error' | 'detail'> => ({
  error: error instanceof AppError ? error.code : 'ERR_AI_TIMEOUT',
  detail: error instanceof ProviderError ? error.detail : '',
});

/** Calls a stored provider: lists its models, and probes one of them. */
export const testProvider = async (
  scope: Scope,
  owner: Owner,
  id: number,
  wanted: string | undefined,
): Promise<TestResult> => {
  const row = await findProvider(scope, owner, id);
  if (!row) throw notFound('ERR_NO_AI_PROVIDER_FOUND');
  const target: Target = { ...row, owner, model: wanted ?? row.models[0] ?? '' };
  const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(limitMs)]);
  const result: TestResult = {
    isOk: false,
    latencyMs: null,
    streams: false,
    tools: false,
    models: [],
    error: null,
    detail: '',
  };
  const made = await attempt(scope, target, signal, limitMs);
  try {
    // A server may have no list of models and answer all the same.
    const listed = await made.protocol.models?.(made.access, made.signal, made.scope).catch((error: unknown) => {
      if (error instanceof ProviderError && ['ERR_AI_KEY', 'ERR_AI_DOWN', 'ERR_AI_ADDRESS'].includes(error.code))
        throw error;
      return [];
    });
    result.models = listed ?? [];
    const model = target.model === '' ? (result.models[0] ?? '') : target.model;
    const probed = { ...made, access: { ...made.access, model } };
    const { pieces, firstMs } = await probeText(probed);
    // A person who switched tools off is told what happens, and no call is asked for.
    const tools = row.flags.tools !== false && (await probeTools(probed));
    return { ...result, isOk: true, latencyMs: firstMs, streams: pieces > 1, tools };
  } catch (error) {
    return { ...result, ...failure(error) };
  } finally {
    made.end();
  }
};
