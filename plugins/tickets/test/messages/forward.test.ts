import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { channelInbox } from '@balcao/connections/contract';
import type { MessageFacts, MessageView } from '../../contract.ts';
import { Attendance, startAttendance } from '../attendance.ts';
import { provider } from '../channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

interface Forwarded {
  done: number[];
  failed: { ticketId: number; error: string }[];
  error?: string;
}
const forward = (person: Attendance['admin'], messageIds: number[], ticketIds: number[]) =>
  person.post<Forwarded>('/messages/forward', { messageIds, ticketIds });
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const withPicture = async (desk: Attendance, ticketId: number, body: string): Promise<MessageView> => {
  const form = new FormData();
  form.set('body', body);
  form.append('medias', new Blob([png], { type: 'image/png' }), 'foto.png');
  return (await desk.admin.call<MessageView>('POST', `/messages/${ticketId}`, form)).body;
};

describe('Forwarding a message', () => {
  it('A forwarded message arrives in every chosen conversation with its file and caption, marked as forwarded and unsigned', async () => {
    const desk = await Attendance.of(host, { defaultChatSubscript: 'enabled' });
    const from = await desk.accepted(desk.admin, 'Segue meu endereço');
    const [one, other] = [await desk.accepted(desk.admin), await desk.accepted(desk.admin)];
    const picture = await withPicture(desk, from.ticketId, 'A planta');
    const { status, body } = await forward(desk.admin, [picture.id, from.messageId], [one.ticketId, other.ticketId]);
    expect({ status, body }).toEqual({ status: 200, body: { done: [one.ticketId, other.ticketId], failed: [] } });
    for (const { ticketId } of [one, other]) {
      const [, first, second] = await desk.messages(ticketId);
      expect(first).toMatchObject({ body: 'Segue meu endereço', isForwarded: true, fromMe: true, mediaType: null });
      expect(second).toMatchObject({ body: 'A planta', isForwarded: true, mediaType: 'image', mediaName: 'foto.png' });
      expect(second?.mediaUrl).not.toBe(picture.mediaUrl);
    }
    const taken = await eventually(() => {
      const all = provider.accepted.filter(({ connectionId }) => connectionId === desk.connectionId);
      return all.length === 5 && all;
    });
    expect(taken.filter(({ isForwarded }) => isForwarded).map(({ body: text }) => text)).toEqual(
      expect.arrayContaining(['Segue meu endereço', 'A planta']),
    );
    expect(taken.filter(({ isForwarded }) => isForwarded)).toHaveLength(4);
  });

  it('A message is forwarded once, though the request is repeated, at once or after a lost response, and leaves no file without a message', async () => {
    const desk = await Attendance.of(host);
    const [from, to] = [await desk.accepted(desk.admin), await desk.accepted(desk.admin)];
    const picture = await withPicture(desk, from.ticketId, 'A planta');
    const said = (await desk.admin.post<MessageView>(`/messages/${from.ticketId}`, { body: 'e o texto' })).body;
    const request = { messageIds: [picture.id, said.id], ticketIds: [to.ticketId], clientId: 'forward-1' };
    const send = () => desk.admin.post<Forwarded>('/messages/forward', request);
    const files = async (): Promise<number> => {
      const { rows } = await host.kernel.database.owner.query(`select from kernel.file where company_id = $1`, [
        desk.company.id,
      ]);
      return rows.length;
    };
    const before = await files();
    for (const { body } of await Promise.all([send(), send(), send()]))
      expect(body).toEqual({ done: [to.ticketId], failed: [] });
    expect((await send()).body).toEqual({ done: [to.ticketId], failed: [] });
    expect((await desk.messages(to.ticketId)).map(({ body }) => body)).toEqual(['Bom dia', 'A planta', 'e o texto']);
    expect(await files()).toBe(before + 1);
    // A new request forwards it again.
    await desk.admin.post('/messages/forward', { ...request, clientId: 'forward-2' });
    expect(await desk.messages(to.ticketId)).toHaveLength(5);
  });

  it('A forwarded message stays when its original conversation is deleted with its files', async () => {
    const desk = await Attendance.of(host);
    const [from, to] = [await desk.accepted(desk.admin), await desk.accepted(desk.admin)];
    const picture = await withPicture(desk, from.ticketId, '');
    await forward(desk.admin, [picture.id], [to.ticketId]);
    await desk.admin.delete(`/tickets/${from.ticketId}`);
    const copy = (await desk.messages(to.ticketId)).at(-1);
    const path = copy?.mediaUrl?.replace('/public/', '') ?? '';
    const { file } = await desk.company.scope('tickets').storage.read(path);
    expect(file.size).toBe(png.length);
  });

  it('Forwarding is refused for a conversation that is closed or another’s, and done for the others all the same', async () => {
    const desk = await Attendance.of(host);
    const queue = await desk.queue('Cível');
    await desk.routeTo(queue);
    const [ana, bia] = [await desk.attendant('Ana', [queue]), await desk.attendant('Bia', [queue])];
    const [from, mine, closed] = [await desk.accepted(ana), await desk.accepted(ana), await desk.accepted(ana)];
    const foreign = await desk.accepted(bia);
    await ana.put(`/tickets/${closed.ticketId}`, { status: 'closed', justClose: true });
    const { body } = await forward(ana, [from.messageId], [closed.ticketId, foreign.ticketId, mine.ticketId]);
    expect(body).toMatchObject({
      done: [mine.ticketId],
      failed: [
        { ticketId: closed.ticketId, error: 'ERR_TICKET_CLOSED' },
        { ticketId: foreign.ticketId, error: 'ERR_TICKET_OTHER_USER' },
      ],
    });
    expect((await forward(ana, [foreign.messageId], [mine.ticketId])).status).toBe(403);
  });

  it('Internal notes, deleted messages and messages of another company are not forwarded', async () => {
    const desk = await Attendance.of(host);
    const stranger = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const note = (await desk.admin.post<MessageView>(`/messages/${ticketId}/internal`, { body: 'entre nós' })).body;
    const gone = (await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'engano' })).body;
    await eventually(async () => ((await desk.messages(ticketId)).at(-1)?.ack ?? 0) >= 1);
    await desk.admin.delete(`/messages/${gone.id}`);
    const theirs = await stranger.accepted(stranger.admin);
    const codes = [note.id, gone.id, theirs.messageId].map(
      async (id) => (await forward(desk.admin, [id], [ticketId])).body.error,
    );
    expect(await Promise.all(codes)).toEqual(['ERR_MESSAGE_INTERNAL', 'ERR_MESSAGE_DELETED', 'ERR_NO_MESSAGE_FOUND']);
    const own = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'nosso' });
    const { body } = await forward(desk.admin, [own.body.id], [theirs.ticketId]);
    expect(body.failed).toEqual([{ ticketId: theirs.ticketId, error: 'ERR_NO_TICKET_FOUND' }]);
  });
});

describe('The facts of a message', () => {
  it('The facts show who wrote a message and when it was sent, delivered and read, including a skipped receipt', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const { id } = (await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body: 'Chegou?' })).body;
    await eventually(async () => ((await desk.messages(ticketId)).at(-1)?.ack ?? 0) >= 1);
    const facts = async () => (await desk.admin.get<MessageFacts>(`/messages/${id}/facts`)).body;
    expect(await facts()).toMatchObject({ user: { id: desk.admin.id }, deliveredAt: null, readAt: null });
    await desk.company.scope('tickets').use(channelInbox).ack(desk.connectionId, `out-${desk.connectionId}-${id}`, 3);
    const { sentAt, deliveredAt, readAt } = await facts();
    expect([sentAt, deliveredAt, readAt]).toEqual([
      expect.stringMatching(/Z$/),
      expect.stringMatching(/Z$/),
      expect.stringMatching(/Z$/),
    ]);
    expect(Date.parse(readAt ?? '')).toBeGreaterThanOrEqual(Date.parse(sentAt ?? ''));
    const stranger = await Attendance.of(host);
    expect((await stranger.admin.get(`/messages/${id}/facts`)).status).toBe(404);
  });
});
