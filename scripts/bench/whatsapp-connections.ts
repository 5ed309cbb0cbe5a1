import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import type { Api } from './api.ts';
import { median } from './figures.ts';
import type { Memory } from './installation.ts';
import type { RunningNode } from './running-node.ts';
import { mb, ms, type Row } from './table.ts';

/** Numbers of WhatsApp connections; `WHATSAPP_LINES=1,3` for a short run. */
const wanted = (process.env['WHATSAPP_LINES'] ?? '1,10,50').split(',').map(Number);
const idleSeconds = 10;
const goalMs = 2_000;

interface Shown {
  id: number;
  status: string;
  qrcode: string;
}

const memoryOf = async ({ child }: RunningNode): Promise<Memory> => {
  child.send('memory');
  const [memory] = (await once(child, 'message')) as [Memory];
  return memory;
};

/** Measures the idle server. */
const idle = async (node: RunningNode): Promise<{ rss: number; cpu: number }> => {
  await sleep(5_000);
  const before = await memoryOf(node);
  await sleep(idleSeconds * 1000);
  const after = await memoryOf(node);
  const used = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
  return { rss: after.rss, cpu: used / 1_000_000 / idleSeconds };
};

const until = async <T>(poll: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await poll();
    if (found !== undefined) return found;
    await sleep(100);
  }
  throw new Error('the expected effect did not occur');
};

/** Links a new connection. Returns the milliseconds until its code was shown. */
const link = async (api: Api, queueId: number, network: ChildProcess, turn: number): Promise<number> => {
  const fields = { name: `Linha ${turn}`, channel: 'whatsapp', keyWordQueueId: queueId };
  const { id } = await api.post<Shown>('/whatsapp', fields);
  const asked = performance.now();
  await api.post(`/whatsappsession/${id}`);
  const shown = (): Promise<Shown> => api.get<Shown>(`/whatsapp/${id}`);
  const code = await until(async () => (await shown()).qrcode || undefined);
  const took = performance.now() - asked;
  network.send({ code, number: `55119${10_000_000 + turn}` });
  await until(async () => ((await shown()).status === 'CONNECTED' ? true : undefined));
  return took;
};

/** Measures idle connections, and the wait for the QR code. */
export const connections = async (
  api: Api,
  node: RunningNode,
  queueId: number,
  network: ChildProcess,
): Promise<Row[]> => {
  const without = await idle(node);
  const rows: Row[] = [];
  const codes: number[] = [];
  for (const goal of wanted) {
    while (codes.length < goal) codes.push(await link(api, queueId, network, codes.length + 1));
    const { rss, cpu } = await idle(node);
    rows.push({
      what: `${goal} idle WhatsApp ${goal === 1 ? 'line' : 'lines'}`,
      figure: `${mb((rss - without.rss) / goal)} and ${(((cpu - without.cpu) * 100) / goal).toFixed(2)} % of a core each`,
      limit: `${mb(without.rss)} without`,
      ratio: rss / without.rss,
      memory: mb(rss),
    });
  }
  const [first = Number.NaN, ...others] = codes;
  return [
    { what: 'first QR code, no line yet', figure: ms(first), goal: `< ${goalMs} ms`, met: first < goalMs },
    ...(others.length > 0
      ? [
          {
            what: 'QR code beside other lines, median',
            figure: ms(median(others)),
            ratio: median(others) / first,
            goal: `< ${goalMs} ms`,
            met: median(others) < goalMs,
          },
        ]
      : []),
    ...rows,
  ];
};
