import OpenAI, { toFile } from 'openai';
import { expect, test } from 'vitest';
import { startAiSimulator } from './simulator.ts';

test('the published client of OpenAI streams text, collects calls of tools, embeds and transcribes with the simulator', async () => {
  const simulator = await startAiSimulator({ key: 'sk-test' });
  // The client refuses to run where a window is, which another file of this worker may have opened.
  const options = { apiKey: 'sk-test', baseURL: simulator.url, maxRetries: 1, dangerouslyAllowBrowser: true };
  const client = new OpenAI(options);
  const ask = (content: string) => ({ model: 'sim-1', messages: [{ role: 'user' as const, content }] });
  try {
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['sim-1']);
    const whole = await client.chat.completions.create(ask('#text Olá, Ana'));
    expect([whole.choices[0]?.message.content, whole.usage?.completion_tokens]).toEqual(['Olá, Ana', 2]);
    const runner = client.chat.completions.stream({
      ...ask('#splitutf8\n#text Ação já\n#tool handover {"reason":"é urgente"}'),
      stream_options: { include_usage: true },
      tools: [{ type: 'function', function: { name: 'handover', parameters: { type: 'object', properties: {} } } }],
    });
    const { choices, usage } = await runner.finalChatCompletion();
    const call = choices[0]?.message.tool_calls?.[0];
    expect([choices[0]?.message.content, choices[0]?.finish_reason]).toEqual(['Ação já', 'tool_calls']);
    expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toEqual({ reason: 'é urgente' });
    expect(usage?.total_tokens).toBeGreaterThan(0);
    const { data } = await client.embeddings.create({
      model: 'sim-1',
      input: ['a b', 'a b'],
      encoding_format: 'float',
    });
    expect(data[0]?.embedding).toEqual(data[1]?.embedding);
    const heard = await client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await toFile(Buffer.from('OggS say:bom dia'), 'nota.ogg'),
    });
    expect(heard.text).toBe('bom dia');
    await expect(client.chat.completions.create(ask('#quota'), { maxRetries: 0 })).rejects.toMatchObject({
      status: 429,
      code: 'insufficient_quota',
    });
    // The client waits as the simulator asks, and tries again.
    const limited = await client.chat.completions.create(ask('#429 0.01\n#text depois'));
    expect(limited.choices[0]?.message.content).toBe('depois');
    const wrong = new OpenAI({ ...options, apiKey: 'sk-wrong' });
    await expect(wrong.models.list()).rejects.toMatchObject({ status: 401 });
  } finally {
    await simulator.close();
  }
});
