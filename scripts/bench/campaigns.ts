import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import type { CampaignCounts, CampaignView } from '../../plugins/campaigns/contract.ts';
import { GraphSimulator } from '../../plugins/channel-whatsapp-cloud/test/graph/graph.ts';
import { offers } from '../../plugins/channel-whatsapp-cloud/test/graph/templates.ts';
import { Api } from './api.ts';
import { quantile } from './figures.ts';
import type { Memory } from './installation.ts';
import { listImport } from './list-import.ts';
import { startNode } from './plugins.ts';
import type { RunningNode } from './running-node.ts';
import { mb, ms, perSecond, type Row } from './table.ts';

/** `CAMPAIGN_MILLION=10000` for a short run. */
const million = Number(process.env['CAMPAIGN_MILLION'] ?? 1_000_000);
/** Seconds in which releases are counted. */
const seconds = Number(process.env['CAMPAIGN_SECONDS'] ?? 20);
/** `CAMPAIGN_PARTS=phones,cloud,import,million` measures some of the parts. */
const parts = (process.env['CAMPAIGN_PARTS'] ?? 'phones,cloud,import,million').split(',');
const minutesToFreeze = 2;
const pageGoalMs = 100;

const until = async <T>(poll: () => Promise<T | undefined | false>, tries = 3_000): Promise<T> => {
  for (let turn = 0; turn < tries; turn += 1) {
    const found = await poll();
    if (found !== undefined && found !== false) return found;
    await sleep(100);
  }
  throw new Error('the expected effect did not occur');
};

const rssOf = async ({ child }: RunningNode): Promise<number> => {
  child.send('usage');
  const [memory] = (await once(child, 'message')) as [Memory];
  return memory.rss;
};

/** One company of the measurement. */
class Office {
  readonly #owner: pg.Pool;
  readonly #api: Api;
  readonly companyId: number;

  constructor(owner: pg.Pool, api: Api, companyId: number) {
    this.#owner = owner;
    this.#api = api;
    this.companyId = companyId;
  }

  /** A list of people with numbers of their own. */
  async list(name: string, count: number, prefix: number): Promise<number> {
    const { rows } = await this.#owner.query<{ id: number }>(
      `insert into contact_lists.contact_list (company_id, name) values ($1, $2) returning id`,
      [this.companyId, name],
    );
    const id = rows[0]?.id ?? 0;
    await this.#owner.query(
      `insert into contact_lists.item (company_id, contact_list_id, name, number)
       select $1, $2, 'Pessoa ' || n, (551100000000 + $4::bigint * 10000000 + n)::text from generate_series(1, $3) n`,
      [this.companyId, id, count, prefix],
    );
    await this.#owner.query('analyze contact_lists.item');
    return id;
  }

  /**
   * Gives PostgreSQL its statistics. In a product that is used they are never older than a minute; the first plans of an
   * empty database, which read whole tables, would be measured otherwise.
   */
  async analyze(): Promise<void> {
    await this.#owner.query('analyze');
  }

  /** Creates a campaign and starts it at once, as restarting a stopped one does: nobody waits for the job of each minute. */
  async start(fields: object): Promise<number> {
    const { id } = await this.#api.post<CampaignView>('/campaigns', {
      name: 'Medição',
      dddFilters: [11],
      message1: 'Olá {nome}, temos uma novidade para você.',
      ...fields,
    });
    await this.#owner.query(`update campaigns.campaign set status = 'CANCELADA' where company_id = $1 and id = $2`, [
      this.companyId,
      id,
    ]);
    await this.#api.post(`/campaigns/${id}/restart`);
    return id;
  }
}

/** Counts the messages that reached the network within some seconds of a running campaign. */
const releases = async (api: Api, id: number, settled: () => Promise<unknown>): Promise<number> => {
  const sent = async (): Promise<number> => {
    const counts = await api.get<CampaignCounts>(`/campaigns/${id}/counts`);
    return counts.sent + counts.delivered + counts.read + counts.answered;
  };
  await until(async () => (await sent()) > 20);
  await settled();
  const [before, began] = [await sent(), performance.now()];
  await sleep(seconds * 1000);
  return (((await sent()) - before) * 1000) / (performance.now() - began);
};

const freezing = async (office: Office, api: Api, node: RunningNode, connectionId: number): Promise<Row[]> => {
  const contactListId = await office.list('Um milhão', million, 2);
  const began = performance.now();
  const id = await office.start({ contactListId, whatsappId: connectionId });
  const campaign = (): Promise<CampaignView> => api.get<CampaignView>(`/campaigns/${id}`);
  let most = 0;
  await until(async () => {
    most = Math.max(most, await rssOf(node));
    const { contacts, pause } = await campaign();
    return contacts >= million && pause?.reason !== 'preparing';
  }, 6_000);
  const took = performance.now() - began;
  await api.post(`/campaigns/${id}/cancel`);
  const pages = ['shipping', 'shipping?card=pending', 'shipping?card=sent', 'counts', 'hours'];
  const times: number[] = [];
  for (let turn = 0; turn < 40; turn += 1)
    for (const page of pages) {
      const asked = performance.now();
      await api.get(`/campaigns/${id}/${page}`);
      times.push(performance.now() - asked);
    }
  const p95 = quantile(times, 0.95);
  return [
    {
      what: `campaign: writing down ${million.toLocaleString('en')} people`,
      figure: `${Math.round(took / 1000)} s`,
      goal: `< ${minutesToFreeze} min`,
      met: took < minutesToFreeze * 60_000,
      memory: mb(most),
    },
    {
      what: `campaign: report of ${million.toLocaleString('en')} people`,
      figure: `p95 ${ms(p95)}`,
      goal: `< ${pageGoalMs} ms`,
      met: p95 < pageGoalMs,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    },
  ];
};

/** A connection to the simulated Cloud API, with approved templates. */
const cloudLine = async (api: Api, url: string, meta: GraphSimulator): Promise<number> => {
  const { id: keyWordQueueId } = await api.post<{ id: number }>('/queue', { name: 'Oficial', color: '#509030' });
  const { id } = await api.post<{ id: number }>('/whatsapp', {
    name: 'Oficial',
    channel: 'whatsapp-cloud',
    keyWordQueueId,
  });
  const line = meta.line();
  const { phoneNumberId, wabaId, token, appSecret } = line;
  meta.templates(line, offers);
  const account = { phoneNumberId, wabaId, token, appSecret, verifyToken: 'uma-palavra' };
  const { webhookPath } = await api.put<{ webhookPath: string }>(`/whatsapp-cloud/connections/${id}`, account);
  const verified = await meta.webhooks.verify(line, `${url}${webhookPath}`, 'uma-palavra');
  if (verified !== 200) throw new Error(`the webhook verification answered ${verified}`);
  await api.post(`/whatsapp-cloud/connections/${id}/templates/sync`);
  return id;
};

/** Milliseconds until messages of an attendant reach a phone, while a campaign sends as fast as it can. */
const attendantsWait = async (api: Api, sandbox: number): Promise<number[]> => {
  const { ticketId } = await api.post<{ ticketId: number }>(`/sandbox/${sandbox}/messages`, {
    from: '5511900000001',
    name: 'Cliente',
    body: 'Bom dia',
  });
  await api.put(`/tickets/${ticketId}`, { status: 'open' });
  const times: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const began = performance.now();
    const { id } = await api.post<{ id: number }>(`/messages/${ticketId}`, { body: `Resposta ${turn}` });
    await until(async () => {
      const { messages } = await api.get<{ messages: { id: number; ack: number }[] }>(`/messages/${ticketId}`);
      return messages.some((message) => message.id === id && message.ack > 0);
    });
    times.push(performance.now() - began);
    await sleep(500);
  }
  return times;
};

const perSecondGoal = 80;
/** Meta's limit of a number: https://developers.facebook.com/docs/whatsapp/cloud-api/overview#throughput */
const metaPerSecond = 80;
const metaRatio = 0.95;
const attendantGoalMs = 2_000;

const toPhones = async (office: Office, api: Api, sandbox: number, list: number): Promise<Row[]> => {
  const id = await office.start({ contactListId: list, whatsappId: sandbox });
  const rate = await releases(api, id, () => office.analyze());
  const waits = await attendantsWait(api, sandbox);
  await api.post(`/campaigns/${id}/cancel`);
  return [
    {
      what: 'campaign: messages to simulated phones',
      figure: perSecond(rate),
      goal: `> ${perSecondGoal} /s`,
      met: rate > perSecondGoal,
    },
    {
      what: 'campaign: an attendant’s message meanwhile',
      figure: `slowest ${ms(Math.max(...waits))}`,
      goal: `< ${attendantGoalMs} ms`,
      met: Math.max(...waits) < attendantGoalMs,
    },
  ];
};

const toCloud = async (office: Office, api: Api, official: number, list: number): Promise<Row> => {
  const id = await office.start({
    contactListId: list,
    whatsappId: official,
    message1: '',
    template: { name: 'retomada', language: 'pt_BR', variables: { 'body.1': '{nome}' } },
  });
  const rate = await releases(api, id, () => office.analyze());
  await api.post(`/campaigns/${id}/cancel`);
  return {
    what: 'campaign: templates to the simulated Cloud API',
    figure: perSecond(rate),
    // The channel itself sends no faster, because Meta refuses what is above it.
    limit: `${metaPerSecond} /s of Meta`,
    ratio: rate / metaPerSecond,
    goal: `≥ ${metaRatio}`,
    met: rate >= metaRatio * metaPerSecond,
  };
};

/** Measures campaigns on the simulated phones and on the simulator of the Cloud API. */
export const campaigns = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, password: databasePassword, log: console.error });
  const meta = await GraphSimulator.start();
  const owner = new pg.Pool({ connectionString: postgres.url, max: 2 });
  owner.on('error', () => undefined);
  process.env['WHATSAPP_GRAPH_URL'] = meta.url;
  try {
    const node = await startNode(postgres.url, dataDir);
    const api = new Api(node);
    const companyId = await companyOf(owner);
    const office = new Office(owner, api, companyId);
    await api.put(`/companies/${companyId}`, { campaignsEnabled: true });
    await api.post('/campaign-settings', {
      settings: {
        messageInterval: 0,
        longerIntervalAfter: 0,
        windowFrom: '00:00',
        windowUntil: '24:00',
        windowDays: [0, 1, 2, 3, 4, 5, 6],
        checkNumbers: false,
        warmUp: false,
      },
    });
    const rows: Row[] = [];
    const sandbox = await connected(api);
    const list = await office.list('Simulador', 20_000, 0);
    if (parts.includes('phones')) rows.push(...(await toPhones(office, api, sandbox, list)));
    if (parts.includes('cloud')) rows.push(await toCloud(office, api, await cloudLine(api, node.url, meta), list));
    if (parts.includes('import')) rows.push(await listImport(api, node, rssOf));
    if (parts.includes('million')) rows.push(...(await freezing(office, api, node, sandbox)));
    await node.stop();
    return rows;
  } finally {
    delete process.env['WHATSAPP_GRAPH_URL'];
    await meta.stop();
    await owner.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const companyOf = async (owner: pg.Pool): Promise<number> => {
  const { rows } = await owner.query<{ id: number }>('select id from kernel.company order by id limit 1');
  return rows[0]?.id ?? 0;
};

/** A connection that needs no pairing any more. */
const connected = async (api: Api): Promise<number> => {
  const { id: keyWordQueueId } = await api.post<{ id: number }>('/queue', { name: 'Atendimento', color: '#305090' });
  const { id } = await api.post<{ id: number }>('/whatsapp', { name: 'Simulador', channel: 'sandbox', keyWordQueueId });
  await api.post(`/sandbox/${id}/pair`);
  await until(async () => (await api.get<{ status: string }>(`/whatsapp/${id}`)).status === 'CONNECTED');
  return id;
};
