import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/sdk/testing';
import { channelInbox, type InboundMessage } from '@balcao/connections/contract';
import { ticketRoom, type MessageView } from '../../contract.ts';
import { Attendance, eventually, startAttendance, type TicketAnswer } from '../attendance.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const inboxOf = (desk: Attendance) => desk.company.scope('tickets').use(channelInbox);
const from = (value: string) => ({ channel: 'test', scope: '', kind: 'phone' as const, value });
const ticket = async (desk: Attendance, id: number) => (await desk.admin.get<TicketAnswer>(`/tickets/${id}`)).body;
const only = async (desk: Attendance, ticketId: number): Promise<MessageView> => {
  const [message, ...more] = await desk.messages(ticketId);
  if (!message || more.length > 0) throw new Error('there is not one message');
  return message;
};

describe('what a customer sends beside text and files', () => {
  it('a place keeps its coordinates, and its name stands in the list', async () => {
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

  it('contact cards keep names and numbers, and are found by the name', async () => {
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

  it('numbers of cards are hidden from who may see no numbers', async () => {
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

  it('a card that is called by its number hides it there too, and in the list', async () => {
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

  it('a sticker is a file of its own kind', async () => {
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
    ['something nobody knows', { kind: 'poll' }],
  ])(
    '%s is refused with a clear code where nothing else came, and left out where words came with it',
    async (_what, data) => {
      const desk = await Attendance.of(host);
      await expect(desk.arrives(desk.number(), '', { data: data as never })).rejects.toMatchObject({
        code: 'ERR_VALIDATION',
      });
      const { ticketId } = await desk.arrives(desk.number(), 'x', { data: data as never });
      expect(await only(desk, ticketId)).toMatchObject({ body: 'x', dataJson: null });
    },
  );

  it('more cards, numbers and letters than are kept lose no message: the rest is cut off', async () => {
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

  it('NULs and half emojis in names lose no message', async () => {
    const desk = await Attendance.of(host);
    const contacts = [{ name: 'Zé\0 \ud83d', numbers: ['1\0'] }];
    const { ticketId } = await desk.arrives(desk.number(), '', { data: { kind: 'contacts', contacts } });
    expect((await only(desk, ticketId)).dataJson).toEqual({
      kind: 'contacts',
      contacts: [{ name: 'Zé \ufffd', numbers: ['1'] }],
    });
  });
});

describe('a reaction of a customer', () => {
  const reacted = async (desk: Attendance, body = 'Chega amanhã') => {
    const number = desk.number();
    const { ticketId, ticketUuid } = await desk.arrives(number, 'oi');
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
    const { body: ours } = await desk.admin.post<MessageView>(`/messages/${ticketId}`, { body });
    const externalId = `out-${desk.connectionId}-${ours.id}`;
    await eventually(async () => ((await desk.messages(ticketId)).at(-1)?.ack ?? 0) >= 1);
    const react = (emoji: string, more: { at?: Date; fromMe?: boolean; name?: string } = {}) =>
      inboxOf(desk).reaction(desk.connectionId, externalId, { emoji, from: from(number), ...more });
    const shown = async () => (await desk.messages(ticketId)).at(-1)?.messageReact;
    return { number, ticketId, ticketUuid, externalId, react, shown };
  };

  it('stands on the message, one a person: a second one replaces it, an empty one takes it back', async () => {
    const desk = await Attendance.of(host);
    const { react, shown } = await reacted(desk);
    await react('👍');
    await react('👍');
    expect(await shown()).toEqual([{ emoji: '👍', fromMe: false, name: null }]);
    await react('❤️');
    expect(await shown()).toEqual([{ emoji: '❤️', fromMe: false, name: null }]);
    await react('');
    expect(await shown()).toEqual([]);
  });

  it('is the list’s last line, is not unread, keeps the place of the conversation, and is told live', async () => {
    const desk = await Attendance.of(host);
    const { react, externalId, ticketId, ticketUuid } = await reacted(desk);
    const before = await ticket(desk, ticketId);
    const live = await desk.admin.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    await react('👍');
    const after = await ticket(desk, ticketId);
    expect(after).toMatchObject({
      lastMessage: 'Reagiu com 👍 a “Chega amanhã”',
      lastMessageType: 'reaction',
      lastMessageAck: null,
      unreadMessages: before.unreadMessages,
      updatedAt: before.updatedAt,
    });
    await live.receives(
      'message',
      ({ action, message }) => action === 'update' && (message as MessageView).messageReact[0]?.emoji === '👍',
    );
    // A tick that comes after does not put the message back.
    await inboxOf(desk).ack(desk.connectionId, externalId, 3);
    expect((await ticket(desk, ticketId)).lastMessage).toBe('Reagiu com 👍 a “Chega amanhã”');
    await react('');
    expect(await ticket(desk, ticketId)).toMatchObject({
      lastMessage: 'Chega amanhã',
      lastMessageType: 'text',
      lastMessageAck: 3,
    });
  });

  it('told late does not replace a later one, also when that one took it back', async () => {
    const desk = await Attendance.of(host);
    const { react, shown } = await reacted(desk);
    const at = Date.now();
    await react('😂', { at: new Date(at) });
    await react('👍', { at: new Date(at - 1000) });
    expect((await shown())?.map(({ emoji }) => emoji)).toEqual(['😂']);
    await react('', { at: new Date(at + 2000) });
    await react('🙏', { at: new Date(at + 1000) });
    expect(await shown()).toEqual([]);
  });

  it('in a group stands beside those of others, with the names', async () => {
    const desk = await Attendance.of(host);
    const { externalId, react, shown } = await reacted(desk);
    await react('👍', { name: 'Bia' });
    await inboxOf(desk).reaction(desk.connectionId, externalId, {
      emoji: '🎉',
      from: from('5511922223333'),
      name: 'Caio',
    });
    expect(await shown()).toEqual([
      { emoji: '👍', fromMe: false, name: 'Bia' },
      { emoji: '🎉', fromMe: false, name: 'Caio' },
    ]);
  });

  it('of the company’s own telephone counts as the company’s', async () => {
    const desk = await Attendance.of(host);
    const { react, shown, ticketId } = await reacted(desk);
    await react('👏', { fromMe: true });
    expect(await shown()).toEqual([{ emoji: '👏', fromMe: true, name: null }]);
    expect((await ticket(desk, ticketId)).lastMessage).toBe('Chega amanhã');
  });

  it('that overtakes its message waits for it', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    await inboxOf(desk).reaction(desk.connectionId, 'late-1', { emoji: '👀', from: from(number), fromMe: true });
    const { ticketId } = await desk.arrives(number, 'chegou depois', { externalId: 'late-1' });
    expect((await only(desk, ticketId)).messageReact).toEqual([{ emoji: '👀', fromMe: true, name: null }]);
  });

  it('that overtakes the provider’s answer to our own message waits for it', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const last = (await desk.messages(ticketId)).at(-1)!;
    for (const id of [last.id + 1, last.id + 2])
      await inboxOf(desk).reaction(desk.connectionId, `out-${desk.connectionId}-${id}`, {
        emoji: '⚡',
        from: from('5511900000000'),
      });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'ultrapassada' });
    await eventually(async () => (await desk.messages(ticketId)).at(-1)?.messageReact[0]?.emoji === '⚡');
  });

  it('of messages nobody knows leaves nothing behind, at another company’s either', async () => {
    const desk = await Attendance.of(host);
    const other = await Attendance.of(host);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'minha', { externalId: 'shared-id' });
    await inboxOf(other).reaction(desk.connectionId, 'shared-id', { emoji: '💣', from: from(number) });
    await inboxOf(other).edited(desk.connectionId, 'shared-id', { body: 'x', editedAt: new Date() });
    await inboxOf(other).deleted(desk.connectionId, 'shared-id');
    expect(await only(desk, ticketId)).toMatchObject({ body: 'minha', messageReact: [], isDeleted: false });
  });
});

describe('an edit of a customer', () => {
  const arrived = async (desk: Attendance, more: Partial<InboundMessage> = {}) => {
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'as 9h', { externalId: 'edit-me', ...more });
    const edit = (body: string, editedAt: Date) =>
      inboxOf(desk).edited(desk.connectionId, 'edit-me', { body, editedAt });
    return { number, ticketId, edit };
  };

  it('changes the message and the list’s line, says when, and an older one is ignored', async () => {
    const desk = await Attendance.of(host);
    const { ticketId, edit } = await arrived(desk);
    const at = new Date();
    await edit('às 10h', at);
    await edit('às 9h30', new Date(at.getTime() - 1000));
    await edit('às 10h', at);
    expect(await only(desk, ticketId)).toMatchObject({ body: 'às 10h', editedAt: at.toISOString() });
    expect(await ticket(desk, ticketId)).toMatchObject({
      lastMessage: 'às 10h',
      lastMessageAck: null,
      unreadMessages: 1,
    });
  });

  it('of a message that is not the last leaves the list’s line alone', async () => {
    const desk = await Attendance.of(host);
    const { number, ticketId, edit } = await arrived(desk);
    await desk.arrives(number, 'a última');
    await edit('às 11h', new Date());
    expect((await ticket(desk, ticketId)).lastMessage).toBe('a última');
  });

  it('that overtakes its message is there when it comes, in the list too', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const at = new Date();
    await inboxOf(desk).edited(desk.connectionId, 'early-edit', { body: 'certo', editedAt: at });
    await inboxOf(desk).edited(desk.connectionId, 'early-edit', {
      body: 'errado',
      editedAt: new Date(at.getTime() - 500),
    });
    const { ticketId } = await desk.arrives(number, 'cetro', { externalId: 'early-edit' });
    expect(await only(desk, ticketId)).toMatchObject({ body: 'certo', editedAt: at.toISOString() });
    expect((await ticket(desk, ticketId)).lastMessage).toBe('certo');
  });
});

describe('a deletion by the customer', () => {
  const secret = 'minha senha é 1234';

  it('marks the message; its text, file and quotes go to no browser any more, and stay in the database', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const media = {
      type: 'image' as const,
      path: `${desk.company.id}/2026/11/abcdefghijklmnopqrsu.png`,
      name: 'rg.png',
      mime: 'image/png',
      size: 900,
    };
    const { ticketId, ticketUuid } = await desk.arrives(number, secret, { externalId: 'gone', media });
    await desk.arrives(number, 'ignora', { quotedExternalId: 'gone' });
    const live = await desk.admin.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    await inboxOf(desk).deleted(desk.connectionId, 'gone');
    await inboxOf(desk).deleted(desk.connectionId, 'gone');
    const { body } = await desk.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}`);
    expect(body.messages[0]).toMatchObject({
      isDeleted: true,
      body: '',
      mediaUrl: null,
      mediaType: null,
      mediaName: null,
    });
    expect(body.messages[1]?.quotedMsg).toMatchObject({ body: '', mediaType: null });
    expect(JSON.stringify(body)).not.toMatch(/1234|rg\.png/);
    const heard = await live.receives('message', ({ action }) => action === 'update');
    expect(JSON.stringify(heard.data)).not.toMatch(/1234|rg\.png/);
    const found = await desk.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}?searchParam=senha`);
    expect(found.body.messages).toEqual([]);
    const kept = await host.kernel.database.owner.query(
      `select body, media_path from tickets.message where external_id = 'gone'`,
    );
    expect(kept.rows).toEqual([{ body: secret, media_path: media.path }]);
  });

  it('of the last message says so in the list, and takes back what a reaction showed of it', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, secret, { externalId: 'gone-2' });
    await inboxOf(desk).reaction(desk.connectionId, 'gone-2', { emoji: '🙈', from: from(number), name: 'Bia' });
    expect((await ticket(desk, ticketId)).lastMessage).toContain('1234');
    await inboxOf(desk).deleted(desk.connectionId, 'gone-2');
    expect(await ticket(desk, ticketId)).toMatchObject({ lastMessage: 'Mensagem apagada', lastMessageType: 'deleted' });
    await inboxOf(desk).edited(desk.connectionId, 'gone-2', { body: 'de novo 1234', editedAt: new Date() });
    expect((await ticket(desk, ticketId)).lastMessage).toBe('Mensagem apagada');
  });

  it('that overtakes its message: the message comes as deleted', async () => {
    const desk = await Attendance.of(host);
    await inboxOf(desk).deleted(desk.connectionId, 'never-seen');
    const { ticketId } = await desk.arrives(desk.number(), secret, { externalId: 'never-seen' });
    expect(await only(desk, ticketId)).toMatchObject({ isDeleted: true, body: '' });
    expect((await ticket(desk, ticketId)).lastMessage).toBe('Mensagem apagada');
  });
});

it('reactions, edits and deletions that come with their messages all at once, twice and in any order, end alike', async () => {
  const desk = await Attendance.of(host);
  const number = desk.number();
  const at = Date.now();
  const steps = Array.from({ length: 20 }, (_, index) => {
    const externalId = `mix-${index}`;
    const inbox = inboxOf(desk);
    return [
      () => desk.arrives(number, `original ${index}`, { externalId, sentAt: new Date(at + index * 1000) }),
      () => inbox.edited(desk.connectionId, externalId, { body: `editada ${index}`, editedAt: new Date(at + 60_000) }),
      () => inbox.reaction(desk.connectionId, externalId, { emoji: '👍', from: from(number), at: new Date(at) }),
      ...(index % 2 === 0 ? [() => inbox.deleted(desk.connectionId, externalId)] : []),
    ];
  }).flat();
  const shuffled = [...steps, ...steps].sort(() => Math.random() - 0.5);
  const [first] = await Promise.all([
    desk.arrives(number, 'começo', { sentAt: new Date(at - 1000) }),
    ...shuffled.map((step) => step()),
  ]);
  const messages = (await desk.messages(first.ticketId)).slice(1);
  expect(messages).toHaveLength(20);
  for (const [index, message] of messages.entries()) {
    if (index % 2 === 0) expect(message).toMatchObject({ isDeleted: true, body: '' });
    else expect(message).toMatchObject({ body: `editada ${index}`, messageReact: [{ emoji: '👍' }] });
  }
  const left = await host.kernel.database.owner.query(
    'select count(*)::int as left from tickets.early_change where company_id = $1',
    [desk.company.id],
  );
  expect(left.rows).toEqual([{ left: 0 }]);
});
