import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { MetaSimulator, type SimulatedPage } from '../../plugins/channel-meta/test/meta/simulator.ts';
import { entry, text, written } from '../../plugins/channel-meta/test/meta/vectors.ts';
import { Api } from './api.ts';
import { startNode } from './plugins.ts';
import { ms, type Row } from './table.ts';

const webhooks = 300;
const limitMs = 2000;
const rounds = 5;
const people = 40;
const verifyToken = 'uma-palavra';

const connect = async (api: Api, url: string, meta: MetaSimulator, queueId: number): Promise<SimulatedPage> => {
  const { appId, appSecret } = meta.state.app;
  const app = { metaOwnAppId: appId, metaOwnAppSecret: appSecret, metaOwnVerifyToken: verifyToken };
  for (const [key, value] of Object.entries(app)) await api.put(`/settings/${key}`, { value });
  const { webhookPath } = await api.get<{ webhookPath: string }>('/meta/app');
  const verified = await meta.webhooks.verify(`${url}${webhookPath}`, verifyToken);
  if (verified !== 200) throw new Error(`the webhook verification answered ${verified}`);
  const page = meta.page();
  const person = meta.person('Marina Azevedo', [page]);
  const started = await api.post<{ url: string }>('/meta/login', { origin: url });
  const state = new URL(started.url).searchParams.get('state');
  const { id: login } = await api.post<{ id: string }>('/meta/login/finish', { state, code: meta.code(person) });
  const channels = [{ pageId: page.pageId, channel: 'facebook' }];
  await api.post('/meta/connect', { login, queueId, channels });
  return page;
};

const deliver = async (meta: MetaSimulator, { pageId }: SimulatedPage): Promise<number[]> => {
  const times: number[] = [];
  // The first round creates the conversations.
  for (let round = 0; round < rounds; round += 1) {
    const call = Array.from({ length: webhooks }, (_, index) =>
      entry(pageId, [written(`66${index % people}`, pageId, text(`mensagem ${round}.${index}`))]),
    );
    const began = performance.now();
    const status = await meta.webhooks.deliver('page', call);
    if (status !== 200) throw new Error(`a webhook request answered ${status}`);
    times.push(performance.now() - began);
  }
  return times;
};

/** Measures one call of Meta with 300 webhooks, as they come after an outage: it is answered once all are stored. */
export const metaWebhooks = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, password: databasePassword, log: console.error });
  const meta = await MetaSimulator.start();
  process.env['META_GRAPH_URL'] = meta.url;
  try {
    const node = await startNode(postgres.url, dataDir);
    const api = new Api(node);
    const { id: queueId } = await api.post<{ id: number }>('/queue', { name: 'Atendimento', color: '#305090' });
    const times = await deliver(meta, await connect(api, node.url, meta, queueId));
    await node.stop();
    const worst = Math.max(...times);
    const median = times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? worst;
    const what = `${webhooks} Messenger webhooks in one call, until it is answered`;
    const figure = `${ms(worst)} at worst of ${rounds}`;
    return [{ what, figure, goal: `< ${ms(limitMs)}`, met: worst < limitMs, p50: median }];
  } finally {
    delete process.env['META_GRAPH_URL'];
    await meta.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
