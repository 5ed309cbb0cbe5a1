import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { CloudFixture, startMeta, verifyToken } from '../../../plugins/channel-whatsapp-cloud/test/cloud-fixture.ts';
import { offers } from '../../../plugins/channel-whatsapp-cloud/test/graph/templates.ts';
import { change } from '../../../plugins/channel-whatsapp-cloud/test/graph/vectors.ts';
import type { GraphSimulator } from '../../../plugins/channel-whatsapp-cloud/test/graph/graph.ts';
import { optOuts } from '../../../plugins/campaigns/contract.ts';
import { countsOf } from '../../../plugins/campaigns/server/report/counts.ts';
import { Sender, startServer } from '../../../plugins/campaigns/test/fixture.ts';
import { Nodes } from '../../../plugins/campaigns/test/nodes.ts';

/** `CAMPAIGN_KILLS` and `CAMPAIGN_PEOPLE` make the test of killed nodes as long as one likes. */
const kills = Number(process.env['CAMPAIGN_KILLS'] ?? 2);
const people = Number(process.env['CAMPAIGN_PEOPLE'] ?? 300);
/** Half a second's worth of messages is handed to this provider at once: so many may be in doubt after a kill. */
const atOnce = 40;

let meta: GraphSimulator;
let stopMeta: () => Promise<void>;
let host: TestHost;
let after: TestHost | undefined;
let nodes: Nodes | undefined;

beforeAll(async () => {
  process.env['CAMPAIGN_MORE'] = 'channel-whatsapp-cloud';
  ({ meta, stop: stopMeta } = await startMeta());
  host = await startServer();
});
afterAll(async () => {
  nodes?.killAll();
  // The test with kills stops the first one.
  await (after ?? host)?.close();
  await stopMeta?.();
  delete process.env['CAMPAIGN_MORE'];
});

const template = { name: 'retomada', language: 'pt_BR', variables: { 'body.1': '{nome}' } };

const open = async (): Promise<{ sender: Sender; desk: CloudFixture }> => {
  const company = await host.company({ settings: { campaignsEnabled: 'enabled' } });
  const line = meta.line();
  meta.templates(line, offers);
  const desk = await CloudFixture.open(host, meta, { company, line });
  await desk.templates();
  return { sender: await Sender.on(company, desk.connectionId), desk };
};

test('A person who turns marketing off in WhatsApp gets no campaign, until they turn it on again', async () => {
  const { sender, desk } = await open();
  const { id: contactListId, numbers } = await sender.list(2);
  const said = (value: 'stop' | 'resume'): Promise<number> =>
    meta.webhooks.post(
      desk.line,
      change(desk.line, 'user_preferences', {
        user_preferences: [
          {
            wa_id: numbers[0],
            detail: 'User requested to stop marketing messages',
            category: 'marketing_messages',
            value,
            timestamp: String(Math.floor(Date.now() / 1000) + (value === 'resume' ? 1 : 0)),
          },
        ],
      }),
    );
  const isOut = (): Promise<boolean> => sender.scope.use(optOuts).isOptedOut(numbers[0] ?? '');
  expect(await said('stop')).toBe(200);
  await eventually(isOut);
  const id = await sender.start({ contactListId, message1: '', template });
  await sender.ends(id);
  expect(desk.reached().map(({ to }) => to)).toEqual([numbers[1]]);
  expect(await sender.shipping(id, '?card=opted-out')).toMatchObject([{ state: 'skipped', reason: 'opted-out' }]);
  expect(await said('resume')).toBe(200);
  await eventually(async () => !(await isOut()));
});

test('An error of WhatsApp that says so opts the person out', async () => {
  const { sender } = await open();
  const { id: contactListId, numbers } = await sender.list(1);
  meta.refuse({
    status: 400,
    code: 131050,
    message: 'User has stopped marketing messages',
    fits: ({ body }) => body['to'] === numbers[0],
  });
  const id = await sender.start({ contactListId, message1: '', template });
  await sender.ends(id);
  await eventually(() => sender.scope.use(optOuts).isOptedOut(numbers[0] ?? ''));
  await eventually(async () => (await sender.shipping(id))[0]?.state === 'skipped');
  expect((await sender.shipping(id))[0]).toMatchObject({ reason: 'opted-out' });
});

test('An account that WhatsApp locked stops the campaigns of its connection until a person continues them', async () => {
  const { sender, desk } = await open();
  const { id: contactListId, numbers } = await sender.list(3);
  await sender.set({ messageInterval: 1 });
  meta.refuse({
    status: 400,
    code: 131031,
    message: 'Business Account locked',
    times: 1,
    fits: ({ method, path: called }) => method === 'POST' && called === `${desk.line.phoneNumberId}/messages`,
  });
  const ids = [
    await sender.start({ contactListId, message1: '', template }),
    await sender.start({ contactListId, message1: '', template }),
  ];
  const isRestricted = async (id: number) => (await sender.campaign(id)).pause?.reason === 'restricted';
  for (const id of ids) await eventually(() => isRestricted(id));
  expect(desk.reached()).toEqual([]);
  // The message on its way waits again, and nobody counts as failed.
  for (const id of ids) {
    await eventually(async () => (await sender.counts(id)).waiting === 3);
    expect(await sender.counts(id)).toMatchObject({ released: 0, failed: 0 });
  }
  const { admin } = sender.company;
  const go = async (id: number) => (await admin.post(`/campaigns/${id}/continue`)).status;
  // As long as the account is locked, continuing changes nothing.
  expect(await go(ids[0] ?? 0)).toBe(200);
  await eventually(() => isRestricted(ids[0] ?? 0));
  expect(desk.reached()).toEqual([]);
  // Connected again, it still waits for a person.
  await admin.post(`/whatsappsession/${desk.connectionId}`);
  await eventually(async () => (await desk.status()) === 'CONNECTED');
  await sleep(1_500);
  expect(desk.reached()).toEqual([]);
  await sender.set({ messageInterval: 0 });
  for (const id of ids) {
    expect(await go(id)).toBe(200);
    await sender.ends(id);
  }
  expect(
    desk
      .reached()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([...numbers, ...numbers].toSorted());
});

test('A template that is no longer approved pauses the campaign, which goes on with another', async () => {
  const { sender, desk } = await open();
  const { id: contactListId, numbers } = await sender.list(2);
  const { body } = await sender.create({ contactListId, message1: '', template });
  meta.templates(
    desk.line,
    offers.map((offer) => (offer.name === 'retomada' ? { ...offer, status: 'PAUSED' } : offer)),
  );
  await desk.templates();
  await sender.begin(body.id);
  await eventually(async () => (await sender.campaign(body.id)).pause?.reason === 'template');
  const { admin } = sender.company;
  expect((await admin.post(`/campaigns/${body.id}/cancel`)).status).toBe(200);
  const changed = await admin.put(`/campaigns/${body.id}`, {
    template: { name: 'pedido', language: 'pt_BR', variables: await filledOf(sender) },
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect((await admin.post(`/campaigns/${body.id}/restart`)).status).toBe(200);
  await sender.ends(body.id);
  expect(
    desk
      .reached()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(numbers.toSorted());
});

/** Values for every variable of the template `pedido`. */
const filledOf = async (sender: Sender): Promise<Record<string, string>> => {
  const { body } = await sender.company.admin.get<{ templates: { name: string; variables: { key: string }[] }[] }>(
    `/campaigns/templates?whatsappId=${sender.connectionId}`,
  );
  const variables = body.templates.find(({ name }) => name === 'pedido')?.variables ?? [];
  return Object.fromEntries(variables.map(({ key }) => [key, '{nome}']));
};

test(
  'Nodes are killed while templates leave by a provider that recognises no repeats: nobody gets two, and its webhook settles every doubt',
  async () => {
    const { sender, desk } = await open();
    const { id: contactListId, numbers } = await sender.list(people);
    const { body } = await sender.create({ contactListId, message1: '', template });
    // Two answers get lost on the way as well.
    meta.refuse({
      status: 500,
      code: 1,
      isLost: true,
      times: 2,
      fits: ({ method, path: called }) => method === 'POST' && called === `${desk.line.phoneNumberId}/messages`,
    });
    await host.kernel.close();
    nodes = await Nodes.start(host, 2);
    await nodes.begin(sender, body.id);
    const killed = await nodes.killWhile(() => desk.reached().length < people, kills);
    after = await startServer(host);
    const scope = after.kernel.scope(sender.company.id, 'campaigns');
    await eventually(
      async () =>
        (await scope.sql.one<{ status: string }>(sql`select status from campaigns.campaign where id = ${body.id}`))
          ?.status === 'FINALIZADA',
    );
    const taken = meta.taken.filter(({ phoneNumberId }) => phoneNumberId === desk.line.phoneNumberId);
    expect(new Set(taken.map(({ to }) => to)).size).toBe(taken.length);
    expect(killed).toBeGreaterThan(0);
    const before = await countsOf(scope, body.id);
    expect(before).toMatchObject({ total: people, waiting: 0, released: 0, failed: 0 });
    expect(before.sent + before.uncertain).toBe(people);
    expect(before.uncertain).toBeLessThanOrEqual(killed * atOnce + 2);

    const { hostname, port } = new URL(after.url);
    const address = new URL(desk.webhook);
    address.hostname = hostname;
    address.port = port;
    expect(await meta.webhooks.verify(desk.line, address.toString(), verifyToken)).toBe(200);
    const wire = taken.map(({ id, to, payload }) => ({
      id,
      status: 'delivered' as const,
      timestamp: String(Math.floor(Date.now() / 1000)),
      recipient_id: to,
      biz_opaque_callback_data: String(payload['biz_opaque_callback_data']),
    }));
    expect(await meta.webhooks.statuses(desk.line, wire, { isShuffled: true })).toBe(200);
    // Of the doubtful ones those that Meta never took stay doubtful, and nobody writes to them again.
    await eventually(async () => (await countsOf(scope, body.id)).delivered === taken.length);
    expect((await countsOf(scope, body.id)).uncertain).toBe(people - taken.length);
    expect(numbers).toEqual(expect.arrayContaining(taken.map(({ to }) => to)));
    console.log(
      `${people} people, ${killed} kills, ${before.uncertain} doubtful, ${people - taken.length} never taken`,
    );
  },
  120_000 + kills * 20_000,
);
