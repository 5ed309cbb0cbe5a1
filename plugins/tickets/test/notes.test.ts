import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/sdk/testing';
import { ticketRoom } from '../contract.ts';
import { Attendance, startAttendance } from './attendance.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

interface Note {
  id: number;
  note: string;
  processValue: number;
  createdAt: string;
  user: { id: number; name: string } | null;
  error?: string;
  fields?: Record<string, string>;
}
const listOf = async (person: Person, ticketId: number) =>
  (await person.get<Note[]>(`/ticket-notes/list?ticketId=${ticketId}`)).body;

/** A conversation of Ana's, and a colleague of the same queue. */
const office = async () => {
  const desk = await Attendance.of(host);
  const queue = await desk.queue('Fila');
  await desk.routeTo(queue);
  const [ana, bia] = [await desk.attendant('Ana', [queue]), await desk.attendant('Bia', [queue])];
  const { ticketId, ticketUuid, contactId } = await desk.accepted(ana).then(async (ticket) => ({
    ...ticket,
    contactId: (await ana.get<{ contactId: number }>(`/tickets/${ticket.ticketId}`)).body.contactId,
  }));
  return { desk, ana, bia, ticketId, ticketUuid, contactId };
};

describe('a note of a conversation', () => {
  it('is kept with its value, author and date, and listed with the newest first', async () => {
    const { ana, ticketId, contactId } = await office();
    const first = await ana.post<Note>('/ticket-notes', {
      note: 'Honorários',
      processValue: 1500.5,
      ticketId,
      contactId,
    });
    expect(first).toMatchObject({
      status: 200,
      body: { note: 'Honorários', processValue: 1500.5, user: { name: 'Ana' } },
    });
    await ana.post('/ticket-notes', { note: 'Custas', processValue: '0.1', ticketId, contactId });
    await ana.post('/ticket-notes', { note: 'Perícia', processValue: '29.9', ticketId: String(ticketId) });
    const { body } = await ana.get<Note[]>(`/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`);
    expect(body.map(({ note, processValue }) => [note, processValue])).toEqual([
      ['Perícia', 29.9],
      ['Custas', 0.1],
      ['Honorários', 1500.5],
    ]);
    expect(Number.isNaN(Date.parse(body[0]?.createdAt ?? ''))).toBe(false);
  });

  it('needs a value that is numeric with at most 2 decimals, and words', async () => {
    const { ana, ticketId } = await office();
    const faultsOf = async (body: object) => {
      const answer = await ana.post<Note>('/ticket-notes', { note: 'Custas', ticketId, ...body });
      expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION']);
      return answer.body.fields;
    };
    expect(await faultsOf({})).toEqual({ processValue: 'Required' });
    expect(await faultsOf({ processValue: '' })).toEqual({ processValue: 'Required' });
    for (const processValue of ['1.234', 1.234, '1,5', 'dez', '-1', -1, '1e3', 1e21, '1234567890123', null, {}, [1]])
      expect(Object.keys((await faultsOf({ processValue })) ?? {})).toEqual(['processValue']);
    expect(await faultsOf({ processValue: 1, note: '  ' })).toEqual({ note: 'Required' });
    expect(await faultsOf({ processValue: 1, note: 'x'.repeat(2001) })).toEqual({ note: 'Too Long!' });
    expect(Object.keys((await faultsOf({ processValue: 1, ticketId: 'x' })) ?? {})).toEqual(['ticketId']);
    expect(await listOf(ana, ticketId)).toEqual([]);
    const odd = await ana.post<Note>('/ticket-notes', { note: 'a\0b', processValue: 1, ticketId });
    expect(odd.status).toBeLessThan(500);
    if (odd.status === 200) await ana.delete(`/ticket-notes/${odd.body.id}`);
    const most = await ana.post<Note>('/ticket-notes', { note: 'Causa', processValue: '999999999999.99', ticketId });
    expect(most.body.processValue).toBe(999_999_999_999.99);
  });

  it('is of the conversation’s own contact, and no row of another company', async () => {
    const [{ ana, ticketId, contactId }, other] = [await office(), await office()];
    const body = { note: 'Custas', processValue: 1, ticketId };
    expect(await ana.post('/ticket-notes', { ...body, contactId: contactId + 1000 })).toMatchObject({
      status: 400,
      body: { fields: { contactId: 'ERR_NO_CONTACT_FOUND' } },
    });
    const missing = { status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } };
    expect(await other.ana.post('/ticket-notes', body)).toMatchObject(missing);
    expect(await other.ana.get(`/ticket-notes/list?ticketId=${ticketId}`)).toMatchObject(missing);
    const { body: note } = await ana.post<Note>('/ticket-notes', body);
    expect(await other.desk.admin.delete(`/ticket-notes/${note.id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_NOTE_FOUND' },
    });
    expect(await listOf(ana, ticketId)).toHaveLength(1);
  });

  it('is seen and written only by those who may open the conversation', async () => {
    const { ana, bia, ticketId } = await office();
    const { body: note } = await ana.post<Note>('/ticket-notes', { note: 'Custas', processValue: 1, ticketId });
    const refused = { status: 403, body: { error: 'ERR_TICKET_OTHER_USER' } };
    expect(await bia.get(`/ticket-notes/list?ticketId=${ticketId}`)).toMatchObject(refused);
    expect(await bia.post('/ticket-notes', { note: 'x', processValue: 1, ticketId })).toMatchObject(refused);
    expect(await bia.delete(`/ticket-notes/${note.id}`)).toMatchObject(refused);
  });

  it('is deleted by its author, or by whoever leads, and by nobody else', async () => {
    const { desk, ana, bia, ticketId } = await office();
    const gil = await desk.attendant('Gil', [], 'gestor');
    const made = async () =>
      (await ana.post<Note>('/ticket-notes', { note: 'Custas', processValue: 1, ticketId })).body.id;
    expect((await ana.delete(`/ticket-notes/${await made()}`)).status).toBe(200);
    expect((await gil.delete(`/ticket-notes/${await made()}`)).status).toBe(200);
    const left = await made();
    await ana.put(`/tickets/${ticketId}`, {
      status: 'open',
      userId: bia.id,
      queueId: (await ana.get<{ queueId: number }>(`/tickets/${ticketId}`)).body.queueId,
    });
    expect(await bia.delete(`/ticket-notes/${left}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
    expect((await desk.admin.delete(`/ticket-notes/${left}`)).status).toBe(200);
    expect((await desk.admin.delete(`/ticket-notes/${left}`)).status).toBe(404);
    expect((await desk.admin.delete('/ticket-notes/x')).status).toBe(400);
  });

  it('goes with its conversation, and tells everybody who has it on the screen', async () => {
    const { desk, ana, ticketId, ticketUuid } = await office();
    const live = await desk.admin.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    await ana.post('/ticket-notes', { note: 'Custas', processValue: 1, ticketId });
    await live.receives('notes');
    expect((await desk.admin.delete(`/tickets/${ticketId}`)).status).toBe(200);
    expect((await ana.get(`/ticket-notes/list?ticketId=${ticketId}`)).status).toBe(404);
  });
});
