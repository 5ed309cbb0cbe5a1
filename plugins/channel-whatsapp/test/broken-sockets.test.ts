import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, Person, startTestHost, type TestHost } from '@balcao/testing';
import type { WhatsAppNetwork } from './network/network.ts';
import { attendance, WhatsAppFixture, openNetwork } from './whatsapp-fixture.ts';

/**
 * `WHATSAPP_MESSAGES=250` runs the conversation at full length and prints figures. Two nodes may be killed; this
 * process only has the database.
 */
let host: TestHost;
let network: WhatsAppNetwork;
let close: () => void;
let nodes: { child: ChildProcess; url: string; nodeId: string }[];

const nodeScript = join(import.meta.dirname, '../../../scripts/test/delivery/whatsapp-node.ts');
const startNode = async () => {
  const folders = attendance.map((id) => join(import.meta.dirname, '..', '..', id));
  const child = fork(nodeScript, [host.databaseUrl, host.dataDir, ...folders], {
    execArgv: [],
  });
  const [started] = (await once(child, 'message')) as [{ url: string; nodeId: string }];
  return { child, ...started };
};

beforeAll(async () => {
  ({ network, close } = await openNetwork());
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: attendance.filter((id) => id !== 'channel-whatsapp'),
  });
  nodes = [await startNode(), await startNode()];
  // It runs no connection, and must not answer for the nodes that do.
  await host.kernel.dispatcher.stop();
}, 120_000);
afterAll(async () => {
  for (const { child } of nodes ?? []) child.kill('SIGKILL');
  await host?.close();
  close?.();
});

const numbered = (what: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${what} ${String(index).padStart(3, '0')}.`);
const textOf = ({
  message,
}: {
  message: { conversation?: string | null; extendedTextMessage?: { text?: string | null } | null };
}) => message.conversation || message.extendedTextMessage?.text || '';

/** Returns the messages with this prefix that reached a customer, in order. */
const reached = (fixture: WhatsAppFixture, customer: string, what: string): string[] =>
  network.reached
    .filter(({ from, to }) => from === fixture.number && to === customer)
    .map(textOf)
    .flatMap((text) => new RegExp(`${what} \\d+\\.`).exec(text) ?? []);
const stored = async (fixture: WhatsAppFixture, ticketId: number, what: string): Promise<string[]> => {
  const { rows } = await host.kernel.database.owner.query<{ body: string }>(
    'select body from tickets.message where company_id = $1 and ticket_id = $2 and not from_me order by sent_at, id',
    [fixture.company.id, ticketId],
  );
  return rows.map(({ body }) => body).filter((body) => body.startsWith(what));
};

/** Waits until everything has arrived on both sides; reports what is missing when it never does. */
const allArrived = async (
  fixture: WhatsAppFixture,
  ticketId: number,
  customer: string,
  count: number,
): Promise<void> => {
  // The connection pauses between messages as a person does.
  const milliseconds = 75_000 + count * 1_500;
  try {
    await eventually(() => reached(fixture, customer, 'resposta').length >= count, milliseconds);
    await eventually(async () => (await stored(fixture, ticketId, 'pergunta')).length >= count, 75_000);
  } catch {
    const { rows } = await host.kernel.database.owner.query<object>(
      `select body, ack, failure, failure_reason, external_id, queued_at, handed_at from tickets.message
        where company_id = $1 and from_me and external_id is null order by id`,
      [fixture.company.id],
    );
    const { status } = await fixture.line().catch(() => ({ status: 'not known' }));
    const missing = {
      atCustomer: count - reached(fixture, customer, 'resposta').length,
      here: count - (await stored(fixture, ticketId, 'pergunta')).length,
    };
    const { undecipherable } = network;
    throw new Error(JSON.stringify({ status, missing, undecipherable, left: rows }, undefined, 1));
  }
};

const fixtureAt = async (url: string): Promise<WhatsAppFixture> => {
  const fixture = await WhatsAppFixture.open(host, network, {}, (person) => movedTo(url, person));
  await fixture.link();
  return fixture;
};
const movedTo = (url: string, { id, email, password, token }: Person): Person =>
  new Person(url, { id, email, password, token });

test(
  'A conversation over a socket that breaks again and again loses nothing, doubles nothing and stays in order',
  async () => {
    const fixture = await fixtureAt(nodes[0]!.url);
    const customer = '5511977770001';
    const ticketId = await fixture.conversation(customer, 'Começou');
    const count = Number(process.env['WHATSAPP_MESSAGES'] ?? 20);
    const between = Math.max(6, Math.floor(count / 20));
    const [questions, answers] = [numbered('pergunta', count), numbered('resposta', count)];
    const started = Date.now();
    const { logins } = network.account(fixture.number);
    for (const [index, question] of questions.entries()) {
      await network.write(
        customer,
        fixture.number,
        { conversation: question },
        { at: new Date(started + index * 1000) },
      );
      await fixture.write(ticketId, answers[index] ?? '');
      // Sometimes a message is accepted and the device cannot know.
      if (index % 10 === 3) network.acksToLose = 1;
      if (index % between === between - 1) {
        network.cut(fixture.number);
        await eventually(() => network.isUp(fixture.number), 100_000);
      }
    }
    await allArrived(fixture, ticketId, customer, answers.length);
    expect(reached(fixture, customer, 'resposta')).toEqual(answers);
    expect(await stored(fixture, ticketId, 'pergunta')).toEqual(questions);
    expect(network.undecipherable).toEqual([]);
    // Breaks on purpose, and some with a lost ack.
    const cuts = network.account(fixture.number).logins - logins;
    expect(cuts).toBeGreaterThanOrEqual(Math.floor(count / between));
    if (process.env['WHATSAPP_MESSAGES'])
      console.log(`${count} messages each way over ${cuts} broken sockets: 0 lost, 0 doubled, in order`);
  },
  Number(process.env['WHATSAPP_MESSAGES'] ?? 60) * 4_000,
);

test('When the node of a connection is killed another one takes over, and nothing is lost or sent twice', async () => {
  const fixture = await fixtureAt(nodes[0]!.url);
  const customer = '5511977770002';
  const ticketId = await fixture.conversation(customer, 'Alô');
  const { rows } = await host.kernel.database.owner.query<{ node: string }>(
    `select node from kernel.lease where name = $1`,
    [`${fixture.company.id}/channel-whatsapp/session/channel-whatsapp.connection/${fixture.connectionId}`],
  );
  const holder = nodes.find(({ nodeId }) => nodeId === rows[0]?.node);
  const other = nodes.find((node) => node !== holder);
  if (!holder || !other) throw new Error('no node runs the connection');
  const [questions, answers] = [numbered('pergunta', 10), numbered('resposta', 10)];
  const there = movedTo(other.url, fixture.admin);
  const logins = network.account(fixture.number).logins;
  let killed = 0;
  const started = Date.now();
  for (const [index, question] of questions.entries()) {
    if (index === 4) {
      holder.child.kill('SIGKILL');
      killed = performance.now();
    }
    await network.write(customer, fixture.number, { conversation: question }, { at: new Date(started + index * 1000) });
    // A node refuses work for a moment after it lost another one; a browser repeats it, too.
    const answer = { body: answers[index], clientId: `resposta-${index}` };
    await eventually(async () => (await there.post(`/messages/${ticketId}`, answer)).status === 200);
  }
  await eventually(() => network.account(fixture.number).logins > logins);
  if (process.env['WHATSAPP_MESSAGES'])
    console.log(
      `the connection was up on the other node ${((performance.now() - killed) / 1000).toFixed(1)} s after the kill`,
    );
  await allArrived(fixture, ticketId, customer, answers.length);
  expect(reached(fixture, customer, 'resposta')).toEqual(answers);
  expect(await stored(fixture, ticketId, 'pergunta')).toEqual(questions);
}, 240_000);
