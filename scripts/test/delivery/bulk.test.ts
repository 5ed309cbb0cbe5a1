import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { sql, type Scope } from '@balcao/sdk/server';
import { tickets as ticketsService, type MessageView } from '@balcao/tickets/contract';
import { PostOffice } from './post-office.ts';
import { Provider } from './provider.ts';

const provider = new Provider();
let first: TestHost;
let second: TestHost;
let company: TestCompany;
beforeAll(async () => {
  process.env['POSTBOX_URL'] = await provider.start();
  const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', path.join(import.meta.dirname, 'postbox')];
  const databaseUrl = inject('databaseUrl');
  first = await startTestHost({ databaseUrl, plugins });
  company = await first.company({ settings: { 'plugin:postbox': 'enabled' } });
  second = await startTestHost({ databaseUrl, plugins, sameDatabaseAs: first });
});
afterAll(async () => {
  await second?.close();
  await first?.close();
  await provider.stop();
  delete process.env['POSTBOX_URL'];
});

/** Opens a connection of this channel with this bulk interval. */
const open = async (channel: string, bulkInterval: number): Promise<PostOffice> => {
  const office = await PostOffice.open(company.admin, channel);
  await company.admin.put(`/whatsapp/${office.connectionId}`, { bulkInterval });
  return office;
};

const send = (ticketId: number, body: string, bulk: boolean | 'fast', scope: Scope = company.scope('tickets')) =>
  scope.use(ticketsService).send(ticketId, { body, bulk });

const gotBy = (office: PostOffice): string[] => provider.of(office.connectionId).map(({ body }) => body);

/** Queues bulk messages over these conversations in turn. */
const pile = async (tickets: readonly number[], count: number): Promise<string[]> => {
  const bodies = Array.from({ length: count }, (_, index) => `massa ${index}`);
  await company.scope('tickets').tx(async (inner) => {
    for (const [index, body] of bodies.entries()) await send(tickets[index % tickets.length] ?? 0, body, true, inner);
  });
  return bodies;
};

/** Waits until every listener has received every stored message. */
const allDelivered = async (): Promise<void> => {
  const client = new pg.Client(first.databaseUrl);
  await client.connect();
  await eventually(async () => {
    const { rowCount } = await client.query(
      `select 1 from kernel.outbox where event = 'tickets.message.queued' limit 1`,
    );
    return rowCount === 0;
  }).finally(() => client.end());
};

/** Returns how many messages of a connection were sent between the storing and the sending of this one. */
const before = async ({ id }: MessageView): Promise<number> => {
  const row = await company.scope('tickets').sql.one<{ before: number }>(
    sql`select count(*)::int as before from tickets.message m, tickets.message own
         where own.id = ${id} and m.whatsapp_id = own.whatsapp_id and m.id <> own.id
           and m.turn_at > own.sent_at and m.turn_at < own.turn_at`,
  );
  return row?.before ?? -1;
};

it('a person’s answer waits at most one interval behind 300 bulk messages', async () => {
  const office = await open('postbox-slow', 0);
  const [answered = 0, ...tickets] = await office.conversations(21);
  const bodies = await pile(tickets, 300);
  await eventually(async () => gotBy(office).length >= 2);
  const answers: MessageView[] = [];
  for (const body of ['Bom dia!', 'Já verifico.', 'Está pronto.']) {
    answers.push(await office.write(answered, body));
    await eventually(async () => gotBy(office).includes(body));
  }
  for (const answer of answers) expect(await before(answer)).toBeLessThanOrEqual(1);
  const bulk = gotBy(office).filter((body) => body.startsWith('massa'));
  expect(bulk).toEqual(bodies.slice(0, bulk.length));
  expect(bulk.length).toBeLessThan(20);
}, 90_000);

it('queued bulk messages of a conversation are sent at once, and first, when another message is sent there', async () => {
  const office = await open('postbox-once', 3_600);
  const [ticketId = 0, other = 0] = await office.conversations(2);
  await send(other, 'abre a fila', true);
  await eventually(async () => gotBy(office).length === 1);
  await send(other, 'depois de todas', true);
  await send(ticketId, 'oferta 1', true);
  await send(ticketId, 'oferta 2', true);
  await office.write(ticketId, 'Sobre a sua pergunta');
  await eventually(async () => gotBy(office).includes('Sobre a sua pergunta'));
  expect(gotBy(office)).toEqual(['abre a fila', 'oferta 1', 'oferta 2', 'Sobre a sua pergunta']);
});

it('bulk messages keep their order when the last one is released at the moment it is stored', async () => {
  const office = await open('postbox-once', 3_600);
  const [ticketId = 0, other = 0] = await office.conversations(2);
  await send(other, 'abre a fila', true);
  await eventually(async () => gotBy(office).length === 1);
  await send(ticketId, 'oferta 1', true);
  await allDelivered();
  await company.scope('tickets').tx(async (inner) => {
    await send(ticketId, 'oferta 2', true, inner);
    await inner.use(ticketsService).send(ticketId, { body: 'Sobre a sua pergunta' });
  });
  await eventually(async () => gotBy(office).includes('Sobre a sua pergunta'));
  expect(gotBy(office)).toEqual(['abre a fila', 'oferta 1', 'oferta 2', 'Sobre a sua pergunta']);
});

it('API messages without a pace overtake paced ones, and a deleted one is never sent', async () => {
  const office = await open('postbox-once', 3_600);
  const [ticketId = 0, other = 0] = await office.conversations(2);
  await send(other, 'abre a fila', true);
  await eventually(async () => gotBy(office).length === 1);
  const { id } = await send(other, 'apagada', true);
  await send(ticketId, 'código 1', 'fast');
  await send(ticketId, 'código 2', 'fast');
  await eventually(async () => gotBy(office).length === 3);
  expect(gotBy(office)).toEqual(['abre a fila', 'código 1', 'código 2']);
  await company.scope('tickets').sql.run(sql`update tickets.message set is_deleted = true where id = ${id}`);
  await company.admin.put(`/whatsapp/${office.connectionId}`, { bulkInterval: 0 });
  await office.write(other, 'e agora?');
  await eventually(async () => gotBy(office).includes('e agora?'));
  expect(gotBy(office)).not.toContain('apagada');
});

it('a new pace applies to queued bulk messages, and two are never closer than it', async () => {
  const office = await open('postbox-once', 1);
  const tickets = await office.conversations(3);
  const bodies = await pile(tickets, 3);
  await eventually(async () => gotBy(office).length === 3);
  expect(gotBy(office)).toEqual(bodies);
  const rows = await company.scope('tickets').sql.rows<{ gap: number | null }>(
    sql`select extract(epoch from queued_at - lag(queued_at) over (order by queued_at))::float8 as gap
          from tickets.message where whatsapp_id = ${office.connectionId}`,
  );
  for (const { gap } of rows.slice(1)) expect(gap).toBeGreaterThanOrEqual(0.999);
});

it('two servers send each bulk message once, in order, also after the connection was down', async () => {
  const office = await open('postbox-once', 0);
  const tickets = await office.conversations(10);
  const line = `/whatsappsession/${office.connectionId}`;
  await company.admin.delete(line);
  const bodies = await pile(tickets, 100);
  await office.write(tickets[0] ?? 0, 'resposta');
  await company.admin.post(line);
  await eventually(async () => gotBy(office).length === 101);
  const got = gotBy(office);
  expect(new Set(got).size).toBe(101);
  for (const [index] of tickets.entries()) {
    const own = bodies.filter((_, at) => at % tickets.length === index);
    expect(got.filter((body) => own.includes(body))).toEqual(own);
  }
  await eventually(async () => {
    const lines = await company
      .scope('tickets')
      .sql.rows(sql`select 1 from tickets.bulk_line where connection_id = ${office.connectionId}`);
    return lines.length === 0;
  });
}, 90_000);
