import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, json } from './replies.ts';
import { readScript, type Script } from './script.ts';
import type { AiSimulator, AiSimulatorOptions } from './types.ts';

interface ChatBody {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  tools?: unknown[];
}
interface Stage {
  options: AiSimulatorOptions;
  models: readonly string[];
  sent: AiSimulator['sent'];
  failures: Map<string, number>;
  hanging: Set<() => void>;
}

/** Words with the space after them: the pieces in which a model writes. */
const pieces = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];
const usageOf = ({ messages }: ChatBody, { text }: Script): object => {
  const asked = Math.ceil(JSON.stringify(messages).length / 4);
  const said = pieces(text).length;
  return {
    prompt_tokens: asked,
    completion_tokens: said,
    total_tokens: asked + said,
    prompt_tokens_details: { cached_tokens: 0 },
  };
};
const toolCalls = ({ tools }: Script): object[] =>
  tools.map((call, index) => ({ id: `call_${index}`, type: 'function', function: call }));

/** Answers with the failure that the script names; false: it names none, or has failed often enough. */
const failed = (response: ServerResponse, { flags }: Script, asked: string, { failures }: Stage): boolean => {
  const once = (key: string, times: number): boolean => {
    const before = failures.get(key) ?? 0;
    failures.set(key, before + 1);
    return before < times;
  };
  const rate = flags.get('429');
  if (rate !== undefined && once(`429 ${asked}`, 1)) {
    response.setHeader('retry-after-ms', String(Number(rate || '1') * 1000));
    fail(response, 429, { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' });
    return true;
  }
  const broken = flags.get('500');
  if (broken !== undefined && (broken === '' || once(`500 ${asked}`, Number(broken)))) {
    response.statusCode = 500;
    response.end('upstream failed');
    return true;
  }
  if (flags.has('quota')) {
    fail(response, 429, { message: 'You exceeded your current quota', code: 'insufficient_quota' });
    return true;
  }
  if (flags.has('badjson')) {
    response.setHeader('content-type', 'application/json');
    response.end('{"choices":[{');
    return true;
  }
  return false;
};

/** Writes an event; with `splitutf8` every byte on its own, so that letters arrive in pieces. */
const writer = (response: ServerResponse, { flags }: Script, base: object) => {
  const end = flags.has('crlf') ? '\r\n\r\n' : '\n\n';
  return (chunk: object | string): void => {
    const text = typeof chunk === 'string' ? chunk : JSON.stringify({ ...base, ...chunk });
    const bytes = Buffer.from(`data: ${text}${end}`);
    if (!flags.has('splitutf8')) response.write(bytes);
    else for (const byte of bytes) response.write(Buffer.of(byte));
  };
};
const delta = (part: object, reason: string | null = null): object => ({
  choices: [{ index: 0, delta: part, finish_reason: reason }],
});

/** Writes tool calls as providers do: the name first, then the arguments in pieces. */
const streamTools = (write: (chunk: object) => void, { tools, flags }: Script): void => {
  tools.forEach((call, index) => {
    const place = flags.has('noindex') ? {} : { index };
    write(
      delta({
        tool_calls: [{ ...place, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: '' } }],
      }),
    );
    for (const part of call.arguments.match(/.{1,4}/gs) ?? [])
      write(
        delta({ tool_calls: [{ ...place, ...(flags.has('noindex') && { id: null }), function: { arguments: part } }] }),
      );
  });
};

const streamed = async (response: ServerResponse, body: ChatBody, script: Script, stage: Stage): Promise<void> => {
  const { flags } = script;
  response.setHeader('content-type', 'text/event-stream; charset=utf-8');
  const write = writer(response, script, {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: body.model,
    ...(body.stream_options?.include_usage && { usage: null }),
  });
  response.write(': hello\n\n');
  write(delta({ role: 'assistant', content: '' }));
  const cut = flags.has('cut') ? Number(flags.get('cut')) : Infinity;
  const slow = Number(flags.get('slow') ?? 0);
  for (const [index, text] of pieces(script.text).entries()) {
    // The pieces written so far still arrive before the connection ends.
    if (index >= cut) return void response.socket?.destroySoon();
    if (slow > 0) await wait(slow);
    if (response.destroyed) return;
    stage.sent.push({ text, at: performance.now() });
    write(delta({ content: text }));
    if (flags.has('errorinstream')) {
      write({ error: { message: 'The server had an error', type: 'server_error', code: null } });
      return void response.end();
    }
  }
  streamTools(write, script);
  write(delta({}, flags.has('length') ? 'length' : script.tools.length > 0 ? 'tool_calls' : 'stop'));
  if (body.stream_options?.include_usage && !flags.has('nousage'))
    write({ choices: flags.has('nullchoices') ? null : [], usage: usageOf(body, script) });
  write('[DONE]');
  response.end();
};

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: string }) => part.text ?? '').join('\n')
      : '';

/** Answers `/chat/completions` as the last message of the user says. */
export const answerChat = async (response: ServerResponse, body: ChatBody, stage: Stage): Promise<void> => {
  const { options, models, hanging } = stage;
  if (!models.includes(body.model))
    return fail(response, 404, { message: `The model ${body.model} does not exist`, code: 'model_not_found' });
  if (options.refusesTools === true && body.tools !== undefined)
    return fail(response, 400, { message: 'tools are not supported', param: 'tools' });
  const refused = options.refuses?.find((name) => name in body);
  if (refused !== undefined)
    return fail(response, 400, {
      message: `Unsupported parameter: '${refused}'`,
      code: 'unsupported_parameter',
      param: refused,
    });
  const last = body.messages.findLast(({ role }) => role === 'user');
  const asked = textOf(last?.content);
  // After the result of a tool the model speaks: the script of the question would call the tool again.
  const isAnswered = body.messages.at(-1)?.role === 'tool';
  const script = readScript(isAnswered ? `#text Resultado: ${textOf(body.messages.at(-1)?.content)}` : asked);
  if (failed(response, script, asked, stage)) return;
  if (script.flags.has('hang')) await new Promise<void>((resolve) => hanging.add(resolve));
  if (body.stream === true) return streamed(response, body, script, stage);
  const slow = Number(script.flags.get('slow') ?? 0);
  if (slow > 0) await wait(slow);
  json(response, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: body.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: script.text === '' ? null : script.text,
          refusal: null,
          ...(script.tools.length > 0 && { tool_calls: toolCalls(script) }),
        },
        finish_reason: script.flags.has('length') ? 'length' : script.tools.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    ...(!script.flags.has('nousage') && { usage: usageOf(body, script) }),
  });
};
