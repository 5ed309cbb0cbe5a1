import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { ask, FlowOffice, say, startFlows, type Node, type Way } from './flow-office.ts';

/** `FLOW_KILLS`, `FLOW_CUSTOMERS` and `FLOW_PAUSE` make the tests as long as one likes. */
const kills = Number(process.env['FLOW_KILLS'] ?? 2);
const customers = Number(process.env['FLOW_CUSTOMERS'] ?? 25);
/** Seconds. */
const pause = Number(process.env['FLOW_PAUSE'] ?? 8);

let host: TestHost;
const nodes: ChildProcess[] = [];
beforeAll(async () => {
  host = await startFlows();
}, 180_000);
// The servers of one test lead no customers of the next.
afterEach(() => {
  for (const node of nodes.splice(0)) node.kill('SIGKILL');
});
afterAll(() => host?.close());

const startNode = async (): Promise<ChildProcess> => {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), [host.databaseUrl, host.dataDir], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  nodes.push(child);
  await once(child, 'message');
  return child;
};

const parts = 4;
/** Four texts and a question in each part: twenty messages, and a last one. */
const drawn = (): { nodes: Node[]; ways: Way[]; texts: string[] } => {
  const drawnNodes: Node[] = [];
  const ways: Way[] = [];
  const texts: string[] = [];
  let before = 'start';
  for (let part = 1; part <= parts; part += 1) {
    for (let text = 1; text <= 4; text += 1) {
      const id = `t${part}-${text}`;
      drawnNodes.push(say(id, `Parte ${part}, ${text}`));
      ways.push([before, id]);
      texts.push(`Parte ${part}, ${text}`);
      before = id;
    }
    drawnNodes.push(ask(`q${part}`, `Parte ${part}?`, ['Seguir']));
    ways.push([before, `q${part}`]);
    texts.push(`Parte ${part}?\n\n1 - Seguir`);
    before = `q${part}:option-1`;
  }
  drawnNodes.push(say('end', 'Fim'));
  ways.push([before, 'end']);
  return { nodes: drawnNodes, ways, texts: [...texts, 'Fim'] };
};

test(
  'customers in a flow of twenty messages get each of them once and in order, though their server is killed again and again',
  { timeout: 600_000 },
  async () => {
    const office = await FlowOffice.of(host);
    const { nodes: all, ways, texts } = drawn();
    await office.answerWith(await office.flow(all, ways));
    // From here on only processes that can be killed lead the customers.
    await host.kernel.dispatcher.stop();
    let node = await startNode();
    const numbers = Array.from({ length: customers }, () => office.number());
    const ticketIds: number[] = [];
    for (const number of numbers) ticketIds.push((await office.arrives(number, 'Oi')).ticketId);
    const answered = numbers.map(() => 0);
    let killed = 0;
    let nextKill = Date.now() + 300;
    for (let rounds = 0; rounds < 3000; rounds += 1) {
      const counts = await office.scope.sql.rows<{ ticketId: number; n: number }>(
        sql`select ticket_id as "ticketId", count(*)::int as n from tickets.public_message where from_me and not only_internal group by 1`,
      );
      const countOf = new Map(counts.map(({ ticketId, n }) => [ticketId, n]));
      if (ticketIds.every((id) => countOf.get(id) === texts.length)) break;
      for (const [index, id] of ticketIds.entries()) {
        const asked = Math.floor((countOf.get(id) ?? 0) / 5);
        if (asked <= (answered[index] ?? 0) || asked > parts) continue;
        answered[index] = asked;
        await office.arrives(numbers[index] ?? '', '1');
      }
      if (killed < kills && Date.now() > nextKill) {
        killed += 1;
        const ended = once(node, 'exit');
        node.kill('SIGKILL');
        await ended;
        node = await startNode();
        nextKill = Date.now() + 300 + Math.random() * 900;
      }
      await sleep(50);
    }
    expect(killed).toBe(kills);
    for (const id of ticketIds) expect(await office.said(id)).toEqual(texts);
    const steps = await office.scope.sql.rows<{ seqs: number[] }>(
      sql`select array_agg(seq order by seq) as seqs from flows.step group by session_id`,
    );
    expect(steps).toHaveLength(customers);
    for (const { seqs } of steps) expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  },
);

test(
  'a pause survives the kill of the server in which it began, and ends once though two servers run afterwards',
  { timeout: 400_000 },
  async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow(
      [say('a', 'Um momento'), ['p', 'delayNode', { delay: pause }], say('b', 'Ainda está aí?')],
      [
        ['start', 'a'],
        ['a', 'p'],
        ['p', 'b'],
      ],
    );
    await office.answerWith(flow);
    await host.kernel.dispatcher.stop();
    const first = await startNode();
    const ticketIds: number[] = [];
    for (let customer = 0; customer < 10; customer += 1)
      ticketIds.push((await office.arrives(office.number(), 'Oi')).ticketId);
    const isWaiting = async (): Promise<boolean> =>
      (await Promise.all(ticketIds.map((id) => office.session(id).catch(() => undefined)))).every(
        (session) => session?.state === 'waiting',
      );
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
    const ended = once(first, 'exit');
    first.kill('SIGKILL');
    await ended;
    await Promise.all([startNode(), startNode()]);
    const texts = ['Um momento', 'Ainda está aí?'];
    const said = () => Promise.all(ticketIds.map((id) => office.said(id)));
    await expect.poll(said, { timeout: (pause + 90) * 1000, interval: 500 }).toEqual(ticketIds.map(() => texts));
    await sleep(3000);
    expect(await said()).toEqual(ticketIds.map(() => texts));
  },
);
