import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { eventually, type Person } from '@balcao/testing';
import { Installation, logIn, nodeDatabase, superUser, type Node } from './nodes.ts';
import { PostOffice } from './post-office.ts';
import { Provider } from './provider.ts';

const provider = new Provider();
const boss = { email: 'chefe@correio.local', password: 'Senha-123' };
let database: Awaited<ReturnType<typeof nodeDatabase>>;
let installation: Installation;
let nodes: Map<number, Node>;
let admin: Person;
beforeAll(async () => {
  process.env['POSTBOX_URL'] = await provider.start();
  database = await nodeDatabase(inject('databaseUrl'));
  installation = await Installation.on(database.url);
  const started = await Promise.all([installation.startNode(), installation.startNode()]);
  nodes = new Map(started.map((node) => [node.pid, node]));
  const [{ url } = { url: '' }] = nodes.values();
  const platform = await logIn(url, superUser);
  await platform.post('/companies', { name: 'Correio', ...boss });
  admin = await logIn(url, boss);
  await admin.put('/settings/plugin:postbox', { value: 'enabled' });
});
afterAll(async () => {
  await installation?.close();
  await database?.drop();
  await provider.stop();
  delete process.env['POSTBOX_URL'];
});

/** One message per channel that the provider received without its response arriving: the node that sent it dies. */
it('servers that die with messages in flight lose none, double none and skip none silently', async () => {
  const channels = ['postbox', 'postbox-reserved', 'postbox-once'] as const;
  const offices = await Promise.all(channels.map((channel) => PostOffice.open(admin, channel)));
  const tickets = await Promise.all(offices.map(async (office) => (await office.conversations(1))[0] ?? 0));
  let holds = true;
  provider.answers = ({ body }) => (holds && body === 'em trânsito' ? 'hold' : 'take');
  for (const [index, office] of offices.entries()) {
    await office.write(tickets[index] ?? 0, 'em trânsito');
    await office.write(tickets[index] ?? 0, 'depois');
  }
  await eventually(async () => offices.every(({ connectionId }) => provider.of(connectionId).length === 1));
  const senders = new Set(provider.calls.map(({ node }) => node));
  holds = false;
  for (const pid of senders) {
    await nodes.get(pid)?.kill();
    nodes.delete(pid);
  }
  if (nodes.size === 0) {
    const node = await installation.startNode();
    nodes.set(node.pid, node);
  }
  const [{ url } = { url: '' }] = nodes.values();
  const left = await logIn(url, boss);
  const [plain, reserved, once] = offices.map((office) => office.at(left));
  const [inPlain = 0, inReserved = 0, inOnce = 0] = tickets;

  // The provider deduplicates: the message is sent again, and received once.
  for (const [office, ticketId] of [
    [reserved, inReserved],
    [once, inOnce],
  ] as const) {
    await eventually(async () => ((await office?.written(ticketId)) ?? []).every(({ ack }) => ack > 0));
    expect(provider.of(office?.connectionId ?? 0).map(({ body }) => body)).toEqual(['em trânsito', 'depois']);
  }

  // The provider does not deduplicate: the message is marked and not sent again automatically; later ones are sent.
  await eventually(async () => (await plain?.written(inPlain))?.[1]?.ack === 1);
  const [doubtful, after] = (await plain?.written(inPlain)) ?? [];
  expect([doubtful?.ack, doubtful?.failure, after?.failure]).toEqual([0, 'unknown', null]);
  expect(provider.of(plain?.connectionId ?? 0).map(({ body }) => body)).toEqual(['em trânsito', 'depois']);

  // A person who decides to send it again can do so.
  await plain?.retry(doubtful?.id ?? 0);
  await eventually(async () => (await plain?.written(inPlain))?.[0]?.ack === 1);
  expect(provider.of(plain?.connectionId ?? 0)).toHaveLength(3);
}, 120_000);

it('a server that dies while it sends bulk messages loses none, doubles none and keeps their order', async () => {
  if (nodes.size < 2) {
    const node = await installation.startNode();
    nodes.set(node.pid, node);
  }
  provider.answers = () => 'take';
  const [{ url } = { url: '' }] = nodes.values();
  const office = await PostOffice.open(await logIn(url, boss), 'postbox-once');
  const tickets = await office.conversations(6);
  const messages = Array.from({ length: 90 }, (_, index) => ({
    ticketId: tickets[index % tickets.length] ?? 0,
    body: `massa ${index}`,
  }));
  await office.pile(messages, 0);
  await eventually(async () => provider.of(office.connectionId).length >= 15);
  const sender = provider.calls.filter(({ connectionId }) => connectionId === office.connectionId).at(-1)?.node ?? 0;
  await nodes.get(sender)?.kill();
  nodes.delete(sender);
  expect(provider.of(office.connectionId).length).toBeLessThan(90);
  await eventually(async () => provider.of(office.connectionId).length === 90);
  const got = provider.of(office.connectionId).map(({ body }) => body);
  for (const ticketId of tickets) {
    const own = messages.filter((one) => one.ticketId === ticketId).map(({ body }) => body);
    expect(got.filter((body) => own.includes(body))).toEqual(own);
  }
}, 120_000);

it('a server that dies in the middle of several files sends each of them once, in order, with the text at the first', async () => {
  if (nodes.size < 2) {
    const node = await installation.startNode();
    nodes.set(node.pid, node);
  }
  const [{ url } = { url: '' }] = nodes.values();
  const office = await PostOffice.open(await logIn(url, boss), 'postbox-files');
  const [ticketId = 0] = await office.conversations(1);
  let holds = true;
  provider.answers = ({ files }) => (holds && files.includes('4.txt') ? 'hold' : 'take');
  const names = Array.from({ length: 8 }, (_, index) => `${index + 1}.txt`);
  const written = await office.writeFiles(ticketId, 'Seguem os oito', names, 'oito');
  expect(written.map(({ files }) => files.length)).toEqual([3, 3, 2]);
  await eventually(async () => provider.of(office.connectionId).length === 2);
  const sender = provider.calls.findLast(({ connectionId }) => connectionId === office.connectionId)?.node ?? 0;
  holds = false;
  await nodes.get(sender)?.kill();
  nodes.delete(sender);
  if (nodes.size === 0) {
    const node = await installation.startNode();
    nodes.set(node.pid, node);
  }
  const [left = { url: '' }] = nodes.values();
  const after = office.at(await logIn(left.url, boss));
  // The browser did not receive the response and sends it again.
  const again = await after.writeFiles(ticketId, 'Seguem os oito', names, 'oito');
  expect(again.map(({ id }) => id)).toEqual(written.map(({ id }) => id));
  await eventually(async () => (await after.written(ticketId)).every(({ ack }) => ack > 0));
  const got = provider.of(office.connectionId).map(({ body, files }) => [body, files]);
  expect(got).toEqual([
    ['Seguem os oito', names.slice(0, 3)],
    ['', names.slice(3, 6)],
    ['', names.slice(6)],
  ]);
}, 120_000);
