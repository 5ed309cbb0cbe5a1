import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import type { MessageView } from '../contract.ts';
import { Attendance, startAttendance, type TicketAnswer } from './attendance.ts';
import { provider } from './channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

describe('Reading a conversation', () => {
  it('Reading clears the unread count, and is shown to the customer', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const { ticketId, ticketUuid } = await desk.arrives(number, 'um', { externalId: 'lida-1' });
    await desk.arrives(number, 'dois', { externalId: 'lida-2' });
    expect((await desk.admin.put(`/tickets/${ticketUuid}/read`)).status).toBe(200);
    expect((await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body.unreadMessages).toBe(0);
    await eventually(() => provider.read.some((ids) => ids.join() === 'lida-1,lida-2'));
  });

  it('Reading goes back through the pages of a long conversation, each oldest first, and finds text without accents', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const start = Date.now() - 1_000_000;
    let ticketId = 0;
    for (let index = 0; index < 45; index += 1) {
      ({ ticketId } = await desk.arrives(number, index === 7 ? 'Preciso da Certidão' : `linha ${index}`, {
        sentAt: new Date(start + index * 1000),
      }));
    }
    const first = await desk.admin.get<{ messages: MessageView[]; hasMore: boolean }>(
      `/messages/${ticketId}?pageNumber=1`,
    );
    expect(first.body).toMatchObject({ hasMore: true, messages: { length: 40 } });
    expect(first.body.messages.at(-1)?.body).toBe('linha 44');
    const second = await desk.admin.get<{ messages: MessageView[]; hasMore: boolean }>(
      `/messages/${ticketId}?pageNumber=2`,
    );
    expect(second.body.hasMore).toBe(false);
    expect(second.body.messages.map(({ body }) => body)).toEqual([
      'linha 0',
      'linha 1',
      'linha 2',
      'linha 3',
      'linha 4',
    ]);
    const found = await desk.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}?searchParam=CERTIDAO`);
    expect(found.body.messages.map(({ body }) => body)).toEqual(['Preciso da Certidão']);
  });
});
