import type { AiProtocol, ProtocolAnswer, ProtocolRequest, ProviderAccess, ProviderResponse } from '../../contract.ts';
import { adapted, chatBody } from './chat-body.ts';
import { headersOf } from './headers.ts';
import { embed, listModels, transcribe } from './openai-others.ts';
import { readStream, readWhole } from './read-answer.ts';
import { refusalOf } from './refusal.ts';
import { callInText } from './tool-calls.ts';

/** Sends the request; parameters that the server refuses by name are left out, each once. */
const asked = async (
  access: ProviderAccess,
  request: ProtocolRequest,
): Promise<{ response: ProviderResponse; streams: boolean }> => {
  let { flags } = access;
  for (;;) {
    const hasTools = (request.tools?.length ?? 0) > 0;
    const streams =
      request.onText !== undefined && flags.stream !== false && !(hasTools && flags.toolsStream === false);
    const response = await access.fetch('/chat/completions', {
      method: 'POST',
      headers: {
        ...headersOf(access),
        'content-type': 'application/json',
        accept: streams ? 'text/event-stream' : 'application/json',
      },
      body: JSON.stringify(chatBody(access, flags, request, streams)),
      signal: request.signal,
    });
    if (response.status >= 200 && response.status < 300) return { response, streams };
    const error = await refusalOf(response, access.key);
    const next = error.code === 'ERR_AI_REFUSED' ? adapted(flags, error.param) : undefined;
    if (!next) throw error;
    flags = next;
  }
};

/** The text of a model that writes its tool calls as text must not reach a reader before it is known to be none. */
const repaired = (answer: ProtocolAnswer, { tools = [] }: ProtocolRequest): ProtocolAnswer => {
  const call = answer.toolCalls.length === 0 ? callInText(answer.text, tools) : undefined;
  return call ? { ...answer, text: '', toolCalls: [call], finish: 'tools' } : answer;
};

const complete = async (access: ProviderAccess, request: ProtocolRequest): Promise<ProtocolAnswer> => {
  const { response, streams } = await asked(access, request);
  const type = String(response.headers['content-type'] ?? '');
  // Some servers ignore `stream` and answer in one piece.
  if (streams && !type.includes('json')) {
    const answer = await readStream(response, request.signal, (piece) => request.onText?.(piece));
    return repaired(answer, request);
  }
  const answer = repaired(await readWhole(response), request);
  if (answer.text !== '') request.onText?.(answer.text);
  return answer;
};

/** The protocol of OpenAI, which most providers and all usual local servers speak. */
export const openAi: AiProtocol = {
  id: 'openai',
  title: 'OpenAI',
  complete,
  embed,
  transcribe,
  models: listModels,
};
