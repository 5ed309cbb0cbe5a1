import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { flowRoom } from '../contract.ts';
import type { FlowProblem } from '../graph/types.ts';
import type { FlowDetail, SavedFlow } from '../graph/wire.ts';
import { ask, drawing, FlowOffice, say, startFlows } from './flow-office.ts';
import { list, problemsOf, save, simple, type Failure } from './saving.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
}, 180_000);
afterAll(() => host?.close());

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
    other.admin.get<Failure>(`/flow/${flow}/report/export`),
    other.admin.get<Failure>(`/flow/${flow}/answers/export`),
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

  const form = new FormData();
  form.append('nodeId', 'f');
  form.append('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'contrato.pdf');
  const file = await office.admin.call<object>('POST', `/flow/${flow}/media-upload`, form);
  expect(file.status).toBe(200);
  const taken = drawing([['f', 'attachmentNode', { ...file.body, delay: 0 }]], [['start', 'f']]);
  const own = await office.admin.put<Failure>(`/flow/${flow}`, { title: 'Com anexo', data: taken });
  expect([own.status, problemsOf(own.body)]).not.toContain('missingFile');
  const stolen = await save(other, { data: taken });
  expect([stolen.status, problemsOf(stolen.body)]).toEqual([400, expect.arrayContaining(['missingFile'])]);

  await office.answerWith(flow);
  await office.writes(office.number(), 'Oi');
  const tickets = `/flow/${flow}/numbers/start/tickets?what=entered`;
  expect((await office.admin.get<{ tickets: object[] }>(tickets)).body.tickets).toHaveLength(1);
  expect((await other.admin.get<{ tickets?: object[] }>(tickets)).body.tickets ?? []).toEqual([]);
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
