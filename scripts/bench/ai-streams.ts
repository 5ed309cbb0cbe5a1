import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { startAiSimulator, startTestHost, type Person, type TestHost } from '@balcao/testing';
import { quantile } from './figures.ts';
import { ms, type Row } from './table.ts';

const streams = 50;
/** A person asks at most thirty questions a minute. */
const people = 5;
/** Milliseconds between two words of the model. */
const slow = 50;
const words = 60;
/** The first word is shown at most this long after the simulator sent it. */
const goal = 150;

interface ArrivedPiece {
  at: number;
  text: string;
}

/** Opens a socket that notes when each piece of each chat arrives. */
const listen = async (host: TestHost, { token }: Person, heard: Map<number, ArrivedPiece[]>): Promise<Socket> => {
  const socket = io(host.url, { path: '/socket.io', transports: ['websocket'], auth: { token } });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.on(
    'room',
    ({ params, event, data }: { params: { chatId: number }; event: string; data: { newMessage: string } }) => {
      if (event !== 'new-message-stream') return;
      heard.set(params.chatId, [...(heard.get(params.chatId) ?? []), { at: performance.now(), text: data.newMessage }]);
    },
  );
  return socket;
};

const figures = (
  heard: ReadonlyMap<number, ArrivedPiece[]>,
  sent: readonly { text: string; at: number }[],
  alone: boolean,
): Row[] => {
  const firsts: number[] = [];
  const gaps: number[] = [];
  for (const pieces of heard.values()) {
    const [first] = pieces;
    const said = sent.find(({ text }) => first?.text.startsWith(text));
    if (first && said) firsts.push(first.at - said.at);
    pieces.slice(1, -1).forEach(({ at }, index) => gaps.push(at - (pieces[index]?.at ?? at)));
  }
  const count = alone ? 'one stream' : `${streams} streams at once`;
  const p99 = quantile(firsts, 0.99);
  return [
    {
      what: `ai: first word shown after the model sent it, ${count}`,
      figure: `p99 ${ms(p99)}`,
      goal: `≤ ${goal} ms`,
      met: p99 <= goal,
      p50: quantile(firsts, 0.5),
      p99,
    },
    {
      what: `ai: between two live pieces, a word each ${slow} ms, ${count}`,
      figure: `p99 ${ms(quantile(gaps, 0.99))}`,
      p50: quantile(gaps, 0.5),
      p99: quantile(gaps, 0.99),
    },
  ];
};

const measure = async (host: TestHost, count: number): Promise<Row[]> => {
  const ai = await startAiSimulator();
  const root = await host.superUser();
  const provider = await root.post<{ id: number }>('/ai/platform-providers', { title: 'Model', baseUrl: ai.url });
  const records = [{ purpose: 'chat', providerId: provider.body.id, model: 'sim-1' }];
  await root.put('/ai/platform-purposes', { records });
  const prompt = await root.post<{ id: number }>('/prompts', {
    title: `Prompt ${count}`,
    type: 1,
    description: 'Responda.',
  });
  const company = await host.company({ settings: { aiAtOnce: 64 } });
  const heard = new Map<number, ArrivedPiece[]>();
  const sockets: Socket[] = [];
  const asks: (() => Promise<unknown>)[] = [];
  for (let index = 0; index < Math.min(people, count); index += 1) {
    const person = await company.person('user');
    const socket = await listen(host, person, heard);
    sockets.push(socket);
    for (let chat = 0; chat < Math.ceil(count / people); chat += 1) {
      const { body } = await person.post<{ id: number }>('/chatsai', {
        promptId: prompt.body.id,
        title: 'x',
        configFields: '{}',
      });
      await socket.emitWithAck('join', { room: 'chatai.stream', params: { chatId: body.id } });
      // The first word tells the chats apart.
      const text = Array.from({ length: words }, (_, word) => `c${body.id}w${word}`).join(' ');
      asks.push(() => person.post(`/chatsai/${body.id}/messages`, { message: `#slow ${slow}\n#text ${text}` }));
    }
  }
  await Promise.all(asks.map((ask) => ask()));
  const until = Date.now() + 120_000;
  const isDone = (): boolean =>
    [...heard.values()].filter((pieces) => pieces.at(-1)?.text === '[END_MESSAGE]').length === asks.length;
  while (!isDone() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
  for (const socket of sockets) socket.close();
  await ai.close();
  return figures(heard, ai.sent, count === 1);
};

/** Answers of a model that are written at once, from the model to the readers. It creates its own data. */
export const aiStreams = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-ai-'));
  const database = await startEmbeddedPostgres({ dataDir, password: databasePassword, log: console.error });
  const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'chatai'];
  try {
    const host = await startTestHost({ databaseUrl: database.url, plugins, importLimitMs: 60_000 });
    try {
      return [...(await measure(host, 1)), ...(await measure(host, streams))];
    } finally {
      await host.close();
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
