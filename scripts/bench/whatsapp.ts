import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { GraphSimulator } from '../../plugins/channel-whatsapp-cloud/test/graph/graph.ts';
import { Api } from './api.ts';
import { cloudWebhooks } from './cloud-webhooks.ts';
import { startNode } from './plugins.ts';
import type { Row } from './table.ts';
import { connections } from './whatsapp-connections.ts';

/**
 * Messages in each direction, over links that are cut, and once over a node that is killed; `WHATSAPP_MESSAGES=20` for
 * a short run.
 */
const messages = process.env['WHATSAPP_MESSAGES'] ?? '250';

/** The fault runs are tests; at full length they print their figures. */
const faults = async (): Promise<Row[]> => {
  const root = path.join(import.meta.dirname, '../..');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const given = ['run', '--config', 'scripts/test/vitest.config.ts', 'channel-whatsapp/test/faults'];
  const env = { ...process.env, WHATSAPP_MESSAGES: messages };
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, ...given], { cwd: root, env });
  const figures = stdout.split('\n').filter((line) => /each way over|on the other node/.test(line));
  return figures.map((line) => ({ what: 'WhatsApp by QR code, faults', figure: line.trim() }));
};

/** Measures both WhatsApp channels against simulators: prints ratios, and judges only what the product promises. */
export const whatsapp = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, password: databasePassword, log: console.error });
  const network = fork(path.join(import.meta.dirname, 'whatsapp-network.ts'), [], { execArgv: [] });
  const meta = await GraphSimulator.start();
  const owner = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const confined = new pg.Pool({ connectionString: postgres.url, max: 10, options: '-c role=balcao_app' });
  for (const pool of [owner, confined]) pool.on('error', () => undefined);
  const [{ seam }] = (await once(network, 'message')) as [{ seam: string }];
  Object.assign(process.env, { WHATSAPP_WEB_SIMULATOR: seam, WHATSAPP_GRAPH_URL: meta.url });
  try {
    const node = await startNode(postgres.url, dataDir);
    const api = new Api(node);
    const { id: queueId } = await api.post<{ id: number }>('/queue', { name: 'Atendimento', color: '#305090' });
    const rows: Row[] = [];
    // Printed at once: a run takes minutes, and its figures are useful even if something fails later.
    const found = (made: readonly Row[]): void => {
      for (const { what, figure } of made) console.log(`${what}: ${figure}`);
      rows.push(...made);
    };
    found(await connections(api, node, queueId, network));
    found(await cloudWebhooks(api, { url: node.url, queueId, meta }, { owner, confined }));
    await node.stop();
    found(await faults());
    return rows;
  } finally {
    for (const name of ['WHATSAPP_WEB_SIMULATOR', 'WHATSAPP_GRAPH_URL']) delete process.env[name];
    network.disconnect();
    await meta.stop();
    await Promise.all([owner.end(), confined.end()]);
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
