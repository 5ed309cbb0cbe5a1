import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestHost } from '@balcao/testing';
import type { CalendarEvent } from '../contract.ts';
import { localOf } from '../zoned.ts';
import { hours, Office, startServer, type Answer, type Failure } from './office.ts';

let host: TestHost;
let office: Office;
beforeAll(async () => {
  host = await startServer(undefined, ['flows']);
  office = await Office.of(host, { flow: 'enabled' });
}, 120_000);
afterAll(() => host?.close());

const position = { x: 0, y: 0 };
const drawing = (...nodes: object[]): string =>
  JSON.stringify([
    { id: 'start', type: 'startNode', position, data: { label: 'Inicio' } },
    ...nodes.map((data, index) => ({ id: `n${index}`, type: 'agendaNode', position, data })),
    ...nodes.map((_node, index) => ({
      id: `to-${index}`,
      type: 'custom',
      source: index === 0 ? 'start' : `n${index - 1}`,
      sourceHandle: 'out',
      target: `n${index}`,
      targetHandle: 'in',
    })),
  ]);

test('a flow schedules a message to the customer and an entry for a colleague, which the panel of the contact shows', async () => {
  const { admin } = office.company;
  const { id: contactId } = await office.contact();
  const flow = await admin.post<{ id: number }>('/flow', {
    title: 'Lembretes',
    data: drawing(
      { what: 'message', text: 'Lembrete: sua consulta é hoje.', days: 2, time: '08:30', userId: null },
      { what: 'entry', text: 'Consulta marcada pelo fluxo', days: 2, time: '14:00', userId: admin.id },
    ),
  });
  expect(flow.status).toBe(200);
  const ticket = await admin.post<{ id: number }>('/tickets', {
    contactId,
    whatsappId: office.connectionId,
    status: 'pending',
  });
  await admin.put(`/tickets/${ticket.body.id}/automatic-service`, {
    isAutomaticService: true,
    notify: 'automatic',
    flowId: flow.body.id,
  });
  const [message] = await eventually(async () => {
    const { body } = await admin.get<{ schedules: Answer[] }>(`/schedules?contactId=${contactId}`);
    return body.schedules.length > 0 && body.schedules;
  });
  const clock = ({ hour, minute }: { hour: number; minute: number }): string => `${hour}:${minute}`;
  expect(clock(localOf(Date.parse(message?.sendAt ?? ''), 'America/Sao_Paulo'))).toBe('8:30');
  const next = await eventually(async () => {
    const { body } = await admin.get<CalendarEvent[]>(`/agenda/contacts/${contactId}/next`);
    return body.length === 2 && body;
  });
  expect(next.map(({ kind, title }) => [kind, title])).toEqual([
    ['message', 'Lembrete: sua consulta é hoje.'],
    ['entry', 'Consulta marcada pelo fluxo'],
  ]);
  const range = `from=${hours(0)}&to=${hours(96)}`;
  const { body } = await admin.get<{ schedules: CalendarEvent[] }>(`/scheduleforms?${range}`);
  expect(body.schedules.map(({ title }) => title)).toContain('Consulta marcada pelo fluxo');
});

test('a node without a text, or an entry for nobody, is not published', async () => {
  for (const data of [
    { what: 'message', text: 'Oi', days: 1, time: '09:00', userId: null },
    { what: 'entry', text: 'Consulta com o cliente', days: 1, time: '09:00', userId: null },
    { what: 'entry', text: 'Consulta com o cliente', days: 1, time: '09:00', userId: 999_999 },
  ]) {
    const answer = await office.company.admin.post<Failure>('/flow', { title: 'Lembretes', data: drawing(data) });
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_FLOW_INVALID']);
  }
});
