import type { ModelMessage, ProtocolRequest, ProviderAccess, ProviderFlags } from '../../contract.ts';

const wireMessage = ({ role, content, toolCalls, toolCallId }: ModelMessage): object => ({
  role,
  // Servers refuse an empty text beside tool calls, and null without them.
  content: content === '' && toolCalls !== undefined && toolCalls.length > 0 ? null : content,
  ...(toolCalls &&
    toolCalls.length > 0 && {
      tool_calls: toolCalls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(input ?? {}) },
      })),
    }),
  ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
});

/** For servers that do not know `response_format`. */
const asInstruction = (schema: object): object => ({
  role: 'system',
  content: `Answer with one JSON object only, without any other text. It follows this JSON Schema: ${JSON.stringify(schema)}`,
});

/** Returns the body of `/chat/completions`, without what the server does not accept. */
export const chatBody = (
  { model }: Pick<ProviderAccess, 'model'>,
  flags: ProviderFlags,
  request: ProtocolRequest,
  streams: boolean,
): Record<string, unknown> => {
  const { messages, tools, toolChoice, schema, maxTokens, temperature } = request;
  const asksTools = tools !== undefined && tools.length > 0 && flags.tools !== false;
  return {
    model,
    messages: [
      ...messages.map(wireMessage),
      ...(schema && flags.noSchema === true ? [asInstruction(schema.schema)] : []),
    ],
    ...(streams && { stream: true, stream_options: { include_usage: true } }),
    ...(maxTokens !== undefined && { [flags.oldMaxTokens ? 'max_tokens' : 'max_completion_tokens']: maxTokens }),
    ...(temperature !== undefined && !flags.noTemperature && { temperature }),
    ...(asksTools && {
      tools: tools.map((tool) => ({ type: 'function', function: tool })),
      ...(toolChoice && { tool_choice: toolChoice }),
    }),
    ...(schema &&
      !flags.noSchema && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: schema.name, strict: true, schema: schema.schema },
        },
      }),
  };
};

/** Returns the flags with which a refused parameter is not sent again; undefined: it is not one of those. */
export const adapted = (flags: ProviderFlags, param: string | undefined): ProviderFlags | undefined => {
  switch (param) {
    case 'temperature':
      return flags.noTemperature ? undefined : { ...flags, noTemperature: true };
    case 'max_completion_tokens':
      return flags.oldMaxTokens ? undefined : { ...flags, oldMaxTokens: true };
    case 'max_tokens':
      return flags.oldMaxTokens ? { ...flags, oldMaxTokens: false } : undefined;
    case 'response_format':
      return flags.noSchema ? undefined : { ...flags, noSchema: true };
    case 'stream':
    case 'stream_options':
      return flags.stream === false ? undefined : { ...flags, stream: false };
    default:
      return undefined;
  }
};
