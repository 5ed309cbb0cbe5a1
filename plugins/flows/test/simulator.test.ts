import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import type { Simulated } from '../graph/wire.ts';
import { ask, drawing, FlowOffice, say, startFlows } from './flow-office.ts';
import { problemsOf, save, simple, type Failure } from './saving.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
}, 180_000);
afterAll(() => host?.close());

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

test('the opening hours of a night shift that began before a holiday last until its end', async () => {
  const office = await FlowOffice.of(host);
  await office.admin.put(`/companies/${office.company.id}/holidays`, {
    holidays: [{ date: '2026-12-25', name: 'Natal' }],
  });
  const week = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((weekdayEn) => ({
    weekdayEn,
    startTime: '18:00',
    endTime: '02:00',
  }));
  const data = drawing(
    [['h', 'hoursNode', { source: 'own', week }], say('open', 'Aberto'), say('closed', 'Fechado')],
    [
      ['start', 'h'],
      ['h:open', 'open'],
      ['h:closed', 'closed'],
    ],
  );
  const at = async (now: string): Promise<string[]> => {
    const options = { channel: 'none', now: new Date(`${now}:00-03:00`).toISOString() };
    const { body } = await office.admin.post<Simulated>('/flow/simulate', {
      data,
      state: null,
      input: { kind: 'start' },
      options,
    });
    return body.entries.flatMap((entry) => (entry.kind === 'message' ? [entry.text] : []));
  };
  expect(await at('2026-12-25T01:00')).toEqual(['Aberto']);
  expect(await at('2026-12-25T19:00')).toEqual(['Fechado']);
  expect(await at('2026-12-26T01:00')).toEqual(['Fechado']);
});
