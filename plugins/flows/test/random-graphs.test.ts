import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { readElements } from '../graph/elements.ts';
import type { SimulatedEntry, SimulatedInput } from '../graph/wire.ts';
import { flowAutomation } from '../server/automation.ts';
import { wakeDue } from '../server/engine/wake-due.ts';
import { simulate, type SimulatedState } from '../server/simulator/simulate.ts';
import { ask, FlowOffice, say, startFlows, type Node, type Way } from './flow-office.ts';
import { ManyConversations } from './many-conversations.ts';
import { pick, randomFlow, randomFrom, words } from './random-flow.ts';
import { Victim } from './victim.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
  // Only these tests deliver messages and continue sessions.
  await host.kernel.dispatcher.stop();
}, 180_000);
afterAll(() => host?.close());

/** FLOW_GRAPHS sets another number, for a thousand and more. */
const graphs = Number(process.env['FLOW_GRAPHS'] ?? 100);
/** Conversations that are led at the same time. */
const atOnce = 8;
/** Customers write, time passes, in turns. */
const rounds = ['write', 'pass', 'write', 'pass', 'write', 'write', 'pass'] as const;

/** Plays the same inputs without any interruption. */
const undisturbed = async (scope: Scope, data: string, inputs: readonly (string | null)[]) => {
  const graph = readElements(data);
  const entries: SimulatedEntry[] = [];
  let now = new Date();
  let state: SimulatedState | undefined;
  let ended: string | null = null;
  const play = async (input: SimulatedInput): Promise<void> => {
    const channel = { id: 'telephone', capabilities: undefined };
    const simulation = { graph, flowId: null, channel, connectionId: 0, now, breakpoints: [], isReal: false };
    const played = await simulate(scope, simulation, state, input, new Map());
    state = played.state as SimulatedState;
    entries.push(...played.entries);
    ({ ended } = played);
  };
  await play({ kind: 'start' });
  for (const [index, body] of inputs.entries()) {
    if (rounds[index] === 'pass') {
      now = new Date(now.getTime() + 20 * 60_000);
      await play({ kind: 'clock' });
    } else if (body !== null) await play({ kind: 'message', body });
  }
  return {
    texts: entries.flatMap((entry) => (entry.kind === 'message' ? [entry.text.trim()] : [])),
    entered: entries.flatMap((entry) => (entry.kind === 'enter' ? [entry.nodeId] : [])),
    ended,
  };
};

interface Kills {
  /** The await at which the next server is killed, for a conversation. */
  at(conversation: number): number;
  /** The awaits at which servers were killed. */
  hit: Set<number>;
}

/** Leads all conversations through the rounds. Each message is handled by a server that is killed, then by another. */
const lead = async (
  office: FlowOffice,
  inputs: readonly (readonly (string | null)[])[],
  drawn: readonly { nodes: Node[]; ways: Way[] }[],
  kills: Kills,
): Promise<ManyConversations> => {
  const { scope } = office;
  const { conversations, first } = await ManyConversations.of(host, office, drawn);
  const handle = async (index: number, message: (typeof first)[number]): Promise<void> => {
    const { ticket } = conversations.all[index] ?? {};
    if (!ticket) throw new Error('the conversation is missing');
    const at = kills.at(index);
    const isKilled = await new Victim(at).dies((dying) => flowAutomation.received(ticket, message, dying), scope);
    if (isKilled) kills.hit.add(at);
    // A conversation that the killed server had released already is no longer the flow's.
    const row = await office.ticket(ticket.id);
    if (row.automaticBy === 'flows') await flowAutomation.received(ticket, message, scope);
  };
  const handleAll = async (messages: readonly (readonly [number, (typeof first)[number]])[]): Promise<void> => {
    for (let from = 0; from < messages.length; from += atOnce)
      await Promise.all(messages.slice(from, from + atOnce).map(([index, message]) => handle(index, message)));
  };
  await handleAll([...first.entries()]);
  for (const [round, kind] of rounds.entries()) {
    if (kind === 'pass') {
      await conversations.passTime(20);
      // Batches die at one await after another until one survives.
      for (let at = 1; ; at += 3) if (!(await new Victim(at).dies(wakeDue, scope))) break;
      continue;
    }
    const led = await conversations.led();
    const texts = new Map(led.map((index) => [index, inputs[index]?.[round] ?? 'Oi']));
    await handleAll([...(await conversations.write(texts))]);
  }
  return conversations;
};

const compare = async (
  office: FlowOffice,
  conversations: ManyConversations,
  inputs: readonly (readonly (string | null)[])[],
): Promise<void> => {
  const [said, steps, ends] = [await conversations.said(), await conversations.steps(), await conversations.ends()];
  for (const [index, { data }] of conversations.all.entries()) {
    const wanted = await undisturbed(office.scope, data, inputs[index] ?? []);
    const own = steps[index] ?? [];
    expect({
      index,
      texts: said[index],
      entered: own.filter(({ isEntry }) => isEntry).map(({ nodeId }) => nodeId),
      ended: ends[index],
      sequence: own.map(({ seq }) => seq),
    }).toEqual({ index, ...wanted, sequence: own.map((_, step) => step + 1) });
  }
};

test(
  `each step of ${graphs} random flows happens once and in order, whatever await the server is killed at`,
  { timeout: 3_600_000 },
  async () => {
    const office = await FlowOffice.of(host);
    const random = randomFrom(20_261_124);
    const drawn = Array.from({ length: graphs }, () => randomFlow(random));
    const inputs = drawn.map(() => rounds.map((kind) => (kind === 'pass' ? null : pick(random, words))));
    let turn = 0;
    const kills: Kills = { at: () => 1 + ((turn += 1) % 40), hit: new Set() };
    const conversations = await lead(office, inputs, drawn, kills);
    await compare(office, conversations, inputs);
    console.log('CPU', process.cpuUsage(), 'hit', Math.max(...kills.hit));
    // Most turns have this many awaits; a longer one is killed at each of its awaits below.
    for (let at = 1; at <= 24; at += 1) expect(kills.hit).toContain(at);
  },
);

test(
  'a flow with every way to wait gives the same conversation for a kill at each of its awaits',
  { timeout: 600_000 },
  async () => {
    const office = await FlowOffice.of(host);
    const flow: { nodes: Node[]; ways: Way[] } = {
      nodes: [
        say('hi', 'Olá %primeiro_nome%'),
        ['n', 'noteNode', { text: 'nota' }],
        ask('q', 'Opção?', ['Um', 'Dois'], { variable: 'o' }),
        ['p', 'delayNode', { delay: 600 }],
        ['c', 'collectNode', { question: 'Quantos?', kind: 'number', variable: 'v' }],
        ['mail', 'contactNode', { field: 'email', value: 'ana@exemplo.com.br' }],
        say('end', '%o% %v% %email%'),
      ],
      ways: [
        ['start', 'hi'],
        ['hi', 'n'],
        ['n', 'q'],
        ['q:option-1', 'p'],
        ['q:option-2', 'p'],
        ['p', 'c'],
        ['c', 'mail'],
        ['mail', 'end'],
      ],
    };
    const awaits = 60;
    const drawn = Array.from({ length: awaits }, () => flow);
    const inputs = drawn.map(() => ['2', null, '7,5', null, null, null, null]);
    const kills: Kills = { at: (conversation) => conversation + 1, hit: new Set() };
    const conversations = await lead(office, inputs, drawn, kills);
    const said = await conversations.said();
    const [first = []] = said;
    expect(first).toEqual(['Olá Cliente', 'Opção?\n\n1 - Um\n2 - Dois', 'Quantos?', 'Dois 7,5 ana@exemplo.com.br']);
    for (const texts of said) expect(texts).toEqual(first);
    const last = Math.max(...kills.hit);
    expect(kills.hit.size).toBe(last);
    expect(last).toBeLessThan(awaits);
  },
);
