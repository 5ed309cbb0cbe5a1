import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { channelInbox } from '@balcao/connections/contract';
import { flowAutomation } from '../server/automation.ts';
import { sessionsAtOnce, wakeDue } from '../server/engine/wake-due.ts';
import { FlowOffice, say, startFlows, type Node, type Way } from './flow-office.ts';
import { ManyConversations } from './many-conversations.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
  // Only these tests deliver messages and continue sessions.
  await host.kernel.dispatcher.stop();
}, 180_000);
afterAll(() => host?.close());

interface Graph {
  nodes: Node[];
  ways: Way[];
}
const pause: Graph = {
  nodes: [['p', 'delayNode', { delay: 600 }], say('a', 'Ainda está aí, %primeiro_nome%?')],
  ways: [
    ['start', 'p'],
    ['p', 'a'],
  ],
};

const waiting = async (office: FlowOffice, graphs: readonly Graph[]): Promise<ManyConversations> => {
  const { conversations, first } = await ManyConversations.of(host, office, graphs);
  for (const [index, message] of first.entries()) {
    const { ticket } = conversations.all[index] ?? {};
    if (ticket) await flowAutomation.received(ticket, message, office.scope);
  }
  return conversations;
};

/** Returns the statements that this process sends meanwhile, but for those by which it looks for work. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const sent: string[] = [];
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
    if (text !== undefined && !/jobs\.job|^UPDATE "job"|kernel\.(event_retry|lease|presence)|^prepare /.test(text))
      sent.push(text);
    return original.apply(this, args);
  } as never);
  try {
    await work();
    return sent;
  } finally {
    spy.mockRestore();
  }
};

test('a hundred sessions that are due together continue with fewer than three statements for each of their steps', async () => {
  const office = await FlowOffice.of(host);
  const count = 4 * sessionsAtOnce;
  const conversations = await waiting(
    office,
    Array.from({ length: count }, () => pause),
  );
  await conversations.passTime(20);
  const statements = await statementsOf(() => wakeDue(office.scope));
  expect((await conversations.said()).flat()).toEqual(Array.from({ length: count }, () => 'Ainda está aí, Cliente?'));
  const steps = (await conversations.steps()).flat().length - 2 * count;
  expect(steps).toBe(2 * count);
  // A notice to people and an event of the end for each conversation, and the rest for all of a batch together.
  expect(statements.length / steps).toBeLessThan(3);
  console.log(`${statements.length} statements for ${steps} steps of ${count} sessions`);
});

test('sessions that are due in the same second have a handful of jobs', async () => {
  const office = await FlowOffice.of(host);
  await waiting(
    office,
    Array.from({ length: 30 }, () => pause),
  );
  const { rows } = await host.kernel.database.owner.query<{ jobs: number; sessions: number }>(
    `select (select count(*)::int from jobs.job where name like 'flows%wake-due' and data ->> 'companyId' = $1::int::text) as jobs,
            (select count(distinct date_trunc('second', wake_at))::int from flows.session where company_id = $1::int) as sessions`,
    [office.company.id],
  );
  // Four parts of a second, and four shares of each.
  expect(rows[0]?.jobs).toBeLessThanOrEqual(16 * (rows[0]?.sessions ?? 0) + 4);
  expect(rows[0]?.jobs).toBeGreaterThan(0);
});

test('a session whose message is refused takes its error path, and holds up none of those that are due with it', async () => {
  const office = await FlowOffice.of(host);
  const broken: Graph = {
    nodes: [
      ['p', 'delayNode', { delay: 600 }],
      [
        'f',
        'attachmentNode',
        { mediaPath: `${office.company.id}/gone.png`, mediaName: 'x.png', mime: 'image/png', size: 9 },
      ],
      say('no', 'Sem o arquivo'),
    ],
    ways: [
      ['start', 'p'],
      ['p', 'f'],
      ['f:failed', 'no'],
    ],
  };
  const graphs = Array.from({ length: 10 }, (_, index) => (index === 4 ? broken : pause));
  const conversations = await waiting(office, graphs);
  await conversations.passTime(20);
  await wakeDue(office.scope);
  const said = await conversations.said();
  expect(said.map(([text]) => text)).toEqual(
    graphs.map((graph) => (graph === broken ? 'Sem o arquivo' : 'Ainda está aí, Cliente?')),
  );
});

test('a clock that jumps three days continues each waiting session once', async () => {
  const office = await FlowOffice.of(host);
  const conversations = await waiting(
    office,
    Array.from({ length: 5 }, () => pause),
  );
  await conversations.passTime(3 * 24 * 60);
  await Promise.all([wakeDue(office.scope), wakeDue(office.scope), wakeDue(office.scope)]);
  for (const texts of await conversations.said()) expect(texts).toEqual(['Ainda está aí, Cliente?']);
});

test('a pause that leads back to itself begins a new turn each time, so that no limit of a turn ends it', async () => {
  const office = await FlowOffice.of(host);
  const circle: Graph = {
    nodes: [['p', 'delayNode', { delay: 600 }]],
    ways: [
      ['start', 'p'],
      ['p', 'p'],
    ],
  };
  const conversations = await waiting(office, [circle]);
  for (let times = 0; times < 5; times += 1) {
    await conversations.passTime(11);
    await wakeDue(office.scope);
  }
  expect(await conversations.ends()).toEqual([null]);
  expect((await conversations.steps()).flat().filter(({ nodeId }) => nodeId === 'p')).toHaveLength(11);
});

test('a free text is awaited longer while the customer types, and not without end', async () => {
  const office = await FlowOffice.of(host);
  const story: Graph = {
    nodes: [['v', 'variableNode', { labelInput: 'caso', value: '' }], say('a', 'Anotei: %caso%')],
    ways: [
      ['start', 'v'],
      ['v', 'a'],
    ],
  };
  const conversations = await waiting(office, [story]);
  const { ticket, number = '' } = conversations.all[0] ?? {};
  if (!ticket) throw new Error('the conversation is missing');
  const settle = async () =>
    (
      await office.scope.sql.one<{ seconds: number }>(
        sql`select round(extract(epoch from settle_at - (select min(at) from flows.inbox i where i.session_id = s.id and i.taken_seq is null)))::int as seconds
              from flows.session s where ticket_id = ${ticket.id}`,
      )
    )?.seconds ?? 0;
  const write = async (text: string): Promise<void> => {
    for (const [, message] of await conversations.write(new Map([[0, text]])))
      await flowAutomation.received(ticket, message, office.scope);
  };
  const types = (state: 'composing' | 'paused') =>
    office.company
      .scope('tickets')
      .use(channelInbox)
      .presence(office.connectionId, { channel: 'telephone', scope: '', kind: 'phone', value: number }, state);
  /** Moves the clock on. Unless the session is to be due, it stays in the future, or the node might take it at once. */
  const later = (seconds: number, isDue = false) =>
    office.scope.sql.run(sql`with moved as (update flows.inbox set at = at - make_interval(secs => ${seconds}))
                             update flows.session
                                set settle_at = greatest(settle_at - make_interval(secs => ${seconds}),
                                                         ${isDue ? null : new Date(Date.now() + 5_000)}::timestamptz)`);
  // The steps of this test take time themselves, which typing adds.
  const settlesIn = async (seconds: number): Promise<void> => {
    const actual = await settle();
    expect(actual).toBeGreaterThanOrEqual(seconds);
    expect(actual).toBeLessThan(seconds + 5);
  };
  await types('composing');
  expect(await settle()).toBe(0);
  await write('Fui demitido');
  await settlesIn(3);
  await types('composing');
  await settlesIn(10);
  await later(8);
  await types('paused');
  await settlesIn(11);
  await types('composing');
  await later(8);
  await types('composing');
  await settlesIn(26);
  await write('ontem');
  await settlesIn(19);
  await later(40);
  await types('composing');
  await settlesIn(60);
  await later(20, true);
  await wakeDue(office.scope);
  // The node may have taken it by itself in the same moment.
  await expect.poll(() => conversations.said()).toEqual([['Anotei: Fui demitido\nontem']]);
});
