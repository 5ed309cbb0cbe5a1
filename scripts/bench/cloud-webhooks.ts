import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { GraphSimulator, Line } from '../../plugins/channel-whatsapp-cloud/test/graph/graph.ts';
import { envelope, text, written } from '../../plugins/channel-whatsapp-cloud/test/graph/vectors.ts';
import type { Api } from './api.ts';
import { companySetting } from './company-mark.ts';
import { round, sideBySide } from './figures.ts';
import { perSecond, type Row } from './table.ts';

const customers = 200;
const troubledSeconds = 60;
const verifyToken = 'uma-palavra';

const numberOf = (turn: number): string => `5521${980_000_000 + (turn % customers)}`;

interface Cloud {
  line: Line;
  companyId: number;
  connectionId: number;
}

const open = async (api: Api, url: string, meta: GraphSimulator, queueId: number, owner: pg.Pool): Promise<Cloud> => {
  const fields = { name: 'Oficial', channel: 'whatsapp-cloud', keyWordQueueId: queueId };
  const { id } = await api.post<{ id: number }>('/whatsapp', fields);
  const line = meta.line();
  const { phoneNumberId, wabaId, token, appSecret } = line;
  const account = { phoneNumberId, wabaId, token, appSecret, verifyToken };
  const { webhookPath } = await api.put<{ webhookPath: string }>(`/whatsapp-cloud/connections/${id}`, account);
  const verified = await meta.webhooks.verify(line, `${url}${webhookPath}`, verifyToken);
  if (verified !== 200) throw new Error(`the webhook verification answered ${verified}`);
  const { rows } = await owner.query<{ id: number }>(
    'select company_id as id from connections.connection where id = $1',
    [id],
  );
  return { line, connectionId: id, companyId: rows[0]?.id ?? 0 };
};

/** Stores one message with the minimal plain statements, one after the other. */
const storePlainly = async (
  pool: pg.Pool,
  mark: string,
  { companyId, connectionId }: Cloud,
  number: string,
): Promise<void> => {
  const externalId = randomUUID();
  const body = `mensagem ${externalId}`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.company', $1, true)`, [mark]);
    await client.query(
      'select id from tickets.message where company_id = $1 and whatsapp_id = $2 and external_id = $3',
      [companyId, connectionId, externalId],
    );
    const contact = await client.query<{ id: number }>(
      `select c.id, c.name, c.number from contacts.identity i join contacts.contact c on c.company_id = i.company_id and c.id = i.contact_id
        where i.company_id = $1 and i.kind = 'phone' and i.value = $2`,
      [companyId, number],
    );
    const ticket = await client.query<{ id: number }>(
      `update tickets.ticket set unread = unread + 1, last_message = $4, last_at = now(), updated_at = now()
        where company_id = $1 and contact_id = $2 and whatsapp_id = $3 and status in ('open', 'pending') returning *`,
      [companyId, contact.rows[0]?.id, connectionId, body],
    );
    await client.query(
      `insert into tickets.message (company_id, ticket_id, whatsapp_id, external_id, body, from_me, sent_at)
       values ($1, $2, $3, $4, $5, false, now()) returning *`,
      [companyId, ticket.rows[0]?.id, connectionId, externalId, body],
    );
    await client.query(
      `insert into kernel.outbox (company_id, event, key, payload) values ($1, 'bench.message', $2, '{}')`,
      [companyId, `ticket:${ticket.rows[0]?.id}`],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
};

const rate = async (cloud: Cloud, meta: GraphSimulator, confined: pg.Pool): Promise<Row[]> => {
  const { line } = cloud;
  let turn = 0;
  const webhook = async (): Promise<void> => {
    turn += 1;
    const message = written(line, numberOf(turn), text(`mensagem ${turn}`));
    const status = await meta.webhooks.post(line, envelope(line, { messages: [message] }));
    if (status !== 200) throw new Error(`a webhook request answered ${status}`);
  };
  // Every customer has a conversation before the measurement starts.
  for (let count = 0; count < customers; count += 1) await webhook();
  const rows: Row[] = [];
  const mark = await companySetting(confined, cloud.companyId);
  for (const atOnce of [10, 50]) {
    const { limit, door: channel } = await sideBySide(
      {
        limit: (seconds) => round(atOnce, seconds, () => storePlainly(confined, mark, cloud, numberOf((turn += 1)))),
        door: (seconds) => round(atOnce, seconds, webhook),
      },
      { rounds: 4, seconds: 1.5 },
    );
    rows.push({
      what: `Cloud API webhook in, ${atOnce} at a time`,
      figure: perSecond(channel.perSecond),
      limit: `${perSecond(limit.perSecond)} bare SQL`,
      ratio: channel.ratio,
      p50: channel.p50,
      p99: channel.p99,
    });
  }
  return rows;
};

/** Simulates a minute in which the provider first fails and then throttles. */
const providerFailure = async (cloud: Cloud, api: Api, meta: GraphSimulator): Promise<Row> => {
  const { line } = cloud;
  const customer = numberOf(0);
  await meta.webhooks.deliver(line, [written(line, customer, text('Oi'))]);
  const { tickets } = await api.get<{ tickets: { id: number; contact: { number: string } }[] }>(
    `/tickets?showAll=true&status=pending&searchParam=${customer}`,
  );
  const ticket = tickets.find(({ contact }) => contact.number === customer);
  if (!ticket) throw new Error('the conversation is missing');
  const { id: userId } = await api
    .get<{ id: number }>('/auth/me')
    .then((me) => ('user' in me ? (me.user as { id: number }) : me));
  await api.put(`/tickets/${ticket.id}`, { status: 'open', userId });
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  const isSending = ({ path }: { path: string }): boolean => path === `${line.phoneNumberId}/messages`;
  const often = Number.MAX_SAFE_INTEGER;
  const half = troubledSeconds / 2;
  meta.refuse({ status: 503, code: 131016, times: often, fits: (call) => isSending(call) && seconds() < half });
  const throttled = (call: { path: string }): boolean => isSending(call) && seconds() < troubledSeconds;
  meta.refuse({ status: 429, code: 130429, retryAfter: 5, times: often, fits: throttled });
  const bodies = Array.from({ length: 60 }, (_, index) => `aviso ${index}`);
  for (const body of bodies) {
    await api.post(`/messages/${ticket.id}`, { body });
    await sleep(500);
  }
  const got = (): string[] =>
    meta.taken
      .filter(({ phoneNumberId, to }) => phoneNumberId === line.phoneNumberId && to === customer)
      .map(({ payload }) => String((payload['text'] as { body?: string } | undefined)?.body));
  while (got().length < bodies.length && seconds() < troubledSeconds * 6) await sleep(250);
  const isWhole = got().join() === bodies.join();
  return {
    what: `${bodies.length} messages in a minute of failures and throttling`,
    figure: isWhole ? 'all arrived, once and in order' : `${got().length} arrived, not as they were sent`,
    limit: `${Math.round(seconds() - troubledSeconds)} s after it ended`,
  };
};

/** Measures the official API: the rate of inbound messages, and outbound messages during a provider failure. */
export const cloudWebhooks = async (
  api: Api,
  { url, queueId, meta }: { url: string; queueId: number; meta: GraphSimulator },
  { owner, confined }: { owner: pg.Pool; confined: pg.Pool },
): Promise<Row[]> => {
  const cloud = await open(api, url, meta, queueId, owner);
  return [...(await rate(cloud, meta, confined)), await providerFailure(cloud, api, meta)];
};
