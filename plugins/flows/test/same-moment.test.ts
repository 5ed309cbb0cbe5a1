import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { flowAutomation } from '../server/automation.ts';
import { advance } from '../server/engine/advance.ts';
import { wakeDue } from '../server/engine/wake-due.ts';
import { ask, FlowOffice, say, startFlows, type Node, type Way } from './flow-office.ts';
import { ManyConversations } from './many-conversations.ts';

let host: TestHost;
let second: TestHost;
beforeAll(async () => {
  host = await startFlows();
  second = await startFlows(host);
  // Only these tests deliver messages and continue sessions.
  for (const { kernel } of [host, second]) await kernel.dispatcher.stop();
}, 180_000);
afterAll(async () => {
  await second?.close();
  await host?.close();
});

/** FLOW_ROUNDS sets another number, for a thousand and more. */
const rounds = Number(process.env['FLOW_ROUNDS'] ?? 150);
const chunk = 8;

test(
  `an answer and the end of its time in the same moment, on two servers, make one transition, ${rounds} times`,
  { timeout: 900_000 },
  async () => {
    const office = await FlowOffice.of(host);
    const flow: { nodes: Node[]; ways: Way[] } = {
      nodes: [ask('q', 'Opção?', ['Um'], { timeoutMinutes: 60 }), say('answered', 'Resposta'), say('late', 'Tarde')],
      ways: [
        ['start', 'q'],
        ['q:option-1', 'answered'],
        ['q:timeout', 'late'],
      ],
    };
    const { conversations, first } = await ManyConversations.of(
      host,
      office,
      Array.from({ length: rounds }, () => flow),
    );
    const ticketOf = (index: number) => {
      const found = conversations.all[index];
      if (!found) throw new Error('the conversation is missing');
      return found.ticket;
    };
    for (const [index, message] of first.entries())
      await flowAutomation.received(ticketOf(index), message, office.scope);
    const sessions = await office.scope.sql.rows<{ id: number; ticketId: number }>(
      sql`update flows.session set wake_at = now() - interval '1 second', is_expiry = false
           returning id, ticket_id as "ticketId"`,
    );
    const sessionOf = new Map(sessions.map(({ id, ticketId }) => [ticketId, id]));
    const answers = [...(await conversations.write(new Map(first.map((_, index) => [index, '1']))))];
    const there = office.at(second);
    for (let from = 0; from < answers.length; from += chunk) {
      const part = answers.slice(from, from + chunk);
      await Promise.all([
        ...part.flatMap(([index, message]) => {
          const ticket = ticketOf(index);
          const id = sessionOf.get(ticket.id) ?? 0;
          const wakes = [
            () => advance(there, id, { kind: 'wake' }),
            () => flowAutomation.received(ticket, message, office.scope),
          ];
          // In either order, so that each of the two is often the first.
          return (index % 2 === 0 ? wakes : wakes.toReversed()).map((wake) => wake());
        }),
        // A batch that comes upon sessions which others have at the moment.
        ...(from % (chunk * 25) === 0 ? [wakeDue(there)] : []),
      ]);
    }
    const said = await conversations.said();
    for (const texts of said) {
      expect(texts).toHaveLength(2);
      expect(['Resposta', 'Tarde']).toContain(texts[1]);
    }
    const steps = await conversations.steps();
    for (const own of steps) expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1));
    expect((await conversations.ends()).every((why) => why === 'completed')).toBe(true);
  },
);

test('a person who accepts while a step is about to send comes before the whole step or after it', async () => {
  const office = await FlowOffice.of(host);
  const flow: { nodes: Node[]; ways: Way[] } = {
    nodes: [ask('q', 'Opção?', ['Um']), say('a', 'Primeira'), say('b', 'Segunda'), ask('r', 'E agora?', ['Dois'])],
    ways: [
      ['start', 'q'],
      ['q:option-1', 'a'],
      ['a', 'b'],
      ['b', 'r'],
    ],
  };
  const count = 40;
  const { conversations, first } = await ManyConversations.of(
    host,
    office,
    Array.from({ length: count }, () => flow),
  );
  for (const [index, message] of first.entries()) {
    const { ticket } = conversations.all[index] ?? {};
    if (ticket) await flowAutomation.received(ticket, message, office.scope);
  }
  const answers = [...(await conversations.write(new Map(first.map((_, index) => [index, '1']))))];
  for (const [index, message] of answers) {
    const { ticket } = conversations.all[index] ?? {};
    if (!ticket) continue;
    await Promise.all([
      flowAutomation.received(ticket, message, office.scope),
      office.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: office.admin.id }),
    ]);
    await flowAutomation.received(ticket, message, office.scope);
  }
  for (const texts of await conversations.said()) expect([1, 4]).toContain(texts.length);
  const { rows } = await host.kernel.database.owner.query(
    `select count(*)::int as open from tickets.ticket where company_id = $1 and status = 'open' and automatic_by is null`,
    [office.company.id],
  );
  expect(rows[0].open).toBe(count);
});
