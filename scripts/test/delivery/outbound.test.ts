import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { PostOffice } from './post-office.ts';
import { Provider } from './provider.ts';

const provider = new Provider();
let host: TestHost;
let company: TestCompany;
beforeAll(async () => {
  process.env['POSTBOX_URL'] = await provider.start();
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', path.join(import.meta.dirname, 'postbox')],
  });
  company = await host.company({ settings: { 'plugin:postbox': 'enabled' } });
});
afterAll(async () => {
  await host?.close();
  await provider.stop();
  delete process.env['POSTBOX_URL'];
});

const bodies = (ticketId: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${ticketId}: ${index}`);

const writeAll = async (office: PostOffice, tickets: readonly number[], each: number): Promise<void> => {
  await Promise.all(
    tickets.map(async (ticketId) => {
      for (const body of bodies(ticketId, each)) await office.write(ticketId, body);
    }),
  );
};

/** Expects every message at the customers, once, and in the order of each conversation. */
const expectAll = async (office: PostOffice, tickets: readonly number[], each: number): Promise<void> => {
  await eventually(async () => provider.of(office.connectionId).length >= tickets.length * each);
  for (const ticketId of tickets) {
    const got = provider.of(office.connectionId).map(({ body }) => body);
    expect(got.filter((body) => body.startsWith(`${ticketId}: `))).toEqual(bodies(ticketId, each));
    await eventually(async () => (await office.written(ticketId)).every(({ ack }) => ack > 0));
    expect((await office.written(ticketId)).map(({ failure }) => failure)).toEqual(
      bodies(ticketId, each).map(() => null),
    );
  }
};

/** Returns when each message of a connection was sent, in milliseconds. */
const turnsOf = async (office: PostOffice): Promise<{ id: number; turn: number }[]> =>
  company.scope('tickets').sql.rows<{ id: number; turn: number }>(
    sql`select m.id, extract(epoch from m.turn_at)::float8 * 1000 as turn from tickets.message m
         where m.whatsapp_id = ${office.connectionId} and m.from_me order by m.turn_at`,
  );

it('a provider that throttles and fails for a while receives every message afterwards, in order and once', async () => {
  const office = await PostOffice.open(company.admin, 'postbox-once');
  const tickets = await office.conversations(4);
  let refusals = 0;
  provider.answers = ({ connectionId }) => {
    if (connectionId !== office.connectionId || refusals >= 24) return 'take';
    refusals += 1;
    if (refusals % 3 === 0) return { status: 503 };
    return {
      status: 429,
      headers: { 'retry-after': '0.2', 'retry-of': refusals % 3 === 1 ? 'connection' : 'conversation' },
    };
  };
  await writeAll(office, tickets, 6);
  await expectAll(office, tickets, 6);
  expect(refusals).toBe(24);
}, 90_000);

it('a provider that says when to retry is not called until then by the whole connection', async () => {
  const office = await PostOffice.open(company.admin, 'postbox-once');
  const [first = 0, second = 0] = await office.conversations(2);
  let until = 0;
  let early = 0;
  provider.answers = ({ connectionId, body }) => {
    if (connectionId !== office.connectionId) return 'take';
    if (body === 'primeira' && until === 0) {
      until = Date.now() + 2_000;
      return { status: 429, headers: { 'retry-after': '2' } };
    }
    if (Date.now() < until) early += 1;
    return 'take';
  };
  await office.write(first, 'primeira');
  await eventually(async () => until > 0);
  await eventually(async () => {
    const row = await company
      .scope('tickets')
      .sql.one(sql`select 1 from tickets.pace where connection_id = ${office.connectionId} and held_until > now()`);
    return row !== undefined;
  });
  await office.write(second, 'segunda');
  await eventually(async () => provider.of(office.connectionId).length === 2);
  expect(early).toBe(0);
});

it('a connection never exceeds its rate limit in any second, and each conversation stays in order', async () => {
  provider.answers = () => 'take';
  const office = await PostOffice.open(company.admin, 'postbox-paced');
  const tickets = await office.conversations(6);
  await writeAll(office, tickets, 5);
  await expectAll(office, tickets, 5);
  const turns = await turnsOf(office);
  expect(turns).toHaveLength(30);
  // Ten per second, and three at once after a pause.
  const perSecond = turns.map(
    ({ turn }) => turns.filter((other) => other.turn >= turn && other.turn < turn + 1_000).length,
  );
  expect(Math.max(...perSecond)).toBeLessThanOrEqual(13);
  for (const { id, turn } of turns) {
    const call = provider.calls.find((one) => one.connectionId === office.connectionId && one.id === id);
    expect(call?.at).toBeGreaterThanOrEqual(Math.floor(turn));
  }
}, 60_000);

it('a connection that imitates a person pauses after each message, for varying times', async () => {
  provider.answers = () => 'take';
  const office = await PostOffice.open(company.admin, 'postbox-human');
  const tickets = await office.conversations(3);
  await writeAll(office, tickets, 4);
  await expectAll(office, tickets, 4);
  const turns = (await turnsOf(office)).map(({ turn }) => turn);
  const pauses = turns.slice(1).map((turn, index) => turn - (turns[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(59);
  expect(new Set(pauses.map(Math.round)).size).toBeGreaterThan(1);
}, 60_000);

it('provider failures on one connection do not delay the company’s other connections', async () => {
  const [broken, sound] = [
    await PostOffice.open(company.admin, 'postbox-once'),
    await PostOffice.open(company.admin, 'postbox-once'),
  ];
  const tickets = await broken.conversations(12);
  const [other = 0] = await sound.conversations(1);
  provider.answers = ({ connectionId }) => (connectionId === broken.connectionId ? { status: 503 } : 'take');
  await writeAll(broken, tickets, 1);
  await eventually(async () => provider.calls.filter((call) => call.connectionId === broken.connectionId).length >= 12);
  for (const body of bodies(other, 5)) await sound.write(other, body);
  await eventually(async () => provider.of(sound.connectionId).length === 5);
  expect(provider.of(broken.connectionId)).toEqual([]);
  provider.answers = () => 'take';
  await expectAll(broken, tickets, 1);
}, 60_000);

it('a message whose response was lost is sent again to a provider that deduplicates', async () => {
  const office = await PostOffice.open(company.admin, 'postbox-reserved');
  const [ticketId = 0] = await office.conversations(1);
  let cut = 0;
  provider.answers = ({ connectionId }) => {
    if (connectionId !== office.connectionId || cut > 0) return 'take';
    cut += 1;
    return { status: 502 };
  };
  const { id } = await office.write(ticketId, 'uma vez');
  await eventually(async () => (await office.written(ticketId)).every(({ ack }) => ack > 0));
  const calls = provider.calls.filter(({ connectionId }) => connectionId === office.connectionId);
  expect(calls.map(({ reservedId }) => reservedId)).toEqual(Array(2).fill(`named-${office.connectionId}-${id}`));
  expect(provider.of(office.connectionId)).toHaveLength(1);
});

it('a provider that returns our own id resolves messages in doubt', async () => {
  const office = await PostOffice.open(company.admin, 'postbox');
  const [ticketId = 0] = await office.conversations(1);
  provider.answers = () => ({ status: 500 });
  const { id } = await office.write(ticketId, 'chegou?');
  const scope = company.scope('tickets');
  await eventually(async () => provider.calls.some(({ body }) => body === 'chegou?'));
  await scope.use(channelInbox).sent(office.connectionId, id, 'wamid-1');
  provider.answers = () => 'take';
  await eventually(async () =>
    (await office.written(ticketId)).every(({ ack, failure }) => ack > 0 && failure === null),
  );
  await scope.use(channelInbox).ack(office.connectionId, 'wamid-1', 3);
  await eventually(async () => (await office.written(ticketId)).every(({ ack }) => ack === 3));
});
