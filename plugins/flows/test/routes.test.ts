import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { flowRoom } from '../contract.ts';
import type {
  FlowDetail,
  FlowExport,
  FlowNumbers,
  FlowReport,
  FlowRow,
  FlowTemplateRow,
  SavedFlow,
  Simulated,
} from '../graph/wire.ts';
import type { FlowProblem } from '../graph/types.ts';
import { rollUpDays } from '../server/numbers/roll-up.ts';
import { ask, drawing, FlowOffice, say, startFlows } from './flow-office.ts';

type Failure = { error: string; fields?: Record<string, string>; context?: Record<string, unknown> };

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
}, 180_000);
afterAll(() => host?.close());

/** Returns the cells of the sheet of a workbook, row by row. */
const readWorkbook = (file: Buffer): string[][] => {
  const name = 'xl/worksheets/sheet1.xml';
  const at = file.indexOf(name) + name.length;
  const xml = inflateRawSync(file.subarray(at)).toString();
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t [^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => text),
  );
};
const simple = (label = 'Olá') => drawing([say('a', label)], [['start', 'a']]);
const save = (office: FlowOffice, body: object) =>
  office.admin.post<SavedFlow & Failure>('/flow', { title: 'Fluxo', ...body });
const problemsOf = (body: Failure): string[] =>
  ((body.context?.['problems'] ?? []) as FlowProblem[]).map(({ code }) => code);
const list = async (office: FlowOffice): Promise<FlowRow[]> =>
  (await office.admin.get<{ records: FlowRow[] }>('/flow/list')).body.records;

test('saving publishes a version, the same drawing stays the same version, and a draft touches nothing that is live', async () => {
  const office = await FlowOffice.of(host);
  const made = await save(office, { data: simple() });
  expect(made.body).toMatchObject({ draftRev: 1, version: { number: 1 } });
  const { id } = made.body;
  const put = (body: object) => office.admin.put<SavedFlow & Failure>(`/flow/${id}`, { title: 'Fluxo', ...body });
  expect((await put({ data: simple() })).body).toMatchObject({ draftRev: 1, version: { number: 1 } });
  expect((await put({ data: simple('Oi'), publish: false })).body).toMatchObject({ draftRev: 2, version: null });
  expect((await list(office))[0]).toMatchObject({ isLive: true, liveNumber: 1, isDraftChanged: true });
  expect((await put({ data: simple('Oi') })).body).toMatchObject({ version: { number: 2 } });
  const versions = await office.admin.get<{ versions: { id: number; number: number; isLive: boolean }[] }>(
    `/flow/${id}/versions`,
  );
  expect(versions.body.versions.map(({ number, isLive }) => [number, isLive])).toEqual([
    [2, true],
    [1, false],
  ]);
  const [newest, first] = versions.body.versions;
  const diff = await office.admin.get<{ changed: object[] }>(`/flow/${id}/diff?from=${first?.id}&to=draft`);
  expect(diff.body.changed).toMatchObject([{ nodeId: 'a', fields: [{ field: 'label', from: 'Olá', to: 'Oi' }] }]);
  const restored = await office.admin.post<SavedFlow>(`/flow/${id}/versions/${first?.id}/restore`, { publish: true });
  expect(restored.body.version?.number).toBe(3);
  expect(newest).toBeDefined();
  expect((await office.admin.post<SavedFlow>(`/flow/${id}/unpublish`, {})).status).toBe(200);
  expect((await list(office))[0]).toMatchObject({ isLive: false });
});

test('a draft that somebody else changed is refused with who and what, and editors see each other', async () => {
  const office = await FlowOffice.of(host);
  const { body } = await save(office, { data: simple(), publish: false });
  const bia = await office.company.person('gestor', 'Bia');
  const live = await office.admin.live();
  expect(await live.join(flowRoom, { flowId: body.id })).toEqual({ ok: true });
  const saved = await bia.put<SavedFlow>(`/flow/${body.id}`, {
    title: 'Fluxo',
    data: simple('B'),
    publish: false,
    draftRev: 1,
  });
  expect(saved.body.draftRev).toBe(2);
  expect((await live.receives('draft')).data).toMatchObject({ draftRev: 2, by: { name: 'Bia' } });
  const late = await office.admin.put<Failure>(`/flow/${body.id}`, {
    title: 'Fluxo',
    data: simple('C'),
    publish: false,
    draftRev: 1,
  });
  expect([late.status, late.body.error]).toEqual([409, 'ERR_FLOW_CHANGED']);
  expect(late.body.context).toMatchObject({ draftRev: 2, by: { name: 'Bia' } });
  expect(JSON.stringify(late.body.context)).toContain('B');
});

test('hostile data gets a clear 400 and changes nothing', async () => {
  const office = await FlowOffice.of(host);
  const other = await FlowOffice.of(host);
  const foreign = await other.queue('Deles');
  const { body } = await save(office, { data: simple() });
  const before = (await office.admin.get<FlowDetail>(`/flow/${body.id}`)).body;
  const hostile: [string, string, string][] = [
    ['x'.repeat(1_200_000), 'ERR_FLOW_DATA', 'tooLarge'],
    ['not json', 'ERR_FLOW_DATA', 'notJson'],
    ['[{"id":"a","type":"messageNode","data":{"__proto__":{"x":1}}}]', 'ERR_FLOW_DATA', 'forbiddenKey'],
    [drawing([['x', 'evilNode', {}]], [['start', 'x']]), 'ERR_FLOW_DATA', 'unknownType'],
    [
      drawing(
        [say('a', 'x')],
        [
          ['start', 'a'],
          ['a', 'a'],
        ],
      ),
      'ERR_FLOW_INVALID',
      'loop',
    ],
    [drawing([['d', 'departmentNode', { queueId: foreign }]], [['start', 'd']]), 'ERR_FLOW_INVALID', 'missingQueue'],
    [
      drawing([['f', 'attachmentNode', { mediaPath: '../../etc/passwd', mediaName: 'x' }]], [['start', 'f']]),
      'ERR_FLOW_INVALID',
      'missingFile',
    ],
    [drawing([['m', 'messageNode', { label: { evil: true } }]], [['start', 'm']]), 'ERR_FLOW_INVALID', 'data'],
    [drawing([['c', 'chatBotNode', { chatBotId: 'gpt-4' }]], [['start', 'c']]), 'ERR_FLOW_INVALID', 'pluginOff'],
    ['[]', 'ERR_FLOW_INVALID', 'noStart'],
    [drawing([['j', 'jumpNode', { flowId: body.id }]], [['start', 'j']]), 'ERR_FLOW_INVALID', 'flowCycle'],
  ];
  for (const [data, error, code] of hostile) {
    const answer = await office.admin.put<Failure>(`/flow/${body.id}`, { title: 'Fluxo', data });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
    expect([...problemsOf(answer.body), answer.body.context?.['code']]).toContain(code);
  }
  expect((await office.admin.get<FlowDetail>(`/flow/${body.id}`)).body).toEqual(before);
  const nameless = await office.admin.post<Failure>('/flow', { title: '  ', data: simple() });
  expect([nameless.status, nameless.body.fields?.['title']]).toEqual([400, 'ERR_FLOW_NAME_REQUIRED']);
});

test('the check names what is missing, with warnings for what is only doubtful', async () => {
  const office = await FlowOffice.of(host);
  const data = drawing(
    [ask('q', '', ['Sim', 'sim'], {}), say('b', 'Oi %desconhecida%'), say('alone', 'Ninguém chega aqui')],
    [
      ['start', 'q'],
      ['q:option-1', 'b'],
    ],
  );
  const { body } = await office.admin.post<{ problems: FlowProblem[] }>('/flow/check', { data });
  const codes = body.problems.map(({ level, code, nodeId }) => `${level} ${code} ${nodeId ?? ''}`.trim());
  expect(codes).toEqual(
    expect.arrayContaining([
      'error missingEdge q',
      'error emptyText q',
      'error sameOptions q',
      'warning unknownVariable b',
      'warning unreachable alone',
      'warning noHandover',
    ]),
  );
});

test('another company reads, changes, starts and refers to nothing of a flow', async () => {
  const [office, other] = [await FlowOffice.of(host), await FlowOffice.of(host)];
  const flow = await office.flow([say('a', 'Olá')], [['start', 'a']]);
  const { ticketId } = await other.writes(other.number(), 'Oi');
  const calls = [
    other.admin.get<Failure>(`/flow/${flow}`),
    other.admin.put<Failure>(`/flow/${flow}`, { title: 'x', data: simple() }),
    other.admin.delete<Failure>(`/flow/${flow}`),
    other.admin.get<Failure>(`/flow/${flow}/numbers`),
    other.admin.get<Failure>(`/flow/${flow}/export`),
    other.admin.get<Failure>(`/flow/${flow}/versions`),
    other.admin.put<Failure>(`/tickets/${ticketId}/automatic-service`, {
      isAutomaticService: true,
      notify: 'automatic',
      flowId: flow,
    }),
    other.admin.put<Failure>(`/whatsapp-flow-options/connection/${other.connectionId}`, { flowId: flow }),
  ];
  for (const call of calls) expect((await call).status).toBe(404);
  expect(await list(other)).toEqual([]);
  const jump = await save(other, { data: drawing([['j', 'jumpNode', { flowId: flow }]], [['start', 'j']]) });
  expect([jump.status, problemsOf(jump.body)]).toEqual([400, expect.arrayContaining(['missingFlow'])]);
  const live = await other.admin.live();
  expect(await live.join(flowRoom, { flowId: flow })).not.toEqual({ ok: true });
});

test('attendants list flows for choosing, and only people with the permission see and change them', async () => {
  const office = await FlowOffice.of(host);
  const flow = await office.flow([say('a', 'Olá')], [['start', 'a']]);
  const ana = await office.company.person('user', 'Ana');
  expect((await ana.get('/flow/list')).status).toBe(200);
  expect((await ana.get(`/flow/${flow}`)).status).toBe(403);
  expect((await ana.delete(`/flow/${flow}`)).status).toBe(403);
  await office.company.disable('flow');
  const off = await office.admin.get<Failure>('/flow/list');
  expect([off.status, off.body.error]).toEqual([404, 'ERR_PLUGIN_DISABLED']);
});

test('a queue carries its flow as text, 0 is none, and an unknown one is refused', async () => {
  const office = await FlowOffice.of(host);
  const flow = await office.flow([say('a', 'Olá')], [['start', 'a']], undefined, 'Vendas');
  const queueId = await office.queue('Comercial', { flowId: String(flow) });
  const queue = async () =>
    (await office.admin.get<{ flowId: string; flow: { title: string } | null }>(`/queue/${queueId}`)).body;
  expect(await queue()).toMatchObject({ flowId: String(flow), flow: { title: 'Vendas' } });
  expect((await list(office))[0]?.usedBy).toEqual(['Departamento Comercial']);
  await office.admin.put(`/queue/${queueId}`, { flowId: '0' });
  expect(await queue()).toMatchObject({ flowId: '0', flow: null });
  expect((await office.admin.put(`/queue/${queueId}`, { flowId: '999999' })).status).toBe(404);
});

test('the numbers of the nodes equal the log of steps, by version and day, also after the days were counted', async () => {
  const office = await FlowOffice.of(host);
  const flow = await office.flow(
    [ask('q', 'Opção?', ['Um', 'Dois']), say('b', 'Fim')],
    [
      ['start', 'q'],
      ['q:option-1', 'b'],
      ['q:option-2', 'b'],
    ],
  );
  await office.answerWith(flow);
  const people = [office.number(), office.number(), office.number(), office.number()];
  const begun = [];
  for (const number of people) begun.push(await office.writes(number, 'Oi'));
  await office.writes(people[0] ?? '', '1');
  await office.writes(people[1] ?? '', '2');
  await office.passTime(begun[2]?.ticketId ?? 0, 3 * 24 * 60);
  const numbers = async (query = '') => (await office.admin.get<FlowNumbers>(`/flow/${flow}/numbers${query}`)).body;
  const now = await numbers();
  expect(now.nodes['q']).toMatchObject({ entered: 4, left: { 'option-1': 1, 'option-2': 1 }, dropped: 1, waiting: 1 });
  expect(now.sessions).toMatchObject({ started: 4, running: 1, ended: { completed: 2, expired: 1 } });
  const tickets = await office.admin.get<{ tickets: { ticketId: number }[] }>(
    `/flow/${flow}/numbers/q/tickets?what=dropped`,
  );
  expect(tickets.body.tickets.map(({ ticketId }) => ticketId)).toEqual([begun[2]?.ticketId]);
  await office.scope.sql.run(sql`update flows.step set at = at - interval '2 days'`);
  await office.scope.sql.run(sql`update flows.session set started_at = started_at - interval '2 days'`);
  await rollUpDays(office.scope);
  await rollUpDays(office.scope);
  const counted = await office.scope.sql.one<{ entered: number }>(
    sql`select sum(entered)::int as entered from flows.day where flow_id = ${flow} and node_id = 'q'`,
  );
  expect(counted?.entered).toBe(4);
  expect((await numbers()).nodes['q']).toMatchObject({ entered: 4, dropped: 1 });
  const report = await office.admin.get<FlowReport>(`/flow/${flow}/report`);
  expect(report.body.totals).toMatchObject({ started: 4, completed: 2, dropped: 1 });
  expect(report.body.drops).toEqual([{ nodeId: 'q', dropped: 1, entered: 4 }]);
  const csv = await office.admin.get<string>(`/flow/${flow}/report/export`);
  expect(csv.body.split('\r\n')[0]).toBe(
    '\ufeffDia;Começaram;Concluíram;Foram para uma pessoa;Pararam de responder;Erros',
  );
  const file = await fetch(`${host.url}/api/flow/${flow}/report/export?format=xlsx`, {
    headers: { authorization: `Bearer ${office.admin.token}` },
  });
  const sheet = readWorkbook(Buffer.from(await file.arrayBuffer()));
  expect(sheet.at(0)).toEqual([
    'Dia',
    'Começaram',
    'Concluíram',
    'Foram para uma pessoa',
    'Pararam de responder',
    'Erros',
  ]);
  expect(sheet.find(([first]) => first === 'Total')).toEqual(['Total', '4', '2', '0', '1', '0']);
  expect(sheet.at(-1)).toEqual(['Opção?', '4', '1']);
});

test('the simulator gives the same transcript as a conversation, for the same input', async () => {
  const office = await FlowOffice.of(host);
  const data = drawing(
    [
      say('a', 'Olá'),
      ask('q', 'Opção?', ['Um', 'Dois'], { variable: 'o' }),
      ['n', 'collectNode', { question: 'Quantos?', kind: 'number', variable: 'n' }],
      say('b', '%o%: %n%'),
    ],
    [
      ['start', 'a'],
      ['a', 'q'],
      ['q:option-1', 'n'],
      ['q:option-2', 'n'],
      ['n', 'b'],
    ],
  );
  const saved = await save(office, { data });
  await office.answerWith(saved.body.id);
  const words = ['nada', '2', 'muitos', '12,5'];
  const number = office.number();
  const { ticketId } = await office.writes(number, 'Oi');
  for (const text of words) await office.writes(number, text);
  const texts: string[] = [];
  let state: unknown = null;
  const play = async (input: object) => {
    const answer = await office.admin.post<Simulated>('/flow/simulate', {
      data,
      state,
      input,
      options: { channel: 'none', now: new Date().toISOString() },
    });
    expect(answer.status).toBe(200);
    state = answer.body.state;
    for (const entry of answer.body.entries) if (entry.kind === 'message') texts.push(entry.text);
    return answer.body;
  };
  await play({ kind: 'start' });
  for (const body of words.slice(0, -1)) await play({ kind: 'message', body });
  const last = await play({ kind: 'message', body: '12,5' });
  expect(texts).toEqual(await office.said(ticketId));
  expect(last).toMatchObject({ status: 'ended', ended: 'completed', variables: { o: 'Dois', n: 12.5 } });
  expect(
    (
      await office.admin.post<Failure>('/flow/simulate', {
        data,
        state: { session: 1 },
        input: { kind: 'clock' },
        options: { channel: 'none', now: new Date().toISOString() },
      })
    ).status,
  ).toBe(400);
});

test('a saved dialogue runs when the flow is published, and a failing one prevents it', async () => {
  const office = await FlowOffice.of(host);
  const { body } = await save(office, { data: simple('Olá') });
  const dialogue = {
    name: 'Cumprimenta',
    channel: 'none',
    now: new Date().toISOString(),
    variables: {},
    steps: [{ input: { kind: 'start' }, expects: ['Olá'] }],
  };
  expect((await office.admin.post(`/flow/${body.id}/dialogues`, dialogue)).status).toBe(200);
  const refused = await office.admin.put<Failure>(`/flow/${body.id}`, { title: 'Fluxo', data: simple('Outra') });
  expect([refused.status, problemsOf(refused.body)]).toEqual([400, expect.arrayContaining(['dialogueFailed'])]);
  expect((await office.admin.put(`/flow/${body.id}`, { title: 'Novo nome', data: simple('Olá') })).status).toBe(200);
});

test('a flow leaves without files and secrets and comes back with the queues that were chosen', async () => {
  const [office, other] = [await FlowOffice.of(host), await FlowOffice.of(host)];
  const queueId = await office.queue('Comercial');
  const flow = await office.flow(
    [
      ['h', 'httpNode', { url: 'https://x.example', headers: [{ name: 'Authorization', value: 'Bearer 123' }] }],
      ['d', 'departmentNode', { queueId }],
    ],
    [
      ['start', 'h'],
      ['h', 'd'],
      ['h:failed', 'd'],
    ],
  );
  const file = (await office.admin.get<FlowExport>(`/flow/${flow}/export`)).body;
  expect(JSON.stringify(file)).not.toContain('Bearer 123');
  expect(file.needs).toEqual([{ kind: 'queue', id: String(queueId), name: 'Comercial' }]);
  const theirs = await other.queue('comercial');
  const check = await other.admin.post<{ needs: { suggestion: string | null; nodes: number }[] }>(
    '/flow/import/check',
    { file },
  );
  expect(check.body.needs).toMatchObject([{ suggestion: String(theirs), nodes: 1 }]);
  const map = { [`queue:${queueId}`]: String(theirs) };
  const imported = await other.admin.post<SavedFlow>('/flow/import', { file, map });
  expect(imported.body.version).toBeNull();
  const detail = (await other.admin.get<FlowDetail>(`/flow/${imported.body.id}`)).body;
  expect(JSON.parse(detail.data).find(({ id }: { id: string }) => id === 'd').data.queueId).toBe(theirs);
});

test('each of the six ready flows can be published once its queues are chosen', async () => {
  const office = await FlowOffice.of(host);
  const { body } = await office.admin.get<{ templates: FlowTemplateRow[] }>('/flow/templates');
  expect(body.templates).toHaveLength(6);
  const queueId = await office.queue('Todos');
  for (const { id, title, needs } of body.templates) {
    const map = Object.fromEntries(needs.map(({ kind, id: need }) => [`${kind}:${need}`, String(queueId)]));
    const made = await office.admin.post<SavedFlow>(`/flow/templates/${id}`, { map });
    const detail = (await office.admin.get<FlowDetail>(`/flow/${made.body.id}`)).body;
    const published = await office.admin.put<SavedFlow & Failure>(`/flow/${made.body.id}`, {
      title,
      data: detail.data,
    });
    expect([title, published.status, problemsOf(published.body)]).toEqual([title, 200, []]);
  }
});

test('deleting a flow releases the conversations that it leads', async () => {
  const office = await FlowOffice.of(host);
  const flow = await office.flow(
    [ask('q', 'Opção?', ['Um']), say('b', 'Fim')],
    [
      ['start', 'q'],
      ['q:option-1', 'b'],
    ],
  );
  await office.answerWith(flow);
  const { ticketId } = await office.writes(office.number(), 'Oi');
  expect((await office.admin.delete(`/flow/${flow}`)).status).toBe(200);
  expect((await office.ticket(ticketId)).automaticBy).toBeNull();
  expect(await list(office)).toEqual([]);
});
