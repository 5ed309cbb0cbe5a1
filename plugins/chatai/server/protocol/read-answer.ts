import type { Completion, ProtocolAnswer, ProviderResponse, Usage } from '../../contract.ts';
import { providerError } from './provider-error.ts';
import { readRefusal, textOf } from './refusal.ts';
import { streamEvents } from './sse.ts';
import { ToolCallCollector, type WireToolCall } from './tool-calls.ts';

interface WireUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
}
interface WirePart {
  content?: string | null;
  refusal?: string | null;
  tool_calls?: WireToolCall[] | null;
}
interface WireAnswer {
  choices?: { message?: WirePart; delta?: WirePart; finish_reason?: string | null }[] | null;
  usage?: WireUsage | null;
  error?: unknown;
}

const usageOf = (usage: WireUsage | null | undefined): Omit<Usage, 'isEstimated'> | undefined =>
  usage
    ? {
        promptTokens: usage.prompt_tokens ?? 0,
        cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
        completionTokens: usage.completion_tokens ?? 0,
      }
    : undefined;

const finishOf = (reason: string | null | undefined, hasCalls: boolean): Completion['finish'] => {
  if (reason === 'length') return 'length';
  if (reason === 'content_filter') return 'filter';
  return hasCalls ? 'tools' : 'stop';
};
const parse = (text: string): WireAnswer => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Below.
  }
  throw providerError('ERR_AI_DOWN', { detail: 'The answer is not JSON' });
};

/** Reads an answer in one piece. */
export const readWhole = async ({ body }: ProviderResponse): Promise<ProtocolAnswer> => {
  const answer = parse(await textOf(body));
  if (answer.error) throw providerError('ERR_AI_DOWN', { detail: readRefusal(answer).message.slice(0, 300) });
  const [choice] = answer.choices ?? [];
  if (!choice?.message) throw providerError('ERR_AI_DOWN', { detail: 'The answer has no choices' });
  const calls = new ToolCallCollector();
  // In one piece every call is whole, whatever its index says.
  choice.message.tool_calls?.forEach((call, index) => calls.add({ ...call, index }));
  const toolCalls = calls.result();
  const usage = usageOf(answer.usage);
  return {
    text: choice.message.content ?? choice.message.refusal ?? '',
    toolCalls,
    finish: finishOf(choice.finish_reason, toolCalls.length > 0),
    ...(usage && { usage }),
  };
};

/**
 * Reads a streamed answer. A connection that breaks after text has arrived is an answer too, marked `cut`: the text was
 * paid for and shown. Before the first piece it is an error, and the call may be repeated.
 */
export const readStream = async (
  { body }: ProviderResponse,
  signal: AbortSignal,
  onText: (piece: string) => void,
): Promise<ProtocolAnswer> => {
  const calls = new ToolCallCollector();
  let text = '';
  let reason: string | null | undefined;
  let usage: Omit<Usage, 'isEstimated'> | undefined;
  try {
    for await (const { event, data } of streamEvents(body)) {
      if (data === '[DONE]') break;
      const chunk = parse(data);
      if (event === 'error' || chunk.error)
        throw providerError('ERR_AI_DOWN', { detail: readRefusal(chunk).message.slice(0, 300) });
      usage = usageOf(chunk.usage) ?? usage;
      const [choice] = chunk.choices ?? [];
      const piece = choice?.delta?.content ?? choice?.delta?.refusal ?? '';
      if (piece !== '') {
        text += piece;
        onText(piece);
      }
      for (const call of choice?.delta?.tool_calls ?? []) calls.add(call);
      reason = choice?.finish_reason ?? reason;
    }
    if (reason === undefined || reason === null)
      throw providerError('ERR_AI_DOWN', { detail: 'The stream ended early' });
  } catch (error) {
    if (signal.aborted || text === '') throw error;
    return { text, toolCalls: [], finish: 'cut', ...(usage && { usage }) };
  }
  const toolCalls = calls.result();
  return { text, toolCalls, finish: finishOf(reason, toolCalls.length > 0), ...(usage && { usage }) };
};
