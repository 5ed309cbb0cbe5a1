import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { builtInTypes } from '../graph/node-data.ts';
import { flowNode, type FlowNode } from '../contract.ts';
import { readElements } from '../graph/elements.ts';
import type { Simulated, SimulatedInput } from '../graph/wire.ts';
import { simulate, type SimulatedState } from '../server/simulator/simulate.ts';
import { splitNode } from '../server/nodes/decide.ts';
import { randomOf } from '../server/engine/ticket-world.ts';
import { corpus } from './corpus/index.ts';
import { typesOf, type Drawn, type Input } from './corpus/scenario.ts';
import { FlowSystem } from './flow-system.ts';
import { drawing, FlowOffice, say, startFlows } from './flow-office.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let system: FlowSystem;
beforeAll(async () => {
  system = await FlowSystem.start();
  host = await startFlows(undefined, [path.join(import.meta.dirname, 'stranger')]);
}, 180_000);
afterAll(async () => {
  system?.close();
  await host?.close();
});

const settings = { 'plugin:flow-stranger': 'enabled' };
const answers = ({ url }: { url: string }) =>
  url.startsWith('/saldo') ? { status: 200, body: '{"saldo":12.5}' } : { status: 404, body: '{}' };

const isOver = async (office: FlowOffice, ticketId: number): Promise<boolean> => {
  const row = await office.scope.sql.one<{ isBusy: boolean }>(
    sql`select state = 'running' or settle_at is not null or (memory -> 'wait' ->> 'kind') = 'work' as "isBusy"
          from flows.session where ticket_id = ${ticketId} order by id desc limit 1`,
  );
  return row?.isBusy !== true;
};

/** Passes an input to a conversation, and waits until the flow waits for the next one. */
const give = async (office: FlowOffice, number: string, ticketId: number, input: Input): Promise<void> => {
  if (typeof input === 'object' && 'minutes' in input) await office.passTime(ticketId, input.minutes);
  else if (typeof input === 'string') await office.writes(number, input);
  else if ('file' in input)
    await office.writes(number, '', {
      media: { type: 'image', path: `${office.company.id}/rg.png`, ...input.file },
    });
  else await office.writes(number, '', { data: { kind: 'location', ...input.location } });
  const settles = await office.scope.sql.one(
    sql`select 1 from flows.session where ticket_id = ${ticketId} and settle_at is not null and ended_at is null`,
  );
  if (settles) await office.passTime(ticketId);
  await eventually(() => isOver(office, ticketId));
};

const inputOf = (input: Input | null): SimulatedInput => {
  if (input === null) return { kind: 'start' };
  if (typeof input === 'string') return { kind: 'message', body: input };
  return 'minutes' in input ? { kind: 'clock' } : { kind: 'message', body: '', ...input };
};

const simulated = async (office: FlowOffice, { nodes, ways, settings: own }: Drawn, inputs: readonly Input[]) => {
  let now = Date.now();
  let state: unknown = null;
  const texts: string[] = [];
  const play = async (input: object): Promise<Simulated> => {
    const { status, body } = await office.admin.post<Simulated>('/flow/simulate', {
      data: drawing(nodes, ways, own),
      state,
      input,
      options: { channel: 'telephone', now: new Date(now).toISOString(), isReal: true },
    });
    expect(status).toBe(200);
    state = body.state;
    for (const entry of body.entries) if (entry.kind === 'message') texts.push(entry.text);
    return body;
  };
  let last = await play({ kind: 'start' });
  for (const input of inputs) {
    if (typeof input === 'string') last = await play({ kind: 'message', body: input });
    else if ('minutes' in input) {
      now += input.minutes * 60_000;
      last = await play({ kind: 'clock' });
    } else last = await play({ kind: 'message', body: '', ...input });
  }
  return { texts, ended: last.ended };
};

describe('Each kind of node, in a conversation and in the simulator', () => {
  const seen = new Set(['startNode', 'attachmentNode']);
  for (const { title, draw, inputs, said, ended } of corpus)
    test.concurrent(`${title}: the engine and the simulator give the same transcript`, async () => {
      system.respond = answers;
      const office = await FlowOffice.of(host, settings);
      const drawn = await draw(office, system);
      for (const type of typesOf(drawn)) seen.add(type);
      await office.answerWith(await office.flow(drawn.nodes, drawn.ways, drawn.settings));
      // Before the conversation, which changes the same tags and queues.
      const there = await simulated(office, drawn, inputs);
      const number = office.number();
      const { ticketId } = await office.writes(number, 'Oi', { name: 'Cliente de teste' });
      await eventually(() => isOver(office, ticketId));
      for (const input of inputs) await give(office, number, ticketId, input);
      await office.settled();
      expect(await office.said(ticketId)).toEqual(said);
      expect((await office.session(ticketId)).endedWhy).toBe(ended);
      await drawn.after?.(ticketId);
      expect(there).toEqual({ texts: said, ended });
    });

  test('no kind of node of the product is missing in these transcripts', () => {
    expect(builtInTypes.filter((type) => !seen.has(type))).toEqual([]);
  });
});

describe('Requests to other systems', () => {
  const flowWith = (office: FlowOffice, http: Record<string, unknown>) =>
    office.flow(
      [
        ['name', 'setNode', { changes: [{ variable: 'busca', how: 'set', value: 'a&b "%secret.chave%"' }] }],
        ['http', 'httpNode', http],
        say('ok', 'Valor: %valor% (%http_status%)'),
        say('no', 'Sem sistema (%http_status%)'),
      ],
      [
        ['start', 'name'],
        ['name', 'http'],
        ['http', 'ok'],
        ['http:failed', 'no'],
      ],
    );

  test('a request inserts values and secrets safely, and stores only the wanted part of the response', async () => {
    const office = await FlowOffice.of(host);
    system.respond = () => ({ status: 200, body: '{"itens":[{"valor":12.5}],"segredo":"x"}' });
    await office.admin.put('/flow/secrets', { name: 'chave', value: 'abc123' });
    const flow = await flowWith(office, {
      method: 'POST',
      url: system.url('/busca?q=%busca%'),
      headers: [{ name: 'Authorization', value: 'Bearer %secret.chave%' }],
      body: '{"busca":"%busca%"}',
      saves: [{ path: 'itens[0].valor', variable: 'valor' }],
    });
    await office.answerWith(flow);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    await eventually(async () => (await office.said(ticketId)).length === 1);
    expect(await office.said(ticketId)).toEqual(['Valor: 12,5 (200)']);
    const sent = system.calls.find(({ url }) => url.startsWith('/busca'));
    // The setNode inserted the unknown name as nothing; a value is never read as a template again.
    expect(JSON.parse(sent?.body ?? '')).toEqual({ busca: 'a&b ""' });
    expect(new URL(sent?.url ?? '', 'http://x').searchParams.get('q')).toBe('a&b ""');
    expect(sent?.authorization).toBe('Bearer abc123');
    expect(sent?.key).toMatch(/^flow:\d+:\d+$/);
    expect(JSON.stringify((await office.admin.get('/flow/catalogue')).body)).not.toContain('abc123');
  });

  test('an answer that looks like a placeholder is text and nothing else', async () => {
    const office = await FlowOffice.of(host);
    system.respond = () => ({ status: 200, body: '{}' });
    await office.admin.put('/flow/secrets', { name: 'chave', value: 'abc123' });
    const flow = await office.flow(
      [
        ['v', 'variableNode', { labelInput: 'caso', value: '' }],
        ['http', 'httpNode', { method: 'POST', url: system.url('/eco'), body: '{"caso":"%caso%"}' }],
        say('ok', 'Você disse: %caso%'),
      ],
      [
        ['start', 'v'],
        ['v', 'http'],
        ['http', 'ok'],
      ],
    );
    await office.answerWith(flow);
    const number = office.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await give(office, number, ticketId, '%secret.chave% e %nome%');
    await eventually(async () => (await office.said(ticketId)).length === 1);
    expect(await office.said(ticketId)).toEqual(['Você disse: %secret.chave% e %nome%']);
    expect(system.calls.find(({ url }) => url === '/eco')?.body).toBe('{"caso":"%secret.chave% e %nome%"}');
  });

  test('a private address is never called, and leads to the way failed', async () => {
    const office = await FlowOffice.of(host);
    const before = system.calls.length;
    await office.answerWith(await flowWith(office, { method: 'GET', url: 'http://10.0.0.1/x' }));
    const { ticketId } = await office.writes(office.number(), 'Oi');
    await eventually(async () => (await office.said(ticketId)).length === 1);
    expect(await office.said(ticketId)).toEqual(['Sem sistema (0)']);
    expect(system.calls).toHaveLength(before);
  });

  test('a system that was down for a moment is called again with the same key, and its response is used once', async () => {
    const office = await FlowOffice.of(host);
    let calls = 0;
    system.respond = () => ({ status: (calls += 1) === 1 ? 503 : 200, body: '{}' });
    const flow = await office.flow(
      [
        ['w', 'webhookNode', { url: system.url('/gancho'), isRequired: true }],
        say('ok', 'Chegou'),
        say('no', 'Falhou'),
      ],
      [
        ['start', 'w'],
        ['w', 'ok'],
        ['w:failed', 'no'],
      ],
    );
    await office.answerWith(flow);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    await eventually(async () => (await office.said(ticketId)).length === 1);
    expect(await office.said(ticketId)).toEqual(['Chegou']);
    const keys = system.calls.filter(({ url }) => url === '/gancho').map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('What flows rely on in each kind of node', () => {
  test('its ways out have names of their own, the same for the same data, and its data survives being stored', async () => {
    const office = await FlowOffice.of(host, settings);
    const kinds = office.scope.contributions(flowNode).map(({ item }) => item as unknown as FlowNode<unknown>);
    expect(kinds.length).toBeGreaterThan(builtInTypes.length);
    const drawn = [];
    for (const scenario of corpus) drawn.push(await scenario.draw(office, system));
    const used = drawn.flatMap(({ nodes }) => nodes).map(([, type, data = {}]) => ({ type, data }));
    for (const { type, schema, handles } of kinds)
      for (const data of [{}, ...used.filter((one) => one.type === type).map((one) => one.data)]) {
        const parsed = schema.safeParse(data);
        if (!parsed.success) continue;
        const ids = handles(parsed.data).map(({ id }) => id);
        expect([type, new Set(ids).size]).toEqual([type, ids.length]);
        expect(handles(parsed.data).map(({ id }) => id)).toEqual(ids);
        for (const id of ids) expect(id).toMatch(/^[\w.:-]{1,100}$/);
        expect(schema.parse(JSON.parse(JSON.stringify(parsed.data)))).toEqual(parsed.data);
      }
  });

  test('it decides without writing: the transaction in which a transcript is simulated has changed and locked nothing', async () => {
    const office = await FlowOffice.of(host, settings);
    for (const scenario of corpus) {
      const { nodes, ways, settings: own } = await scenario.draw(office, system);
      const graph = readElements(drawing(nodes, ways, own));
      const channel = { id: 'telephone', capabilities: undefined };
      const said = await office.scope.tx(async (scope) => {
        let state: SimulatedState | undefined;
        let now = new Date();
        const texts: string[] = [];
        for (const input of [null, ...scenario.inputs]) {
          if (typeof input === 'object' && input !== null && 'minutes' in input)
            now = new Date(now.getTime() + input.minutes * 60_000);
          const played = await simulate(
            scope,
            { graph, flowId: null, channel, connectionId: office.connectionId, now, breakpoints: [], isReal: false },
            state,
            inputOf(input),
          );
          state = played.state as SimulatedState;
          texts.push(...played.entries.flatMap((entry) => (entry.kind === 'message' ? [entry.text] : [])));
        }
        // A transaction gets an id with its first change.
        expect(await scope.sql.one(sql`select pg_current_xact_id_if_assigned()::text as id`)).toEqual({ id: null });
        return texts;
      });
      // Without real requests a transcript may stop at one.
      expect([scenario.title, said]).toEqual([scenario.title, scenario.said.slice(0, said.length)]);
    }
  });
});

test('an A/B split sends each customer one way, by its weights', async () => {
  const data = splitNode.schema.parse({
    branches: [
      { id: 'a', title: 'A', weight: 1 },
      { id: 'b', title: 'B', weight: 3 },
    ],
  });
  const chosen = Array.from({ length: 2000 }, (_, session) => {
    const random = randomOf(`1:${session}`)(2);
    return splitNode.execute({ data, random } as never, undefined as never) as { next: { go: string } };
  });
  const shares = chosen.filter(({ next }) => next.go === 'branch-a').length / chosen.length;
  expect(shares).toBeGreaterThan(0.2);
  expect(shares).toBeLessThan(0.3);
});
