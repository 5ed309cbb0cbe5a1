import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { countsOf } from '../server/report/counts.ts';
import { Sender, startServer } from './fixture.ts';
import { Nodes } from './nodes.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { eventually } from '@balcao/testing';

/** `CAMPAIGN_KILLS` and `CAMPAIGN_PEOPLE` make the test as long as one likes. */
const kills = Number(process.env['CAMPAIGN_KILLS'] ?? 3);
const people = Number(process.env['CAMPAIGN_PEOPLE'] ?? 400);

let host: TestHost;
let phones: Phones;
let after: TestHost | undefined;
let nodes: Nodes | undefined;

beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
});
afterAll(async () => {
  nodes?.killAll();
  await after?.close();
  phones?.close();
});

const statusOf = async (server: TestHost, sender: Sender, id: number): Promise<string | undefined> =>
  (
    await server.kernel
      .scope(sender.company.id, 'campaigns')
      .sql.one<{ status: string }>(sql`select status from campaigns.campaign where id = ${id}`)
  )?.status;

test(
  'Nodes are killed at random while campaigns run: each phone gets exactly one message, none two, and no gap is too short',
  async () => {
    const sure = await Sender.of(host);
    const { id: contactListId, numbers } = await sure.list(people);
    const { body: first } = await sure.create({ contactListId, message2: 'Oi {nome}' });
    // This channel recognises no repeats, so whatever may have left is never sent again.
    const unsure = await Sender.of(host, 'test-windowed');
    const list = await unsure.list(Math.ceil(people / 3));
    const template = { name: 'oferta', language: 'pt_BR', variables: { 'body.1': '{nome}' } };
    const { body: second } = await unsure.create({ contactListId: list.id, message1: '', template });
    const paced = await Sender.of(host);
    await paced.set({ messageInterval: 1 });
    const [one, two] = [await paced.list(6), await paced.list(6, { name: 'Outros' })];
    const shared = [
      (await paced.create({ contactListId: one.id })).body.id,
      (await paced.create({ contactListId: two.id })).body.id,
    ];
    // From here on only processes that can be killed send.
    await host.kernel.close();
    nodes = await Nodes.start(host, 3);
    // Slow enough that the kills hit it in the middle.
    phones.delay = 20;
    await nodes.begin(sure, first.id);
    await nodes.begin(unsure, second.id);
    for (const id of shared) await nodes.begin(paced, id);
    const received = (sender: Sender): number => phones.of(sender.connectionId).length;
    const killed = await nodes.killWhile(() => received(sure) < people, kills);
    await eventually(() => received(sure) >= people);
    after = await startServer(host);
    const server = after;
    for (const [sender, id] of [
      [sure, first.id],
      [unsure, second.id],
      [paced, shared[0] ?? 0],
      [paced, shared[1] ?? 0],
    ] as const)
      await eventually(async () => (await statusOf(server, sender, id)) === 'FINALIZADA');

    expect(killed).toBeGreaterThan(0);
    const got = phones.of(sure.connectionId);
    expect(got.map(({ to }) => to).toSorted()).toEqual(numbers.toSorted());
    const counts = await countsOf(server.kernel.scope(sure.company.id, 'campaigns'), first.id);
    expect(counts).toMatchObject({ total: people, waiting: 0, released: 0, failed: 0 });
    expect(counts.sent + counts.delivered + counts.read).toBe(people);

    const calls = phones.calls.filter(({ connectionId }) => connectionId === unsure.connectionId);
    expect(new Set(calls.map(({ to }) => to)).size).toBe(calls.length);
    const doubtful = await countsOf(server.kernel.scope(unsure.company.id, 'campaigns'), second.id);
    expect(doubtful).toMatchObject({ total: list.numbers.length, waiting: 0, released: 0, failed: 0 });
    expect(doubtful.sent + doubtful.uncertain).toBe(list.numbers.length);

    const times = phones.of(paced.connectionId).map(({ at }) => at);
    expect(times).toHaveLength(12);
    expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(1000);
    console.log(
      `${people} people, ${killed} kills, ${phones.calls.length - phones.received.length} calls repeated, ${doubtful.uncertain} uncertain`,
    );
  },
  120_000 + kills * 20_000,
);
