import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { ticketRoom, type MessageView } from '../../contract.ts';
import { Attendance, startAttendance, type TicketAnswer } from '../attendance.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const ticket = async (desk: Attendance, id: number) => (await desk.admin.get<TicketAnswer>(`/tickets/${id}`)).body;
const only = async (desk: Attendance, ticketId: number): Promise<MessageView> => {
  const [message, ...more] = await desk.messages(ticketId);
  if (!message || more.length > 0) throw new Error('there is not one message');
  return message;
};

describe('Messages of a customer beside text and files', () => {
  it('A location keeps its coordinates, and its name is in the list', async () => {
    const desk = await Attendance.of(host);
    const data = {
      kind: 'location' as const,
      latitude: -23.5614,
      longitude: -46.6559,
      name: 'MASP',
      address: 'Av. Paulista',
    };
    const { ticketId } = await desk.arrives(desk.number(), '', { data });
    expect(await only(desk, ticketId)).toMatchObject({ body: 'MASP, Av. Paulista', dataJson: data, mediaType: null });
    expect(await ticket(desk, ticketId)).toMatchObject({
      lastMessage: 'MASP, Av. Paulista',
      lastMessageType: 'location',
    });
    const bare = await desk.arrives(desk.number(), '', { data: { kind: 'location', latitude: 1, longitude: -2 } });
    expect((await only(desk, bare.ticketId)).body).toBe('1.00000, -2.00000');
  });

  it('Contact cards keep names and numbers, and are found by the name', async () => {
    const desk = await Attendance.of(host);
    const contacts = [
      { name: 'Cartório São João', numbers: ['551133334444'] },
      { name: 'Dra. Lúcia', numbers: [] },
    ];
    const { ticketId } = await desk.arrives(desk.number(), '', { data: { kind: 'contacts', contacts } });
    expect(await only(desk, ticketId)).toMatchObject({
      body: 'Cartório São João, Dra. Lúcia',
      dataJson: { kind: 'contacts', contacts },
    });
    const found = await desk.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}?searchParam=cartorio`);
    expect(found.body.messages).toHaveLength(1);
  });

  it('Numbers of cards are masked for people who see masked numbers', async () => {
    const desk = await Attendance.of(host, { hideContactNumber: 'enabled' });
    const ana = await desk.attendant('Ana');
    const contacts = [{ name: 'Cartório', numbers: ['551133334444'] }];
    const { ticketId, ticketUuid } = await desk.arrives(desk.number(), 'oi');
    const live = await ana.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    const { contact } = await ticket(desk, ticketId);
    await desk.arrives(contact.number, '', { data: { kind: 'contacts', contacts } });
    const seen = (await desk.messages(ticketId, ana)).at(-1);
    expect(seen?.dataJson).toEqual({ kind: 'contacts', contacts: [{ name: 'Cartório', numbers: ['********4444'] }] });
    const heard = await live.receives('message');
    expect(JSON.stringify(heard.data)).not.toContain('551133334444');
  });

  it('A card named by its number is masked there too, and in the list', async () => {
    const desk = await Attendance.of(host, { hideContactNumber: 'enabled' });
    const ana = await desk.attendant('Ana');
    const contacts = [{ name: '551133334444', numbers: ['551133334444'] }];
    const { ticketId } = await desk.arrives(desk.number(), '', { data: { kind: 'contacts', contacts } });
    const [seen] = await desk.messages(ticketId, ana);
    expect(seen).toMatchObject({
      body: '********4444',
      dataJson: { contacts: [{ name: '********4444', numbers: ['********4444'] }] },
    });
    expect((await ana.get<TicketAnswer>(`/tickets/${ticketId}`)).body.lastMessage).toBe('********4444');
    expect((await only(desk, ticketId)).dataJson).toEqual({ kind: 'contacts', contacts });
  });

  it('A sticker is a file of its own kind', async () => {
    const desk = await Attendance.of(host);
    const media = {
      type: 'sticker' as const,
      path: `${desk.company.id}/2026/11/abcdefghijklmnopqrst.webp`,
      name: 'oi.webp',
      mime: 'image/webp',
      size: 900,
    };
    const { ticketId } = await desk.arrives(desk.number(), '', { media });
    expect(await only(desk, ticketId)).toMatchObject({ mediaType: 'sticker', mediaMime: 'image/webp' });
    expect((await ticket(desk, ticketId)).lastMessageType).toBe('sticker');
  });

  it.each([
    ['a latitude of 91', { kind: 'location', latitude: 91, longitude: 0 }],
    ['no cards', { kind: 'contacts', contacts: [] }],
    ['an unknown kind', { kind: 'poll' }],
  ])(
    'Data with %s is refused with a clear code without other content, and left out beside text',
    async (_what, data) => {
      const desk = await Attendance.of(host);
      await expect(desk.arrives(desk.number(), '', { data: data as never })).rejects.toMatchObject({
        code: 'ERR_VALIDATION',
      });
      const { ticketId } = await desk.arrives(desk.number(), 'x', { data: data as never });
      expect(await only(desk, ticketId)).toMatchObject({ body: 'x', dataJson: null });
    },
  );

  it('Cards, numbers and letters beyond the limits are cut off, and the message is stored', async () => {
    const desk = await Attendance.of(host);
    const long = { name: `0 ${'á'.repeat(300)}`, numbers: Array<string>(30).fill('5'.repeat(80)) };
    const cards = [
      long,
      ...Array.from({ length: 256 }, (_, index) => ({ name: `Cartão ${index}`, numbers: ['5511'] })),
    ];
    const { ticketId } = await desk.arrives(desk.number(), '', { data: { kind: 'contacts', contacts: cards } });
    const { dataJson } = await only(desk, ticketId);
    const kept = dataJson?.kind === 'contacts' ? dataJson.contacts : [];
    expect(kept).toHaveLength(200);
    expect(kept[0]).toEqual({ name: `0 ${'á'.repeat(198)}`, numbers: Array(20).fill('5'.repeat(50)) });
    const flood = await desk.arrives(desk.number(), '', {
      data: { kind: 'contacts', contacts: Array.from({ length: 200 }, () => long) },
    });
    const { dataJson: some } = await only(desk, flood.ticketId);
    expect(some?.kind === 'contacts' && some.contacts.length).toBe(50);
    const place = {
      kind: 'location' as const,
      latitude: 1,
      longitude: 2,
      name: 'n'.repeat(600),
      address: 'a'.repeat(2000),
    };
    const far = await desk.arrives(desk.number(), '', { data: place });
    expect((await only(desk, far.ticketId)).dataJson).toMatchObject({
      name: 'n'.repeat(500),
      address: 'a'.repeat(1000),
    });
  });

  it('Names with NULs and unpaired surrogates do not lose the message', async () => {
    const desk = await Attendance.of(host);
    const contacts = [{ name: 'Zé\0 \ud83d', numbers: ['1\0'] }];
    const { ticketId } = await desk.arrives(desk.number(), '', { data: { kind: 'contacts', contacts } });
    expect((await only(desk, ticketId)).dataJson).toEqual({
      kind: 'contacts',
      contacts: [{ name: 'Zé \ufffd', numbers: ['1'] }],
    });
  });
});
